import { MOST_FOODS } from '../analysis/content.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannedDish, PlanProblem } from './problem.ts';
import { avoidedIn } from './traits.ts';

type Dishes = ReadonlyMap<number, PlannedDish>;

/**
 * The dishes of a plan: those that are locked, and of the candidates as many that whatever is chosen of them makes a menu
 * that can be analysed. Where that is not all of them, dishes of few foods come first, of each mark in turn, so that there
 * is something for every slot.
 */
export function chooseCandidates(
  candidates: Dishes,
  locked: Dishes,
  marks: Marks,
): Pick<PlanProblem, 'dishes' | 'leftOut'> {
  const all = new Map([...candidates, ...locked]);
  if (foodsOf(all.values()).size <= MOST_FOODS) return { dishes: all };
  const foods = foodsOf(locked.values());
  const chosen = new Set(locked.keys());
  for (const [id, { ingredient }] of byTurns(candidates, marks)) {
    const more = ingredient.filter(({ key }) => !foods.has(key));
    if (foods.size + more.length > MOST_FOODS) continue;
    for (const { key } of more) foods.add(key);
    chosen.add(id);
  }
  // In the order in which they were.
  const dishes = new Map([...all].filter(([id]) => chosen.has(id)));
  return { dishes, leftOut: all.size - dishes.size };
}

function foodsOf(dishes: Iterable<PlannedDish>): Set<string> {
  return new Set([...dishes].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
}

/** The first of each mark, the second of each, and so on; of a mark those come first that may be served and have few foods. */
function byTurns(candidates: Dishes, marks: Marks): (readonly [id: number, PlannedDish])[] {
  const isAvoided = (dish: PlannedDish) => avoidedIn(dish, marks).length > 0;
  const sorted = [...candidates].toSorted(([a, one], [b, other]) => {
    const last = Number(isAvoided(one)) - Number(isAvoided(other));
    return last || one.ingredient.length - other.ingredient.length || a - b;
  });
  const ofMarks = [...Map.groupBy(sorted, ([, { mark }]) => mark).values()];
  const turns = Math.max(0, ...ofMarks.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => ofMarks.flatMap((some) => some.slice(turn, turn + 1))).flat();
}
