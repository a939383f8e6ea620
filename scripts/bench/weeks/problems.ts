import type { Meal } from '../../../lib/domain/meal.ts';
import { toGroups } from '../../../lib/domain/menu/menu-groups.ts';
import { withDefaults } from '../../../lib/domain/planner/fields.ts';
import type { PlannerDish, PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { INITIAL_CONFIG } from '../../../lib/domain/unit.ts';
import { addDays, DAYS_OF_WEEK } from '../../../lib/domain/values/calendar.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { toIngredients } from '../../command/dish-table.ts';
import { starterFoods, starterStandards } from '../../command/starter.ts';
import { demoDishes } from '../../start/demo-dishes.ts';
import { findPrices, regions } from '../../start/demo-prices.ts';

/** The weeks of a cycle. */
const WEEKS = 4;
/** The first cycles begin in spring. */
const FIRST_MONDAY = '2026-03-02';
const WEEKS_OF_SEASON = 13;
const SEASONS = 4;

/** The pupils of a school: the band of their standard, and the portion of dishes that are written for 9 to 11 years. */
const ages = [
  { band: '3–5', factor: '0.65' },
  { band: '9–11', factor: '1' },
  { band: '15–17', factor: '1.3' },
] as const;
type Age = (typeof ages)[number];

/** The days and meals of a school, and its budget in yuan per head and day. */
export const forms = [
  { name: 'lunches', days: 5, meals: ['lunch'], budget: { min: '9.9', max: '11' } },
  { name: 'full board', days: 7, meals: ['breakfast', 'lunch', 'dinner'], budget: { min: '21.6', max: '24' } },
] as const;
export type Form = (typeof forms)[number];
/** A kindergarten's full board has two snacks: without them it cannot serve 350 g of milk. */
const SMALL_CHILDREN_MEALS: readonly Meal[] = ['breakfast', 'morningSnack', 'lunch', 'afternoonSnack', 'dinner'];

/** Four consecutive weeks of a school. */
export interface Cycle {
  readonly age: Age;
  readonly form: Form;
  /** A problem for each week. */
  readonly problems: readonly PlanProblem[];
}

/** A school without dishes of its own, and the demo's schools. */
const ownDishesBySchool = { none: [], yangguang: demoDishes.yangguang, mingde: demoDishes.mingde };
/** For each school, all its dishes by id: those of the library, which have the first ids, and its own. */
const dishByIdOfSchools = Object.values(ownDishesBySchool).map(
  (own): ReadonlyMap<number, PlannerDish> =>
    new Map(
      [...demoDishes.library, ...own].map((dish, index) => {
        const { name, mark, poly, month, meals, liking, notFor } = dish;
        const facts = { name, mark, poly, month: [...month], meals: [...meals], ingredient: toIngredients(dish) };
        return [index + 1, { ...facts, ...(liking === undefined ? {} : { liking }), notFor: [...(notFor ?? [])] }];
      }),
    ),
);
export const libraryIds: ReadonlySet<number> = new Set(demoDishes.library.map((_, index) => index + 1));
const foodByCode = new Map(starterFoods.map((food) => [food.code, food]));

/** Makes the cycle of an index. Ages, forms, regions, seasons and schools take turns, each at its own pace. */
export function makeCycle(cycleIndex: number): Cycle {
  const age = at(ages, cycleIndex % ages.length);
  const form = at(forms, Math.floor(cycleIndex / ages.length) % forms.length);
  const seasonIndex = Math.floor(cycleIndex / (ages.length * forms.length)) % SEASONS;
  const start = addDays(FIRST_MONDAY, DAYS_OF_WEEK * WEEKS_OF_SEASON * seasonIndex);
  const meals = age.band === '3–5' && form.name === 'full board' ? SMALL_CHILDREN_MEALS : form.meals;
  const { template, rules } = withDefaults(meals, { rules: { budget: form.budget } }, INITIAL_CONFIG);
  const problem: Omit<PlanProblem, 'content'> = {
    dishes: at(dishByIdOfSchools, (cycleIndex + seasonIndex) % dishByIdOfSchools.length),
    foods: foodByCode,
    prices: findPrices(at(regions, Math.floor(cycleIndex / 2) % regions.length)),
    marks: new Map(),
    shares: INITIAL_CONFIG,
    standard: starterStandards.find(({ band }) => band === age.band),
    template,
    rules,
    locked: [],
    seed: cycleIndex + 1,
  };
  const content = {
    name: '',
    days: form.days,
    meals,
    groups: toGroups([{ level: '中体力', people: 300, factor: age.factor }], () => meals),
    standard: 1,
  };
  const problems = Array.from({ length: WEEKS }, (_, weekIndex) => ({
    ...problem,
    content: { ...content, start: addDays(start, DAYS_OF_WEEK * weekIndex) },
  }));
  return { age, form, problems };
}
