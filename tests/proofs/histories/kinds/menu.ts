import { readWorkbook } from '../../../../lib/spreadsheet/rows.ts';
import { analysisOf, planCostOf } from '../analysis.ts';
import { done, type Expected, fails } from '../answer.ts';
import { boolean, choice, given, id, ids, inQuery, keyword, maybe, needed, pageOf, paging } from '../arguments.ts';
import { isFound, type ModelCaller } from '../gate.ts';
import { defineKind, type Kind } from '../kind.ts';
import {
  contentOf,
  findMenu,
  groups,
  MEALS,
  type ModelContent,
  type ModelGroup,
  type ModelItem,
  type ModelMenu,
  menuArguments,
  menuIds,
  menuName,
  menusOf,
  placeArguments,
  portion,
  start,
} from '../menu-arguments.ts';
import { ID_FACTOR, type World } from '../world.ts';
import { findDish, unitOf } from './dish.ts';

type Content = Omit<ModelContent, 'names'>;

const placeOf = ({ day, meal, dish }: Omit<ModelItem, 'portion'>) => `${day} ${meal} ${dish}`;

/** A dish that a unit may serve; undefined where it may not. */
export function servable(world: World, unit: number, dish: number) {
  const owner = unitOf(dish);
  return owner === unit || owner === 0 ? findDish(world, dish) : undefined;
}

/** The groups, each with the meals that it takes. */
function withMeals(list: readonly ModelGroup[], meals: readonly string[]): ModelGroup[] {
  return list.map((group) => ({ ...group, meals: group.meals ?? meals }));
}

/** The wrong fields of a menu; `before` is what it was. */
function findBad(world: World, unit: number, content: Content, before?: ModelMenu): string[] {
  const kept = new Set(before?.items.map((item) => `${placeOf(item)} ${item.portion}`));
  const isNew = content.standard !== undefined && content.standard !== before?.standard;
  const isAssigned = isNew && world.standards.get(content.standard ?? 0)?.vendors.includes(unit);
  return [
    ...content.groups.flatMap(({ meals = [] }, index) =>
      meals.every((meal) => content.meals.includes(meal)) ? [] : [`groups.${index}.meals`],
    ),
    ...content.items.flatMap((item, index) => [
      ...(item.day > content.days ? [`items.${index}.day`] : []),
      ...(content.meals.includes(item.meal) ? [] : [`items.${index}.meal`]),
      ...(servable(world, unit, item.dish) || kept.has(`${placeOf(item)} ${item.portion}`)
        ? []
        : [`items.${index}.dish`]),
    ]),
    ...(isNew && !isAssigned ? ['standard'] : []),
  ];
}

/** The names of the items' dishes: as they are now, or as they were while they existed. */
function namesFor(world: World, unit: number, list: readonly ModelItem[], before: Record<number, string> = {}) {
  return Object.fromEntries(list.map(({ dish }) => [dish, servable(world, unit, dish)?.name ?? before[dish] ?? '']));
}

function addMenu(world: World, unit: number, content: Content, names: Record<number, string>): void {
  const menus = menusOf(world, unit);
  const said = contentOf({ ...content, names });
  menus.list.push({ id: unit * ID_FACTOR + menus.next, ...said, modify: world.now, state: '草稿', submitted: [] });
  menus.next += 1;
}

/** The standard of a new menu: the one that is asked for, or else the unit's only one. */
function chosen(world: World, unit: number, asked: number | 'none' | undefined): number | undefined {
  const [only, ...others] = [...world.standards.values()].filter(({ vendors }) => vendors.includes(unit));
  if (asked === undefined) return others.length === 0 ? only?.id : undefined;
  return asked === 'none' ? undefined : asked;
}

const createMenu = defineKind({
  route: 'PUT /api/menu',
  weight: 5,
  choose: (draw, viewpoint) => ({
    name: needed(draw, 'name', () => menuName(draw)),
    start: needed(draw, 'start', () => start(draw)),
    groups: needed(draw, 'groups', () => groups(draw)),
    ...menuArguments(draw, viewpoint),
  }),
  answer: ({ world, caller: { unit } }, { name, start: first, groups: eaters, ...facts }): Expected => {
    const { days = 5, meals = MEALS, items = [] } = facts;
    const asked = facts.standard === 'none' ? undefined : facts.standard;
    const content = { name, start: first, days, meals, groups: withMeals(eaters, meals), standard: asked, items };
    const bad = findBad(world, unit, content);
    if (bad.length > 0) return fails('invalid_input', ...bad);
    addMenu(world, unit, { ...content, standard: chosen(world, unit, facts.standard) }, namesFor(world, unit, items));
    return done();
  },
});

const updateMenu = defineKind({
  route: 'POST /api/menu',
  weight: 5,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
    name: maybe(draw, () => menuName(draw)),
    start: maybe(draw, () => start(draw)),
    groups: maybe(draw, () => groups(draw)),
    ...menuArguments(draw, viewpoint),
  }),
  answer: ({ world, caller: { unit } }, { id: wanted, groups: eaters, ...change }): Expected => {
    const menu = findOwn(world, unit, wanted);
    if (!menu) return fails('menu_not_found');
    if (menu.state === '待审核') return fails('menu_pending');
    const { names, ...before } = contentOf(menu);
    const meals = change.meals ?? before.meals;
    const content: Content = {
      ...before,
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      standard: change.standard === 'none' ? undefined : (change.standard ?? before.standard),
      groups: withMeals(eaters ?? before.groups.map((group) => follow(group, before.meals)), meals),
    };
    const bad = findBad(world, unit, content, menu);
    if (bad.length > 0) return fails('invalid_input', ...bad);
    const named = change.items ? namesFor(world, unit, change.items, names) : names;
    return { kind: 'success', isIdle: !changeMenu(world, menu, content, named) };
  },
});

/** A group that took every meal of the menu continues to do so. */
function follow({ meals: taken, ...group }: ModelGroup, meals: readonly string[]): ModelGroup {
  return String(taken) === String(meals) ? group : { ...group, meals: taken ?? meals };
}

function changeMenu(world: World, menu: ModelMenu, content: Content, names: Record<number, string>): boolean {
  const show = (one: Content) => JSON.stringify(toRecord({ ...menu, ...one, names: {} }));
  if (show(content) === show(menu)) return false;
  const modify = Math.max(world.now, menu.modify + 1);
  Object.assign(menu, contentOf({ ...content, names }), { modify, state: '草稿' });
  return true;
}

export function findOwn(world: World, unit: number, wanted: number): ModelMenu | undefined {
  return unitOf(wanted) === unit ? findMenu(world, wanted) : undefined;
}

const deleteMenus = defineKind({
  route: 'DELETE /api/menu',
  weight: 2,
  choose: (draw, viewpoint) => ({
    ids: needed(draw, 'ids', () =>
      ids(
        draw,
        'ids',
        [...new Set([draw.one(menuIds(viewpoint)) ?? 1_000_987, ...draw.few(menuIds(viewpoint), 0)])],
        1,
      ),
    ),
  }),
  answer: ({ world, caller: { unit } }, { ids: wanted }) => {
    const found = wanted.map((one) => findOwn(world, unit, one));
    if (found.includes(undefined)) return fails('menu_not_found', 'ids');
    if (found.some((menu) => menu?.state === '待审核')) return fails('menu_pending', 'ids');
    if (found.some((menu) => menu?.live !== undefined)) return fails('menu_published', 'ids');
    const menus = menusOf(world, unit);
    menus.list = menus.list.filter((menu) => !found.includes(menu));
    return done();
  },
});

const copyMenu = defineKind({
  route: 'PUT /api/menu/copy',
  weight: 2,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
    revision: draw.rarely(5) ? id(draw, 'revision', [1, 2, 3]) : undefined,
    start: maybe(draw, () => start(draw)),
    name: maybe(draw, () => menuName(draw)),
  }),
  answer: ({ world, caller: { unit } }, { id: wanted, revision, start: first, name }) => {
    const menu = findOwn(world, unit, wanted);
    if (!menu) return fails('menu_not_found');
    const said = revision === undefined ? menu : menu.submitted[revision - 1];
    if (!said) return fails('revision_not_found');
    const { names, ...content } = contentOf(said);
    addMenu(world, unit, { ...content, start: first ?? said.start, name: name ?? said.name }, names);
    return done();
  },
});

const setMenuDish = defineKind({
  route: 'PUT /api/menu/dish',
  weight: 4,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
    ...placeArguments(draw, viewpoint),
    portion: maybe(draw, () => portion(draw)),
  }),
  answer: ({ world, caller: { unit } }, { id: wanted, portion: amount, ...place }): Expected => {
    const menu = findOwn(world, unit, wanted);
    if (!menu) return fails('menu_not_found');
    if (menu.state === '待审核') return fails('menu_pending');
    const known = menu.items.find((item) => placeOf(item) === placeOf(place));
    const item = { ...place, portion: amount ?? known?.portion ?? 1 };
    if (known?.portion === item.portion) return { kind: 'success', isIdle: true };
    const bad = [...(place.day > menu.days ? ['day'] : []), ...(menu.meals.includes(place.meal) ? [] : ['meal'])];
    if (bad.length > 0) return fails('invalid_input', ...bad);
    const dish = servable(world, unit, place.dish);
    if (!dish) return fails('invalid_input', 'dish');
    const items = known ? menu.items.map((one) => (one === known ? item : one)) : [...menu.items, item];
    return {
      kind: 'success',
      isIdle: !changeMenu(world, menu, { ...menu, items }, { ...menu.names, [dish.id]: dish.name }),
    };
  },
});

const removeMenuDish = defineKind({
  route: 'DELETE /api/menu/dish',
  weight: 2,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
    ...placeArguments(draw, viewpoint),
  }),
  answer: ({ world, caller: { unit } }, { id: wanted, ...place }): Expected => {
    const menu = findOwn(world, unit, wanted);
    if (!menu) return fails('menu_not_found');
    if (menu.state === '待审核') return fails('menu_pending');
    const items = menu.items.filter((item) => placeOf(item) !== placeOf(place));
    return { kind: 'success', isIdle: !changeMenu(world, menu, { ...menu, items }, menu.names) };
  },
});

/** A menu as it is answered; `said` is its content in the revision that is asked for. */
function toRecord(menu: ModelMenu, said: ModelContent = menu) {
  const { groups: eaters, standard, items, names, ...content } = contentOf(said);
  const { id: own, state, submitted, live, modify } = menu;
  return {
    ...content,
    ...{ id: own, vender: unitOf(own), groups: withMeals(eaters, content.meals) },
    ...(standard === undefined ? {} : { standard }),
    items: items.map((item) => ({ ...item, name: names[item.dish] })),
    ...{ state, revision: submitted.length, modify },
    ...(live === undefined ? {} : { published: live }),
  };
}

/** A unit asks for its own menus, the platform for those of an existing unit. */
export function refuseUnit(
  world: World,
  { isPlatform, unit }: ModelCaller,
  asked: number | undefined,
): Expected | undefined {
  if (!isPlatform) return asked === undefined || asked === unit ? undefined : fails('foreign_unit');
  if (asked === undefined) return fails('invalid_input', 'vender');
  return asked === 0 || world.units.has(asked) ? undefined : fails('unit_not_found');
}

const lastDay = ({ start: first, days }: ModelMenu) =>
  new Date(Date.parse(first) + (days - 1) * 86_400_000).toISOString().slice(0, 10);

const MEAL_NAMES: Readonly<Record<string, string>> = { breakfast: '早餐', lunch: '午餐', dinner: '晚餐' };

const getMenuList = defineKind({
  route: 'GET /api/menu/list.xlsx',
  weight: 1,
  choose: (draw, viewpoint) => ({
    vender:
      viewpoint.home === 0 || draw.rarely(4) ? id(draw, 'vender', [...viewpoint.world.units.keys()], 0) : undefined,
    keyword: maybe(draw, () => keyword(draw, '周', 'week')),
    ...paging(draw),
  }),
  read: (file) => {
    const [menus = []] = readWorkbook('menus.xlsx', file).map(({ rows }) => rows.slice(1).map(({ cells }) => cells));
    return {
      code: 200,
      desc: '成功',
      success: true,
      body: menus.map(([one, title, first, days, meals]) => [one, title, first, days, meals]),
    };
  },
  answer: ({ world, caller }, { vender, keyword: word, ...page }) => {
    const wrong = refuseUnit(world, caller, vender);
    if (wrong) return wrong;
    const found = menusOf(world, vender ?? caller.unit).list.filter((menu) => isFound(menu.name, word));
    const { content } = pageOf(found.toReversed(), page);
    return done(
      content.map((menu) => [
        String(menu.id),
        menu.name,
        menu.start,
        String(menu.days),
        menu.meals.map((meal) => MEAL_NAMES[meal]).join('、'),
      ]),
    );
  },
});

const findMenus = defineKind({
  route: 'GET /api/menu',
  weight: 5,
  choose: (draw, viewpoint) => ({
    id: draw.rarely(3) ? id(draw, 'id', menuIds(viewpoint)) : undefined,
    revision: draw.rarely(6) ? id(draw, 'revision', [1, 2, 3]) : undefined,
    vender:
      viewpoint.home === 0 || draw.rarely(4) ? id(draw, 'vender', [...viewpoint.world.units.keys()], 0) : undefined,
    keyword: maybe(draw, () => keyword(draw, '周', 'week', 'qzz')),
    state: draw.rarely(5) ? inQuery(choice(draw, 'state', ['草稿', '已发布', '待审核', ''])) : undefined,
    from: draw.rarely(5) ? inQuery(start(draw, 'from')) : undefined,
    to: draw.rarely(5) ? inQuery(start(draw, 'to')) : undefined,
    ...paging(draw),
  }),
  answer: ({ world, caller }, { id: wanted, revision, vender, keyword: word, state, from, to, ...page }) => {
    if (wanted !== undefined) {
      const menu = caller.isPlatform ? findMenu(world, wanted) : findOwn(world, caller.unit, wanted);
      if (!menu) return fails('menu_not_found');
      const said = revision === undefined ? menu : menu.submitted[revision - 1];
      return said ? done(toRecord(menu, said)) : fails('revision_not_found');
    }
    const wrong = refuseUnit(world, caller, vender);
    if (wrong) return wrong;
    const found = menusOf(world, vender ?? caller.unit)
      .list.filter((menu) => isFound(menu.name, word) && (state ?? menu.state) === menu.state)
      .filter((menu) => (from === undefined || lastDay(menu) >= from) && (to === undefined || menu.start <= to));
    return done(
      pageOf(
        found.toReversed().map((menu) => toRecord(menu)),
        page,
      ),
    );
  },
});

const selectMenus = defineKind({
  route: 'GET /api/menu/select',
  weight: 1,
  choose: (draw) => ({ keyword: maybe(draw, () => keyword(draw, '周', 'week')) }),
  answer: ({ world, caller: { unit } }, { keyword: word }) => {
    const found = menusOf(world, unit).list.filter((menu) => isFound(menu.name, word));
    return done(
      found.toReversed().map(({ id: own, name, start: first, days, state }) => {
        return { id: own, name, start: first, days, state };
      }),
    );
  },
});

const analyseMenu = defineKind({
  route: 'GET /api/menu/analysis',
  weight: 3,
  choose: (draw, viewpoint) => {
    const revision = draw.rarely(4) ? id(draw, 'revision', [1, 2, 3]) : undefined;
    return {
      id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
      revision,
      nutrient: draw.rarely(5) && !revision ? choice(draw, 'nutrient', ['protein', 'sodium', '']) : undefined,
    };
  },
  answer: ({ world, caller }, { id: wanted, revision, nutrient }): Expected => {
    const menu = caller.isPlatform ? findMenu(world, wanted) : findOwn(world, caller.unit, wanted);
    if (!menu) return fails('menu_not_found');
    if (revision === undefined) return done(analysisOf(world, unitOf(wanted), menu, nutrient));
    const said = menu.submitted[revision - 1];
    return said ? done(said.analysis) : fails('revision_not_found');
  },
});

const analyseDraft = defineKind({
  route: 'POST /api/menu/analysis',
  weight: 2,
  choose: (draw, viewpoint) => ({
    start: needed(draw, 'start', () => start(draw)),
    groups: needed(draw, 'groups', () => groups(draw)),
    ...menuArguments(draw, viewpoint),
  }),
  answer: ({ world, caller: { unit } }, { start: first, groups: eaters, ...facts }): Expected => {
    const { days = 5, meals = MEALS, items = [] } = facts;
    const asked = facts.standard === 'none' ? undefined : facts.standard;
    const content = { name: '', start: first, days, meals, groups: withMeals(eaters, meals), standard: asked, items };
    // A missing dish does not matter here, and a standard is looked for only if everything else is right.
    const bad = findBad(world, unit, content).filter((field) => !field.endsWith('.dish'));
    const misfits = bad.filter((field) => field !== 'standard');
    if (bad.length > 0) return fails('invalid_input', ...(misfits.length > 0 ? misfits : bad));
    return done(analysisOf(world, unit, { ...content, standard: chosen(world, unit, facts.standard) }));
  },
});

/** A template that chooses no dish. */
const NOTHING_CHOSEN = '{"breakfast":[],"lunch":[],"dinner":[]}';

/** Only locked dishes may be chosen. So the answer can be predicted, apart from the rules that it breaks. */
const generateMenu = defineKind({
  route: 'POST /api/menu/generate',
  weight: 2,
  choose: (draw, viewpoint) => {
    const { items: locked, ...facts } = menuArguments(draw, viewpoint);
    return {
      start: needed(draw, 'start', () => start(draw)),
      groups: needed(draw, 'groups', () => groups(draw)),
      ...facts,
      locked: locked && { ...locked, ...(locked.bad ? { bad: ['locked'] } : {}) },
      template: given(NOTHING_CHOSEN, undefined),
      seed: maybe(draw, () => given('7', 7)),
    };
  },
  view: ({ body, ...json }) => {
    const { unmet: _, ...told } = body ?? {};
    return body ? { ...json, body: told } : json;
  },
  answer: (
    { world, caller: { unit } },
    { start: first, groups: eaters, locked = [], seed = 1, ...facts },
  ): Expected => {
    const { days = 5, meals = MEALS } = facts;
    const asked = facts.standard === 'none' ? undefined : facts.standard;
    const content = { name: '', start: first, days, meals, groups: withMeals(eaters, meals), standard: asked };
    const bad = findBad(world, unit, { ...content, items: locked }).map((field) => field.replace(/^items/, 'locked'));
    const misfits = bad.filter((field) => field !== 'standard' && !field.endsWith('.dish'));
    if (misfits.length > 0) return fails('invalid_input', ...misfits);
    if (bad.length > 0) return fails('invalid_input', bad.includes('standard') ? 'standard' : 'locked');
    const served = locked.toSorted((a, b) => a.day - b.day || MEALS.indexOf(a.meal) - MEALS.indexOf(b.meal));
    const names = namesFor(world, unit, served);
    const menu = { ...content, standard: chosen(world, unit, facts.standard), items: served };
    const cost = planCostOf(world, unit, menu);
    return done({
      items: served.map(({ day, meal, dish, portion: amount }) => {
        return { day, meal, dish, name: names[dish], portion: amount };
      }),
      analysis: analysisOf(world, unit, menu),
      ...(cost === undefined ? {} : { cost }),
      seed,
    });
  },
});

/** What is best depends on how a plan weighs. Only whether there is an answer is predictable. */
const listAlternatives = defineKind({
  route: 'GET /api/menu/alternatives',
  weight: 2,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
    ...placeArguments(draw, viewpoint),
    library: maybe(draw, () => boolean(draw, 'library')),
  }),
  view: ({ body: _, ...json }) => json,
  answer: ({ world, caller: { unit } }, { id: wanted, ...place }): Expected => {
    const menu = Math.floor(wanted / ID_FACTOR) === unit ? findMenu(world, wanted) : undefined;
    if (!menu) return fails('menu_not_found');
    const isServed = menu.items.some((item) => placeOf(item) === placeOf(place));
    return isServed ? done() : fails('invalid_input', 'dish');
  },
});

export const kinds: readonly Kind[] = [
  createMenu,
  updateMenu,
  deleteMenus,
  copyMenu,
  setMenuDish,
  removeMenuDish,
  getMenuList,
  findMenus,
  selectMenus,
  analyseMenu,
  analyseDraft,
  generateMenu,
  listAlternatives,
];
