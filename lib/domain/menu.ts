import type { FieldProblem } from '../errors.ts';

/** The meals of a day, as the configuration of a unit calls them, in the order in which they are eaten. */
export const meals = ['breakfast', 'lunch', 'dinner'] as const;
export type Meal = (typeof meals)[number];

/** People who eat the same. */
interface MenuGroup {
  /** A level of the standard; one that the standard does not know is not judged. */
  readonly level: string;
  readonly people: number;
  /** What scales every portion, as decimal text. */
  readonly factor: string;
  /** The meals that they take. */
  readonly meals: readonly Meal[];
}

/** A dish on one place of a menu. */
interface MenuItem {
  /** From 1 to the menu's days. */
  readonly day: number;
  readonly meal: Meal;
  /** Id of a dish of the unit or of the library. */
  readonly dish: number;
  /** How much of the dish as it is written, as decimal text. */
  readonly portion: string;
}

/** What a menu says, whatever becomes of it. */
export interface MenuContent {
  readonly name: string;
  /** Its first day, `YYYY-MM-DD`. */
  readonly start: string;
  readonly days: number;
  readonly meals: readonly Meal[];
  readonly groups: readonly MenuGroup[];
  /** Id of the standard by which it is judged. */
  readonly standard?: number;
  /** In the order in which they are served. */
  readonly items: readonly MenuItem[];
}

/** The day of the calendar, `YYYY-MM-DD`, so many days later, or earlier; never beyond the years of four digits. */
export function dayAfter(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  const year = time.getUTCFullYear();
  if (year < 0) return '0000-01-01';
  return year > 9999 ? '9999-12-31' : time.toISOString().slice(0, 10);
}

/** What does not fit together in a menu whose parts are right each by itself. */
export function findMisfits({ days, meals: served, groups, items }: MenuContent): FieldProblem[] {
  const unserved = (path: string, meal: Meal): FieldProblem[] =>
    served.includes(meal) ? [] : [{ field: path, problem: { code: 'choice', names: served.join(' ') } }];
  const outside = (path: string, day: number): FieldProblem[] =>
    day <= days ? [] : [{ field: path, problem: { code: 'integer', min: 1, max: days } }];
  return [
    ...groups.flatMap((group, index) => group.meals.flatMap((meal) => unserved(`groups.${index}.meals`, meal))),
    ...items.flatMap(({ day, meal }, index) => [
      ...outside(`items.${index}.day`, day),
      ...unserved(`items.${index}.meal`, meal),
    ]),
  ];
}
