import { dishId } from '../../../lib/domain/dish.ts';
import { type Mark, marks } from '../../../lib/domain/ingredient/mark.ts';
import { meals } from '../../../lib/domain/menu/menu.ts';
import { nutrients } from '../../../lib/domain/nutrient/nutrient.ts';
import { createDishes } from '../../../lib/store/dish/dish-placement.ts';
import { changeMarks } from '../../../lib/store/ingredient/mark.ts';
import { createStandard } from '../../../lib/store/standard.ts';
import { loadStarter, starterFoods } from '../../../scripts/command/starter.ts';
import type { PlainCall } from '../../support/costs/goal.ts';
import type { Setup } from '../../support/service/setup.ts';

/** The number of different dishes in the most expensive menu, and the size of their recipes. */
const DISHES = 150;
const FOODS = 100;
const ITEMS = 315;
const DAYS = 7;
const GROUPS = 10;
const MARKS = 20_000;
/** The first of the characters that take four bytes, the most there are. */
const FIRST_RARE_HANZI = 0x20000;
const HANZI = 20_000;

/** A text of that length, of characters without a pattern. */
function longestText(index: number, length: number): string {
  let state = index + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(FIRST_RARE_HANZI + (state % HANZI));
  };
  return Array.from({ length }, next).join('');
}

const levelOf = (group: number) => longestText(group, 50);

/**
 * The ingredients of a menu's dishes: foods of the catalogue, or unknown codes as long as possible, as many as an
 * analysis accepts, or more.
 */
const ingredientKinds = ['foods of the catalogue', '2,000 codes', '15,000 codes'] as const;
type IngredientKind = (typeof ingredientKinds)[number];
const CODES = 2000;

/** The calls that analyse the most expensive possible menus, by the ingredients of their dishes. */
export async function prepareWorstMenus({ service, school }: Setup): Promise<ReadonlyMap<string, PlainCall>> {
  const { db } = service.deps;
  await loadStarter(db);
  await changeMarks(db, school.id, new Map(manyMarks()));
  await createStandard(db, { name: '标准', vendors: [school.id], overflow: '0.12345', ...worstFigures() });
  const facts = { mark: '素菜', poly: '炒', month: [1], iconFile: '', hasIcon: false, modify: 1 };
  await createDishes(db, school.id, ingredientKinds.length * DISHES, (number) => {
    const kind = ingredientKinds[Math.floor((number - 1) / DISHES)] ?? ingredientKinds[0];
    return { ...facts, name: longestText(number, 100), ingredient: ingredientsOf(number, kind) };
  });
  const calls = ingredientKinds.map((kind, index): [string, PlainCall] => {
    const parameters = worstWeek(school.id, 1 + index * DISHES);
    return [kind, { route: 'POST /api/menu/analysis', parameters, options: { token: school.token } }];
  });
  return new Map(calls);
}

function manyMarks(): [string, Mark][] {
  const [first = '常用'] = marks;
  const listed = starterFoods.map(({ code }): [string, Mark] => [code, '忌用']);
  const others = Array.from({ length: MARKS - listed.length }, (_, index): [string, Mark] => {
    return [String(index).padStart(64, 'c'), first];
  });
  return [...listed, ...others];
}

function worstFigures() {
  const range = { min: 1000.12345, max: 2000.12345, ul: 3000.12345 };
  const figures = Object.fromEntries(nutrients.map(({ key }) => [key, range]));
  const levels = Array.from({ length: GROUPS }, (_, group) => [levelOf(group), figures]);
  return { ingredient: JSON.stringify(Object.fromEntries(levels)) };
}

function ingredientsOf(dish: number, kind: IngredientKind) {
  return Array.from({ length: FOODS }, (_, index) => {
    const value = `${99_999.12345 - index}`;
    if (kind !== 'foods of the catalogue') {
      const code = dish * FOODS + index;
      return { key: longestText(kind === '2,000 codes' ? code % CODES : code, 64), value };
    }
    return { key: starterFoods[(dish * 7 + index) % starterFoods.length]?.code ?? '', value };
  });
}

/** A menu of seven days, as it is sent, with fifteen dishes per meal and a group of each level. */
function worstWeek(unit: number, first: number) {
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    day: 1 + (index % DAYS),
    meal: meals[Math.floor(index / DAYS) % meals.length],
    dish: dishId(unit, first + (index % DISHES)),
    portion: 9.12345678,
  }));
  const groups = Array.from({ length: GROUPS }, (_, group) => ({
    level: levelOf(group),
    people: 100_000,
    factor: 4.12345678 + group / 100,
  }));
  return { start: '2026-09-07', days: DAYS, groups: JSON.stringify(groups), items: JSON.stringify(items) };
}
