import { analyse } from '../analysis/analyse.ts';
import { MAX_NAMED, print } from '../analysis/findings.ts';
import type { Analysis } from '../analysis/shape.ts';
import { kitchenName } from '../ingredient/ingredient.ts';
import type { MenuItem } from '../menu/menu.ts';
import type { PlanAnswer } from './answer.ts';
import { sumCost } from './cost.ts';
import { EMPTY, type Model, toModel } from './model.ts';
import type { PlanProblem } from './problem.ts';
import { Reach } from './rules/reach.ts';
import { findUnmet } from './rules/unmet.ts';
import { anneal, type SearchResult } from './search/anneal.ts';
import { SEARCH_BUDGETS, type SearchBudget } from './search/parameters.ts';
import { commonItems, substitute } from './substitutes.ts';

/** Plans a menu within the budget of its effort. The same problem gives the same answer on any machine. */
export function planMenu(problem: PlanProblem): PlanAnswer {
  return planWithin(problem, SEARCH_BUDGETS[problem.effort]);
}

/** Plans a menu within this budget. */
export function planWithin(problem: PlanProblem, budget: SearchBudget): PlanAnswer {
  const { locked, content } = problem;
  const model = toModel({ ...problem, locked: commonItems(locked, content.groups) });
  return answerWith(problem, model, anneal(model, problem.seed, budget));
}

/** The answer that serves the plan which was found. */
export function answerWith(problem: PlanProblem, model: Model, { plan, isCutShort }: SearchResult): PlanAnswer {
  const common = toItems(model, plan);
  const otherLocked = problem.locked.filter((item) => !common.includes(item));
  const { items, unmet: unsubstituted } = substitute(problem, [...common, ...otherLocked]);
  const analysis = analyseItems(problem, items);
  const unmet = [
    ...unsubstituted,
    ...findUnmet({ problem, model, reach: new Reach(model), items: common, served: items, analysis, isCutShort }),
  ];
  return { items, analysis, unmet, ...reportCost(problem, items) };
}

/** The analysis of a menu with these items. It gets only the dishes that are served: the problem may have thousands. */
export function analyseItems(problem: PlanProblem, items: readonly MenuItem[]): Analysis {
  const served = items.flatMap(({ dish: id }) => {
    const dish = problem.dishes.get(id);
    return dish ? [[id, dish] as const] : [];
  });
  return analyse({ ...problem, dishes: new Map(served), content: { ...problem.content, items } });
}

function reportCost(problem: PlanProblem, items: readonly MenuItem[]): Pick<PlanAnswer, 'cost'> {
  if (problem.prices.size === 0) return {};
  const { known, estimated, missing } = sumCost(items, problem);
  const named = missing.slice(0, MAX_NAMED).map((code) => kitchenName(problem.foods.get(code), code));
  return {
    cost: { value: print(known), estimate: print(estimated), missing: named, missingCount: missing.length },
  };
}

/** The items in the order of the slots. */
function toItems({ slots, courses }: Model, plan: Int32Array): MenuItem[] {
  return slots.flatMap(({ day, meal, locked }, slot) => {
    if (locked) return [locked];
    const course = courses[plan[slot] ?? EMPTY];
    return course && course.portion !== '' ? [{ day, meal, dish: course.dish, portion: course.portion }] : [];
  });
}
