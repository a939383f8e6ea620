import { type MenuItem, reaches } from '../menu/menu.ts';
import { COLD_MEAT } from '../standard.ts';
import {
  type AnalysedDish,
  type AnalysedFood,
  type AnalysedStandard,
  type AnalysisInput,
  findGroupStandard,
  type Group,
} from './content.ts';

/** What a standard forbids in a dish: a food, by its code, or the mark of the dish. */
export type Forbidden = { readonly code: string } | { readonly mark: string };

const COLD_DISH = '凉菜';
/** Classes of food that make a cold dish a cold meat dish. */
const MEAT_CLASSES: ReadonlySet<string | undefined> = new Set(['畜禽肉类', '动物肝脏', '鱼虾类']);

type CheckedDish = Pick<AnalysedDish, 'mark' | 'ingredient'>;
type ClassedFoods = ReadonlyMap<string, Pick<AnalysedFood, 'foodCategory'>>;

function hasForbiddenMark(forbiddenMark: string, { mark, ingredient }: CheckedDish, foods: ClassedFoods): boolean {
  if (forbiddenMark !== COLD_MEAT) return mark === forbiddenMark;
  return mark === COLD_DISH && ingredient.some(({ key }) => MEAT_CLASSES.has(foods.get(key)?.foodCategory?.name));
}

/** Lists what these standards forbid in the dish, each once; empty if they allow it. */
export function listForbidden(
  dish: CheckedDish,
  foods: ClassedFoods,
  standards: Iterable<Pick<AnalysedStandard, 'forbidden' | 'forbiddenMarks'> | undefined>,
): Forbidden[] {
  const codes = new Set<string>();
  const marks = new Set<string>();
  for (const standard of standards) {
    for (const { key } of dish.ingredient) if (standard?.forbidden?.includes(key)) codes.add(key);
    for (const mark of standard?.forbiddenMarks ?? []) if (hasForbiddenMark(mark, dish, foods)) marks.add(mark);
  }
  return [...[...codes].map((code) => ({ code })), ...[...marks].map((mark) => ({ mark }))];
}

type JudgingStandards = Pick<AnalysisInput, 'standard' | 'standards'>;

/** Lists the standards that judge these groups, each once; undefined is among them if a group has none. */
export function listJudgingStandards(groups: readonly Group[], standards: JudgingStandards) {
  return new Set(groups.map((group) => findGroupStandard(group, standards)));
}

interface JudgedMenu extends JudgingStandards, Pick<AnalysisInput, 'foods'> {
  readonly content: { readonly groups: readonly Group[] };
  readonly dishes: ReadonlyMap<number, CheckedDish>;
}

/** Lists what is forbidden in the dish of an item by the standards of the groups that get it. */
export function listForbiddenOfItem(item: MenuItem, input: JudgedMenu): Forbidden[] {
  const dish = input.dishes.get(item.dish);
  const groups = input.content.groups.filter((group) => reaches(item, group));
  return dish ? listForbidden(dish, input.foods, listJudgingStandards(groups, input)) : [];
}
