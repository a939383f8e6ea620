import { listGroupsOfDay, type PeopleEntries } from '../menu/day-people.ts';
import { type MenuContent, type MenuGroup, type MenuItem, reaches } from '../menu/menu.ts';
import { addDays } from '../values/calendar.ts';
import { type Ratio, ratio, sumRatios } from '../values/ratio.ts';

/** A menu, and the people who eat on its days. */
export interface ServingInput {
  readonly content: MenuContent;
  /** The numbers of people on single days, if they differ from those of the groups. */
  readonly people?: PeopleEntries | undefined;
  /** Days of the menu, from 1, on which nobody eats. */
  readonly daysOff?: readonly number[] | undefined;
}

/** A first and a last date, `YYYY-MM-DD`. Where one is absent, the menu's own first or last date takes its place. */
export interface DateSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Lists the days of a menu in a span, without days off. */
export function listServedDays({ content, daysOff = [] }: ServingInput, { from, to }: DateSpan) {
  return Array.from({ length: content.days }, (_, index) => ({ day: index + 1, date: addDays(content.start, index) }))
    .filter(({ day }) => !daysOff.includes(day))
    .filter(({ date }) => (from === undefined || from <= date) && (to === undefined || date <= to));
}

/** A dish in a meal of a day, and the people who get it. */
export interface Serving {
  readonly item: MenuItem;
  /** The groups that get it, with the people who eat on that day. */
  readonly eaters: readonly MenuGroup[];
  readonly peopleCount: number;
  /** The portions of all eaters together, as multiples of the dish as it is written. */
  readonly portions: Ratio;
}

/** Counts the dishes of these servings that are gone, each once. `dishes` are those that exist. */
export function countMissingDishes(servings: readonly Serving[], dishes: ReadonlyMap<number, unknown>): number {
  return new Set(servings.flatMap(({ item: { dish } }) => (dishes.has(dish) ? [] : [dish]))).size;
}

/** Lists the servings of a day, which counts from 1, in the order of the menu. */
export function listServings({ content, people: peopleEntries }: ServingInput, day: number): Serving[] {
  const groups = listGroupsOfDay(content, day, peopleEntries);
  return content.items
    .filter((item) => item.day === day)
    .map((item) => {
      const eaters = groups.filter((group) => reaches(item, group));
      const peopleCount = eaters.reduce((sum, { people }) => sum + people, 0);
      const portions = sumRatios(eaters.map(({ people, factor }) => ratio(factor).times(people))).times(item.portion);
      return { item, eaters, peopleCount, portions };
    });
}
