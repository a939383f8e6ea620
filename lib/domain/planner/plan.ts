import { analyse } from '../analysis/analyse.ts';
import { MAX_NAMED } from '../analysis/findings.ts';
import { kitchenName } from '../ingredient/food.ts';
import type { MenuItem } from '../menu/menu.ts';
import { DAYS_OF_WEEK } from '../values/calendar.ts';
import { toTwoDecimals } from '../values/output.ts';
import type { PlanAnswer } from './answer.ts';
import { limitDifferentDishes, limitSlots } from './different-dishes.ts';
import { toMenuCost } from './menu-cost.ts';
import { EMPTY, type Model, toModel } from './model.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';
import { BestCase } from './rules/best-case.ts';
import { listUnmet } from './rules/rules.ts';
import { anneal, type SearchResult } from './search/anneal.ts';
import { CYCLE_WORK, WORK_LIMITS, type WorkLimits } from './search/parameters.ts';
import { listSlots } from './slots.ts';
import { listLargestGroupItems, substituteHarmfulItems } from './substitutes.ts';

/** Plans a menu. The same problem gives the same answer on any machine. The problem may have more dishes than a menu can have, see `limitDifferentDishes`. */
export function planMenu(allDishesProblem: PlanProblem, limits: WorkLimits = WORK_LIMITS): PlanAnswer {
  const problem = limitDifferentDishes(allDishesProblem);
  // The search gives all groups the dishes of the largest one. `substituteHarmfulItems` then replaces what a group must avoid.
  const largestGroupProblem = { ...problem, locked: listLargestGroupItems(problem.locked, problem.content.groups) };
  const model = toModel(largestGroupProblem, limitSlots(listSlots(largestGroupProblem)));
  return toAnswer(problem, model, anneal(model, problem.seed, limits));
}

type PlannedWeek = PlanAnswer & { readonly start: string };

/** Plans consecutive weeks. Each takes into account what the weeks before it serve. */
export function planCycle(problems: readonly PlanProblem[]): PlannedWeek[] {
  const totalWork = Math.min(WORK_LIMITS.totalWork, CYCLE_WORK / problems.length);
  const weeks: PlannedWeek[] = [];
  for (const problem of problems) {
    const earlierServings = weeks.flatMap(({ items }, weekIndex) => {
      const daysBefore = (weeks.length - weekIndex) * DAYS_OF_WEEK;
      return items.map(({ day, dish }) => ({ day: day - daysBefore, dish }));
    });
    const adjacentServings = [...(problem.adjacentServings ?? []), ...earlierServings];
    const answer = planMenu({ ...problem, adjacentServings }, { ...WORK_LIMITS, totalWork });
    weeks.push({ start: problem.content.start, ...answer });
  }
  return weeks;
}

/** Makes the answer from the plan that was found: adds substitutes, and judges the menu. */
export function toAnswer(problem: PlanProblem, model: Model, { plan, isCutShort }: SearchResult): PlanAnswer {
  const largestGroupItems = toItems(model, plan);
  // By identity, not by `itemKey`: another group may have locked the dish that the search found for the largest one.
  const lockedForOtherGroups = problem.locked.filter((item) => !largestGroupItems.includes(item));
  const plannedItems = [...largestGroupItems, ...lockedForOtherGroups];
  const { items, unmet: unmetAllergens } = substituteHarmfulItems(problem, plannedItems);
  // The problem may have thousands of dishes. The analysis gets only those that are served.
  const analysis = analyse({ ...problem, dishes: pickDishes(problem, items), content: { ...problem.content, items } });
  const menu = { problem, model, bestCase: new BestCase(model), largestGroupItems, items, analysis, isCutShort };
  return { items, analysis, unmet: [...unmetAllergens, ...listUnmet(menu)], ...reportCost(problem, items) };
}

/** Picks the dishes of these items, by id. A deleted dish is absent. */
export function pickDishes(problem: PlanProblem, items: readonly Pick<MenuItem, 'dish'>[]): Map<number, PlannerDish> {
  const pairs = items.flatMap(({ dish: dishId }) => {
    const dish = problem.dishes.get(dishId);
    return dish ? [[dishId, dish] as const] : [];
  });
  return new Map(pairs);
}

function reportCost(problem: PlanProblem, items: readonly MenuItem[]): Pick<PlanAnswer, 'cost'> {
  if (problem.prices.size === 0) return {};
  const { knownCost, estimatedCost, unpricedCodes } = toMenuCost(items, problem);
  const unpricedNames = unpricedCodes.slice(0, MAX_NAMED).map((code) => kitchenName(problem.foods.get(code), code));
  const costs = { value: toTwoDecimals(knownCost), estimate: toTwoDecimals(estimatedCost) };
  return { cost: { ...costs, missing: unpricedNames, missingCount: unpricedCodes.length } };
}

/** Turns a plan into items, in the order of the slots. A locked slot gives the problem's own object, by which `toAnswer` finds it. */
function toItems({ slots, candidates }: Model, plan: Int32Array): MenuItem[] {
  return slots.flatMap(({ day, meal, lockedItem }, slot) => {
    if (lockedItem) return [lockedItem];
    const candidate = plan[slot] ?? EMPTY;
    const chosen = candidates[candidate];
    return chosen && candidate !== EMPTY ? [{ day, meal, dish: chosen.dishId, portion: chosen.portion }] : [];
  });
}
