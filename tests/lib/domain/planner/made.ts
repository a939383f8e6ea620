import type { Meal } from '../../../../lib/domain/meal.ts';
import {
  DEFAULT_RULE_SETTINGS,
  type PlannerDish,
  type PlanProblem,
  type RuleSettings,
  type Template,
} from '../../../../lib/domain/planner/problem.ts';
import { type MadeFood, type MadeStandard, make } from '../analysis/made.ts';

/** A dish: mark, way of cooking, codes with grams of which those with a star are main ingredients, months. */
interface MadeDish {
  readonly mark?: string;
  readonly poly?: string;
  readonly of: Readonly<Record<string, number>>;
  readonly main?: readonly string[];
  readonly month?: number[];
  readonly meals?: Meal[];
  readonly liking?: number;
  readonly notFor?: string[];
}

/** What of a problem a test is about; all else is usual: one group, lunch of one day, no standard, no prices. */
export interface MadeProblem extends Partial<Pick<PlanProblem, 'locked' | 'seed' | 'daysOff' | 'adjacentServings'>> {
  readonly days?: number;
  readonly meals?: PlanProblem['content']['meals'];
  readonly groups?: Parameters<typeof make>[0]['groups'];
  readonly dishes: Readonly<Record<number, MadeDish>>;
  readonly foods?: Readonly<Record<string, MadeFood & { readonly edible?: string }>>;
  readonly marks?: Readonly<Record<string, '常用' | '忌用'>>;
  readonly standard?: MadeStandard;
  readonly template?: Template;
  readonly rules?: Partial<RuleSettings>;
  readonly prices?: Readonly<Record<string, string>>;
}

/** Rules that made dishes of few foods would break; the tests that are about them ask for them. */
const NO_RULES: Partial<RuleSettings> = {
  kindsPerDay: 0,
  kindsPerWeek: 0,
  perWeek: {},
  mainPerMeal: 50,
  methodPerMeal: 50,
  darkAtLunch: 0,
  ...{ perDish: 50, perCycle: 350, sharedPerLunch: 50, classPerWeek: {}, liking: 0 },
  ...{ foodPerMeal: 50, eggsPerMeal: 50, milkPerMeal: 50, ricePerMeal: 50, fruitPerMeal: 50 },
};

/** The problem of a planner. */
export function pose(made: MadeProblem): PlanProblem {
  const { days = 1, meals = ['lunch'], groups, foods = {}, marks = {}, standard } = made;
  const given = { days, meals, foods, marks, standard: standard ?? null, ...(groups ? { groups } : {}) };
  const { content, ...input } = make({ ...given, items: [] });
  const { items: _, ...menu } = { ...content, days };
  return {
    ...input,
    content: menu,
    dishes: new Map(Object.entries(made.dishes).map(([id, dish]) => [Number(id), toDish(id, dish)])),
    foods: new Map([...input.foods].map(([code, food]) => [code, { ...food, edible: foods[code]?.edible }])),
    prices: new Map(Object.entries(made.prices ?? {})),
    template: made.template ?? {},
    rules: { ...DEFAULT_RULE_SETTINGS, ...NO_RULES, ...made.rules },
    locked: made.locked ?? [],
    daysOff: made.daysOff,
    adjacentServings: made.adjacentServings,
    seed: made.seed ?? 1,
  };
}

/** So many dishes, from 1, each of a food of its own. */
export function makeDishes(count: number, mark = '荤菜'): MadeProblem['dishes'] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return Object.fromEntries(numbers.map((number) => [number, { mark, of: { [`f${number}`]: 100 } }]));
}

function toDish(
  id: string,
  { mark = '荤菜', poly = '', of, main, month = [], meals = [], ...taste }: MadeDish,
): PlannerDish {
  const ingredient = Object.entries(of).map(([key, grams]) => {
    return { key, value: String(grams), ...(main ? { isMain: main.includes(key) } : {}) };
  });
  return { name: `菜${id}`, mark, poly, month, meals, ingredient, ...taste };
}
