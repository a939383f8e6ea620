import { MAX_FOODS } from '../analysis/content.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';
import { avoidedIn } from './traits.ts';

type Dishes = ReadonlyMap<number, PlannerDish>;

/**
 * The dishes of a plan: the locked dishes, and as many candidates as fit into one analysis, which takes `MAX_FOODS` foods. If
 * some must be left out, dishes of few foods are taken first, one of each mark in turn, so that there are some for every slot.
 */
export function chooseCandidates(
  candidates: Dishes,
  locked: Dishes,
  foodMarks: Marks,
): Pick<PlanProblem, 'dishes' | 'leftOutCount'> {
  const all = new Map([...candidates, ...locked]);
  if (foodCodes(all.values()).size <= MAX_FOODS) return { dishes: all };
  const foods = foodCodes(locked.values());
  const chosen = new Set(locked.keys());
  for (const [id, { ingredient }] of takeDishMarksInTurn(candidates, foodMarks)) {
    const newFoods = ingredient.filter(({ key }) => !foods.has(key));
    if (foods.size + newFoods.length > MAX_FOODS) continue;
    for (const { key } of newFoods) foods.add(key);
    chosen.add(id);
  }
  const dishes = new Map([...all].filter(([id]) => chosen.has(id)));
  return { dishes, leftOutCount: all.size - dishes.size };
}

/** The codes of the foods of all these dishes. */
function foodCodes(dishes: Iterable<PlannerDish>): Set<string> {
  return new Set([...dishes].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
}

/** The first dish of each mark, then the second of each, and so on. Among dishes of a mark, few foods come first, and avoided foods last. */
function takeDishMarksInTurn(candidates: Dishes, foodMarks: Marks): (readonly [id: number, PlannerDish])[] {
  const isAvoided = (dish: PlannerDish) => avoidedIn(dish, foodMarks).length > 0;
  const sorted = [...candidates].toSorted(([a, one], [b, other]) => {
    const avoidedLast = Number(isAvoided(one)) - Number(isAvoided(other));
    return avoidedLast || one.ingredient.length - other.ingredient.length || a - b;
  });
  const byMark = [...Map.groupBy(sorted, ([, { mark }]) => mark).values()];
  const turns = Math.max(0, ...byMark.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => byMark.flatMap((ofMark) => ofMark.slice(turn, turn + 1))).flat();
}
