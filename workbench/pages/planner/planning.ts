import { computed, signal } from '@preact/signals';
import { today } from '../../parts/dates.ts';
import { groupBy } from '../../parts/group.ts';
import { type Analysis, type Dishes, type GroupAnalysis, joinStandards } from './menu-calls.ts';
import type { OpenMenu } from './open-menu.ts';
import { Planner } from './planner.ts';
import * as weeks from './week.ts';

type Warning = Analysis['warnings'][number];

/** The state of the planner's page for an open menu, and its edits. */
export class Planning {
  readonly menu: OpenMenu;
  readonly planner: Planner;
  readonly dishById: Dishes;
  /** The ids of the standards of all groups, joined by commas. */
  readonly standards: string;
  /** The numbers of the days off, from 1. */
  readonly daysOff: ReadonlySet<number>;
  /** The index of the shown group. */
  readonly groupIndex = signal(0);
  /** The shown day; undefined: the average day. */
  readonly shownDay = signal<number | undefined>(undefined);
  /** What the last edit did, for screen readers. */
  readonly announcement = signal('');
  readonly isDragging = signal(false);
  /** The key of the tab stop that gets the focus after the next render. */
  nextFocus: string | undefined;
  /** What Ctrl+C has copied. */
  copiedItem: weeks.NewDish | undefined;
  /** The key, made by `partKey`, of the only stop of the week that Tab reaches. The maps below have such keys, too. */
  readonly tabStop = computed(() => weeks.partKey(this.#chooseTabStop()));
  readonly warningsByKey = computed(() => new Map(groupBy(this.menu.analysis.value?.warnings ?? [], weeks.partKey)));
  /** The part, from 0 to 1, of the selected nutrient that an item gives in the week or on the shown day. */
  readonly shareByKey = computed(() => sumSharesByKey(this.group, this.shownDay.value));

  constructor(menu: OpenMenu, dishById: Dishes, daysOff: ReadonlySet<number>) {
    this.menu = menu;
    this.planner = new Planner(menu);
    this.dishById = dishById;
    this.standards = joinStandards(menu.facts.peek());
    this.daysOff = daysOff;
  }

  /** The analysis of the shown group; undefined before the first analysis. */
  get group(): GroupAnalysis | undefined {
    const { levels: groups = [] } = this.menu.analysis.value ?? {};
    return groups[this.groupIndex.value] ?? groups[0];
  }

  /** The one day that a narrow window shows. */
  get narrowWindowDay(): number {
    const { facts, selected } = this.menu;
    const isToday = (day: number) => weeks.dateOf(facts.value, day) === today();
    return this.shownDay.value ?? selected.value?.day ?? weeks.listDayNumbers(facts.value).find(isToday) ?? 1;
  }

  get chosenItem(): weeks.Item | undefined {
    const { selected, week } = this.menu;
    return selected.value && weeks.findItem(week.value.items, selected.value);
  }

  /** The grams of an item; 0 if unknown. */
  sumGrams({ dish, portion }: weeks.Item): number {
    return (this.dishById.get(dish)?.ingredient ?? []).reduce((sum, { value }) => sum + value * portion, 0);
  }

  /** The energy of an item in kJ; undefined if unknown. */
  sumEnergy({ dish, portion }: weeks.Item): number | undefined {
    const energy = this.dishById.get(dish)?.figures?.energy;
    return energy === undefined ? undefined : energy * portion;
  }

  /** Applies an edit, announces it and moves the focus to `next`. */
  readonly applyEdit = (outcome: weeks.Outcome, next?: weeks.Selection): boolean => {
    if (!this.menu.applyEdit(outcome)) return false;
    this.nextFocus = next && weeks.partKey(next);
    if (next) this.menu.selected.value = next;
    if (next && this.shownDay.value !== undefined) this.shownDay.value = next.day;
    const suffix = next ? `，${weeks.describeSlot(this.menu.week.value, next)}` : '';
    if ('summary' in outcome) this.announcement.value = `${outcome.summary}${suffix}`;
    return true;
  };

  readonly add = (dish: weeks.NewDish, slot: weeks.Slot, beforeDish?: number) =>
    this.applyEdit(weeks.addDish(this.menu.week.value, dish, slot, beforeDish));

  readonly changePortion = (item: weeks.Item, steps: number) =>
    this.applyEdit(weeks.setPortion(this.menu.week.value, item, item.portion + steps * weeks.portionLimits.step));

  #chooseTabStop(): weeks.Selection {
    const { meals, items } = this.menu.week.value;
    const { day, meal } = this.menu.selected.value ?? { day: 1, meal: meals[0] ?? 'lunch' };
    const item = this.menu.isEditable.value ? undefined : (weeks.listItemsIn(items, { day, meal })[0] ?? items[0]);
    return this.chosenItem ?? item ?? { day, meal };
  }
}

export type PlanningProps = { readonly planning: Planning };

export type ItemProps = PlanningProps & { readonly item: weeks.Item };

function sumSharesByKey(group: GroupAnalysis | undefined, day: number | undefined): Map<string, number> {
  const { key, largest = [], rest = 0 } = group?.contributions ?? {};
  const contributions = largest.filter((contribution) => day === undefined || contribution.day === day);
  const figure = group?.days.find((totals) => totals.day === day)?.nutrients.find((nutrient) => nutrient.key === key);
  const sum = figure?.value ?? contributions.reduce((total, { value }) => total + value, rest);
  const shareByKey = new Map<string, number>();
  for (const contribution of contributions) {
    const itemKey = weeks.partKey(contribution);
    shareByKey.set(itemKey, (shareByKey.get(itemKey) ?? 0) + contribution.value / (sum || 1));
  }
  return shareByKey;
}

/** Shortens a warning for a dish card. */
export function shortenWarning({ kind, text, group }: Warning): string {
  const shortTexts: Partial<Record<Warning['kind'], string>> = {
    allergen: `${group ?? ''}忌食${/含([^，]+)，/.exec(text)?.[1] ?? '：不明'}`,
    missing_dish: '已删除',
    avoided: '含忌用食材',
    unlisted_ingredient: '食材不在目录',
    out_of_season: '不当季',
    repeated_dish: text.match(/\d+ 天内重复/)?.[0] ?? '重复',
  };
  return shortTexts[kind] ?? text;
}
