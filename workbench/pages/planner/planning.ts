import { computed, signal } from '@preact/signals';
import { today } from '../../parts/format.ts';
import { Planner } from './dialogs/plan-dialog.tsx';
import type { OpenMenu } from './state.ts';
import type { Analysis, Dishes } from './stored-menu.ts';
import * as weeks from './week.ts';

type Level = Analysis['levels'][number];
type Warning = Analysis['warnings'][number];

/** What a person sees and does on the page of an open menu. */
export class Planning {
  readonly open: OpenMenu;
  readonly planner: Planner;
  readonly dishes: Dishes;
  /** The days that are off, from 1. */
  readonly daysOff: ReadonlySet<number>;
  /** Which group's judgement is shown, and of which day; undefined: of the mean one. */
  readonly group = signal(0);
  readonly day = signal<number | undefined>(undefined);
  /** What the last step did, for screen readers. */
  readonly told = signal('');
  readonly isDragging = signal(false);
  /** The stop that the focus goes to when it is drawn. */
  wanted: string | undefined;
  copied: weeks.NewDish | undefined;
  /** The one stop of the week that Tab reaches. */
  readonly stop = computed(() => weeks.keyOf(this.#reached()));
  /** What is to be warned of, by item. */
  readonly warnings = computed(() => warningsOf(this.open.judgement.value));
  /** By item, its share of the nutrient that is asked about. */
  readonly shares = computed(() => sharesOf(this.level, this.day.value));

  constructor(open: OpenMenu, dishes: Dishes, daysOff: ReadonlySet<number>) {
    this.open = open;
    this.planner = new Planner(open);
    this.dishes = dishes;
    this.daysOff = daysOff;
  }

  /** What the week gives the group that is shown. */
  get level(): Level | undefined {
    const levels = this.open.judgement.value?.levels;
    return levels?.[this.group.value] ?? levels?.[0];
  }

  /** The day that a narrow window shows. */
  get dayShown(): number {
    const { head, selected } = this.open;
    const isToday = (day: number) => weeks.dateOf(head.value, day) === today();
    return this.day.value ?? selected.value?.day ?? weeks.daysOf(head.value).find(isToday) ?? 1;
  }

  /** The item that is chosen, if it is still there. */
  get chosen(): weeks.Item | undefined {
    const { selected, week } = this.open;
    return selected.value && weeks.itemAt(week.value.items, selected.value);
  }

  /** Grams of an item; 0 where nobody knows. */
  gramsOf({ dish, portion }: weeks.Item): number {
    return (this.dishes.get(dish)?.ingredient ?? []).reduce((sum, { value }) => sum + value * portion, 0);
  }

  /** Energy of an item in kJ; undefined where nobody knows. */
  energyOf({ dish, portion }: weeks.Item): number | undefined {
    const energy = this.dishes.get(dish)?.figures?.energy;
    return energy === undefined ? undefined : energy * portion;
  }

  /** Takes a step, tells it, and leads the focus to where it led. */
  readonly take = (outcome: weeks.Outcome, next?: weeks.Spot): boolean => {
    if (!this.open.take(outcome)) return false;
    this.wanted = next && weeks.keyOf(next);
    if (next) this.open.selected.value = next;
    if (next && this.day.value !== undefined) this.day.value = next.day;
    const place = next ? `，${weeks.placeName(this.open.week.value, next)}` : '';
    if ('step' in outcome) this.told.value = `${outcome.step}${place}`;
    return true;
  };

  /** Adds a dish to a place. */
  add(dish: weeks.NewDish, place: weeks.Place, before?: number): void {
    this.take(weeks.add(this.open.week.value, dish, place, before));
  }

  /** Serves a portion more or less by so many steps. */
  changePortion(item: weeks.Item, by: number): void {
    this.take(weeks.setPortion(this.open.week.value, item, item.portion + by * weeks.portions.step));
  }

  #reached(): weeks.Spot {
    const { meals, items } = this.open.week.value;
    const { day, meal } = this.open.selected.value ?? { day: 1, meal: meals[0] ?? 'lunch' };
    const item = this.open.isEditable.value ? undefined : (weeks.itemsAt(items, { day, meal })[0] ?? items[0]);
    return this.chosen ?? item ?? { day, meal };
  }
}

/** What the parts of the page are drawn from. */
export type PlanningProps = { readonly planning: Planning };

/** What is drawn of an item. */
export type ItemProps = PlanningProps & { readonly item: weeks.Item };

function warningsOf(judgement: Analysis | undefined): Map<string, Warning[]> {
  const found = new Map<string, Warning[]>();
  for (const warning of judgement?.warnings ?? []) {
    const { day, meal } = warning;
    if (day === undefined || meal === undefined) continue;
    const key = weeks.keyOf({ ...warning, day, meal });
    found.set(key, [...(found.get(key) ?? []), warning]);
  }
  return found;
}

function sharesOf(level: Level | undefined, day: number | undefined): Map<string, number> {
  const { largest = [], rest = 0 } = level?.contributions ?? {};
  const shown = largest.filter((one) => day === undefined || one.day === day);
  const sum = shown.reduce((total, { value }) => total + value, day === undefined ? rest : 0);
  const shares = new Map<string, number>();
  for (const one of shown) shares.set(weeks.keyOf(one), (shares.get(weeks.keyOf(one)) ?? 0) + one.value / (sum || 1));
  return shares;
}

/** What a warning says on a card, in few words. */
export function shortWarning({ kind, text, group }: Warning): string {
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
