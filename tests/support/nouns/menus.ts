import type { School, Setup } from '../service/setup.ts';

/** A Monday. */
export const MONDAY = '2026-09-07';

/** Groups, as front ends send them. */
export const GROUPS = JSON.stringify([{ level: '中体力', people: 120 }]);

/** The same groups as they are answered for a menu with all meals. */
export const GROUPS_ANSWERED = [
  { name: '中体力', level: '中体力', people: 120, factor: 1, meals: ['breakfast', 'lunch', 'dinner'], avoid: [] },
];

type Facts = Readonly<Record<string, string | number>>;

/** Items as front ends send them: day, meal, dish and portion of each. */
export function menuItems(...items: readonly (readonly [day: number, meal: string, dish: number, portion?: number])[]) {
  return JSON.stringify(items.map(([day, meal, dish, portion]) => ({ day, meal, dish, portion })));
}

/** Creates a menu of the school, and returns its id. */
export function createMenu(setup: Setup, facts: Facts = {}, school: School = setup.school): Promise<number> {
  const menu = { name: setup.unique('食谱'), start: MONDAY, groups: GROUPS, ...facts };
  return setup.create('PUT /api/menu', menu, school.token);
}

/** Creates a menu that serves one dish of the school, and returns its id. */
export async function createServed(setup: Setup, facts: Facts = {}, school: School = setup.school): Promise<number> {
  const dish = await setup.createDish({}, school);
  return createMenu(setup, { items: menuItems([1, 'lunch', dish]), ...facts }, school);
}

/** Creates a school whose menus the platform reviews. */
export async function createReviewed(setup: Setup): Promise<School> {
  const school = await setup.createSchool();
  await setup.succeed('POST /api/vender', { venderId: school.id, menuReview: 'true' }, setup.admin);
  return school;
}

/** Creates a menu that waits for review, and returns its id. */
export async function createPending(setup: Setup, school: School, facts: Facts = {}): Promise<number> {
  const id = await createServed(setup, facts, school);
  await setup.succeed('POST /api/menu/submit', { id }, school.token);
  return id;
}

/** Creates a published menu, and returns its id. */
export async function createPublished(setup: Setup, facts: Facts = {}, school: School = setup.school): Promise<number> {
  const id = await createServed(setup, facts, school);
  await setup.succeed('POST /api/menu/submit', { id }, school.token);
  return id;
}
