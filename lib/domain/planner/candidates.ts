import { MOST_FOODS } from '../analysis/content.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannedDish, PlanProblem } from './problem.ts';
import { avoidedIn } from './traits.ts';

type Dishes = ReadonlyMap<number, PlannedDish>;

/**
 * The dishes of a plan: the locked dishes, and as many candidates as have foods enough for one analysis together. Where those
 * are not all, dishes of few foods are taken first, one of each mark in turn, so that there are some for every slot.
 */
export function chooseCandidates(
  candidates: Dishes,
  locked: Dishes,
  marks: Marks,
): Pick<PlanProblem, 'dishes' | 'leftOut'> {
  const all = new Map([...candidates, ...locked]);
  if (foodCodes(all.values()).size <= MOST_FOODS) return { dishes: all };
  const foods = foodCodes(locked.values());
  const chosen = new Set(locked.keys());
  for (const [id, { ingredient }] of takeMarksInTurn(candidates, marks)) {
    const more = ingredient.filter(({ key }) => !foods.has(key));
    if (foods.size + more.length > MOST_FOODS) continue;
    for (const { key } of more) foods.add(key);
    chosen.add(id);
  }
  const dishes = new Map([...all].filter(([id]) => chosen.has(id)));
  return { dishes, leftOut: all.size - dishes.size };
}

/** The codes of the foods of all these dishes. */
function foodCodes(dishes: Iterable<PlannedDish>): Set<string> {
  return new Set([...dishes].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
}

/** The first dish of each mark, then the second of each, and so on. Of a mark, dishes of few foods come first, and dishes to be avoided last. */
function takeMarksInTurn(candidates: Dishes, marks: Marks): (readonly [id: number, PlannedDish])[] {
  const isAvoided = (dish: PlannedDish) => avoidedIn(dish, marks).length > 0;
  const sorted = [...candidates].toSorted(([a, one], [b, other]) => {
    const last = Number(isAvoided(one)) - Number(isAvoided(other));
    return last || one.ingredient.length - other.ingredient.length || a - b;
  });
  const byMark = [...Map.groupBy(sorted, ([, { mark }]) => mark).values()];
  const turns = Math.max(0, ...byMark.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => byMark.flatMap((some) => some.slice(turn, turn + 1))).flat();
}
