import type { School, Stage } from './stage.ts';

/** A Monday. */
export const MONDAY = '2026-09-07';

/** Who eats, as front ends send it. */
export const GROUPS = JSON.stringify([{ level: '中体力', people: 120 }]);

/** The same as it is answered of a menu with all meals. */
export const GROUPS_ANSWERED = [{ level: '中体力', people: 120, factor: 1, meals: ['breakfast', 'lunch', 'dinner'] }];

type Facts = Readonly<Record<string, string | number>>;

/** Items as front ends send them: day, meal, dish and portion of each. */
export function itemsOf(...items: readonly (readonly [day: number, meal: string, dish: number, portion?: number])[]) {
  return JSON.stringify(items.map(([day, meal, dish, portion]) => ({ day, meal, dish, portion })));
}

/** A menu of the school's, and its id. */
export function createMenu(stage: Stage, facts: Facts = {}, school: School = stage.school): Promise<number> {
  const menu = { name: stage.unique('食谱'), start: MONDAY, groups: GROUPS, ...facts };
  return stage.create('PUT /api/menu', menu, school.token);
}
