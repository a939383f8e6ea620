import { computed, signal } from '@preact/signals';
import { today } from '../../parts/format.ts';
import { Planner } from './dialogs/plan-dialog.tsx';
import type { OpenMenu } from './open-menu.ts';
import type { Analysis, Dishes } from './stored-menu.ts';
import * as weeks from './week.ts';

type Level = Analysis['levels'][number];
type Warning = Analysis['warnings'][number];

/** The state of the planner's page for an open menu, and its edits. */
export class Planning {
  readonly open: OpenMenu;
  readonly planner: Planner;
  readonly dishes: Dishes;
  /** The numbers of the days off, from 1. */
  readonly daysOff: ReadonlySet<number>;
  /** The index of the shown group, and the shown day; undefined: the average day. */
  readonly group = signal(0);
  readonly day = signal<number | undefined>(undefined);
  /** What the last edit did, for screen readers. */
  readonly announcement = signal('');
  readonly isDragging = signal(false);
  /** The tab stop that gets the focus after the next render. */
  nextFocus: string | undefined;
  copied: weeks.NewDish | undefined;
  /** The only tab stop of the week that Tab reaches. */
  readonly tabStop = computed(() => weeks.itemKey(this.#findTabStop()));
  /** The warnings by item key. */
  readonly warnings = computed(() => warningsByItem(this.open.judgement.value));
  /** The share of each item in the selected nutrient, by item key. */
  readonly shares = computed(() => sharesByItem(this.level, this.day.value));

  constructor(open: OpenMenu, dishes: Dishes, daysOff: ReadonlySet<number>) {
    this.open = open;
    this.planner = new Planner(open);
    this.dishes = dishes;
    this.daysOff = daysOff;
  }

  /** The analysis of the shown group. */
  get level(): Level | undefined {
    const levels = this.open.judgement.value?.levels;
    return levels?.[this.group.value] ?? levels?.[0];
  }

  /** The day that a narrow window shows. */
  get dayShown(): number {
    const { head, selected } = this.open;
    const isToday = (day: number) => weeks.dateOfDay(head.value, day) === today();
    return this.day.value ?? selected.value?.day ?? weeks.dayNumbers(head.value).find(isToday) ?? 1;
  }

  /** The chosen item, if it still exists. */
  get chosen(): weeks.Item | undefined {
    const { selected, week } = this.open;
    return selected.value && weeks.findItem(week.value.items, selected.value);
  }

  /** The grams of an item; 0 if unknown. */
  grams({ dish, portion }: weeks.Item): number {
    return (this.dishes.get(dish)?.ingredient ?? []).reduce((sum, { value }) => sum + value * portion, 0);
  }

  /** The energy of an item in kJ; undefined if unknown. */
  energy({ dish, portion }: weeks.Item): number | undefined {
    const energy = this.dishes.get(dish)?.figures?.energy;
    return energy === undefined ? undefined : energy * portion;
  }

  /** Applies an edit, announces it and moves the focus to `next`. */
  readonly applyEdit = (outcome: weeks.Outcome, next?: weeks.Selection): boolean => {
    if (!this.open.applyEdit(outcome)) return false;
    this.nextFocus = next && weeks.itemKey(next);
    if (next) this.open.selected.value = next;
    if (next && this.day.value !== undefined) this.day.value = next.day;
    const suffix = next ? `，${weeks.slotName(this.open.week.value, next)}` : '';
    if ('summary' in outcome) this.announcement.value = `${outcome.summary}${suffix}`;
    return true;
  };

  /** Adds a dish to a slot. */
  add(dish: weeks.NewDish, slot: weeks.Slot, before?: number): void {
    this.applyEdit(weeks.add(this.open.week.value, dish, slot, before));
  }

  /** Changes the portion of an item by a number of steps. */
  changePortion(item: weeks.Item, by: number): void {
    this.applyEdit(weeks.setPortion(this.open.week.value, item, item.portion + by * weeks.portions.step));
  }

  #findTabStop(): weeks.Selection {
    const { meals, items } = this.open.week.value;
    const { day, meal } = this.open.selected.value ?? { day: 1, meal: meals[0] ?? 'lunch' };
    const item = this.open.isEditable.value ? undefined : (weeks.itemsInSlot(items, { day, meal })[0] ?? items[0]);
    return this.chosen ?? item ?? { day, meal };
  }
}

/** The props of the page's components. */
export type PlanningProps = { readonly planning: Planning };

/** The props of components of an item. */
export type ItemProps = PlanningProps & { readonly item: weeks.Item };

function warningsByItem(judgement: Analysis | undefined): Map<string, Warning[]> {
  const found = new Map<string, Warning[]>();
  for (const warning of judgement?.warnings ?? []) {
    const { day, meal } = warning;
    if (day === undefined || meal === undefined) continue;
    const key = weeks.itemKey({ ...warning, day, meal });
    found.set(key, [...(found.get(key) ?? []), warning]);
  }
  return found;
}

function sharesByItem(level: Level | undefined, day: number | undefined): Map<string, number> {
  const { largest = [], rest = 0 } = level?.contributions ?? {};
  const shown = largest.filter((one) => day === undefined || one.day === day);
  const sum = shown.reduce((total, { value }) => total + value, day === undefined ? rest : 0);
  const shares = new Map<string, number>();
  for (const one of shown)
    shares.set(weeks.itemKey(one), (shares.get(weeks.itemKey(one)) ?? 0) + one.value / (sum || 1));
  return shares;
}

/** Shortens a warning for a dish card. */
export function shortenWarning({ kind, text, group }: Warning): string {
  const short: Partial<Record<Warning['kind'], string>> = {
    allergen: `${group ?? ''}忌食${/含([^，]+)，/.exec(text)?.[1] ?? '：不明'}`,
    missing_dish: '已删除',
    avoided: '含忌用食材',
    unlisted_ingredient: '食材不在目录',
    out_of_season: '不当季',
    repeated_dish: text.match(/\d+ 天内重复/)?.[0] ?? '重复',
  };
  return short[kind] ?? text;
}
