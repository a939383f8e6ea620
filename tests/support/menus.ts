import type { School, Stage } from './stage.ts';

/** A Monday. */
export const MONDAY = '2026-09-07';

/** A dish of unit 1 on the stage of patterns; none of those that statements remove. */
export const FIRST_DISH = 1_000_036;

/** What a menu that serves it once says, as the store is given it. */
export const SERVED_ONCE = {
  name: '第一周',
  start: MONDAY,
  days: 5,
  meals: ['lunch'],
  groups: [{ level: '中体力', people: 120, factor: '1', meals: ['lunch'] }],
  items: [{ day: 1, meal: 'lunch', dish: FIRST_DISH, portion: '1' }],
} as const;

/** Who eats, as front ends send it. */
export const GROUPS = JSON.stringify([{ level: '中体力', people: 120 }]);

/** The same as it is answered of a menu with all meals. */
export const GROUPS_ANSWERED = [{ level: '中体力', people: 120, factor: 1, meals: ['breakfast', 'lunch', 'dinner'] }];

const WEEK_MS = 7 * 86_400_000;

/** A week that no other menu was given: few menus are live on a day. */
export function weekOf(stage: Stage): { readonly start: string } {
  const week = Number(stage.unique(''));
  return { start: new Date(Date.parse(MONDAY) + week * WEEK_MS).toISOString().slice(0, 10) };
}

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

/** A menu that serves one dish of the school's, and its id. */
export async function createServed(stage: Stage, facts: Facts = {}, school: School = stage.school): Promise<number> {
  const dish = await stage.createDish({}, school);
  return createMenu(stage, { items: itemsOf([1, 'lunch', dish]), ...facts }, school);
}

/** A school whose menus the platform reviews. */
export async function createReviewed(stage: Stage): Promise<School> {
  const school = await stage.createSchool();
  await stage.succeed('POST /api/vender', { venderId: school.id, menuReview: 'true' }, stage.admin);
  return school;
}

/** A menu that waits for review, and its id. */
export async function createPending(stage: Stage, school: School, facts: Facts = {}): Promise<number> {
  const id = await createServed(stage, facts, school);
  await stage.succeed('POST /api/menu/submit', { id }, school.token);
  return id;
}

/** A menu that is published, and its id. */
export async function createPublished(stage: Stage, facts: Facts = {}, school: School = stage.school): Promise<number> {
  const id = await createServed(stage, facts, school);
  await stage.succeed('POST /api/menu/submit', { id }, school.token);
  return id;
}
