import { groupsOn, type PeopleEntries } from '../menu/day-people.ts';
import { type MenuContent, type MenuGroup, type MenuItem, reaches } from '../menu/menu.ts';
import { dayAfter } from '../values/calendar.ts';
import { type Ratio, ratio, sumOf } from '../values/ratio.ts';

/** What decides who eats what on which day. */
export interface ServingInput {
  readonly content: MenuContent;
  /** How many people eat on single days, where it is not as many as the groups say. */
  readonly people?: PeopleEntries | undefined;
  /** Days of the menu, from 1, on which nobody eats. */
  readonly daysOff?: readonly number[] | undefined;
}

/** First and last day, both included; absent: those of the menu. */
export interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The days of a menu in a span on which something is served. */
export function servedDays({ content, daysOff = [] }: ServingInput, { from, to }: Span) {
  return Array.from({ length: content.days }, (_, index) => ({ day: index + 1, date: dayAfter(content.start, index) }))
    .filter(({ day }) => !daysOff.includes(day))
    .filter(({ date }) => (from === undefined || from <= date) && (to === undefined || date <= to));
}

/** A dish in a meal of a day, and who gets it. */
export interface Serving {
  readonly item: MenuItem;
  /** The groups that get it, with as many people as eat on that day. */
  readonly eaters: readonly MenuGroup[];
  /** How many people those are. */
  readonly heads: number;
  /** How many times the dish is made as it is written. */
  readonly portions: Ratio;
}

/** What is served on a day, in the order of the menu. */
export function listServings({ content, people: entries }: ServingInput, day: number): Serving[] {
  const groups = groupsOn(content, day, entries);
  return content.items
    .filter((item) => item.day === day)
    .map((item) => {
      const eaters = groups.filter((group) => reaches(item, group));
      const heads = eaters.reduce((sum, { people }) => sum + people, 0);
      const portions = sumOf(eaters.map(({ people, factor }) => ratio(factor).times(people))).times(item.portion);
      return { item, eaters, heads, portions };
    });
}
