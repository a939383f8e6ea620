import type { Meal } from '../../../lib/domain/meal.ts';
import { toGroups } from '../../../lib/domain/menu/menu-groups.ts';
import { withDefaults } from '../../../lib/domain/planner/fields.ts';
import type { PlannerDish, PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { INITIAL_CONFIG } from '../../../lib/domain/unit.ts';
import { addDays, DAYS_OF_WEEK } from '../../../lib/domain/values/calendar.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { toDishFacts } from '../../command/dish-table.ts';
import { starterFoods, starterStandards } from '../../command/starter.ts';
import { demoDishes } from '../../start/demo-dishes.ts';
import { findPrices, regions } from '../../start/demo-prices.ts';

const WEEKS_OF_CYCLE = 4;
/** The first cycles begin in spring. */
const FIRST_MONDAY = '2026-03-02';
const WEEKS_OF_SEASON = 13;
const SEASONS = 4;

/** The pupils of a school: the band of their standard, and the factor of their portions, which is 1 for 9 to 11 years. */
const ageBands = [
  { band: '3–5', factor: '0.65' },
  { band: '9–11', factor: '1' },
  { band: '15–17', factor: '1.3' },
] as const;

/** The days and meals of a school, and its budget in yuan per head and day. */
export const boardings = [
  { name: 'lunches', days: 5, meals: ['lunch'], budget: { min: '9.9', max: '11' } },
  { name: 'full board', days: 7, meals: ['breakfast', 'lunch', 'dinner'], budget: { min: '21.6', max: '24' } },
] as const;
export type Boarding = (typeof boardings)[number];
/** A kindergarten's full board has two snacks: without them it cannot serve 350 g of milk. */
const SMALL_CHILDREN_MEALS: readonly Meal[] = ['breakfast', 'morningSnack', 'lunch', 'afternoonSnack', 'dinner'];

/** Four consecutive weeks of a school. */
export interface Cycle {
  readonly boarding: Boarding;
  /** A problem for each week. */
  readonly problems: readonly PlanProblem[];
}

/** A school without dishes of its own, and the demo's schools. */
const ownDishesBySchool = { none: [], yangguang: demoDishes.yangguang, mingde: demoDishes.mingde };
/** By the index of `ownDishesBySchool`, all dishes of a school by id: those of the library have the first ids. */
const dishMapBySchoolIndex = Object.values(ownDishesBySchool).map(
  (own): ReadonlyMap<number, PlannerDish> =>
    new Map(
      [...demoDishes.library, ...own].map((dish, index) => {
        const { liking, notFor = [] } = dish;
        const likingFact = liking === undefined ? {} : { liking };
        return [index + 1, { ...toDishFacts(dish), ...likingFact, notFor: [...notFor] }];
      }),
    ),
);
export const libraryIds: ReadonlySet<number> = new Set(demoDishes.library.map((_, index) => index + 1));
const foodByCode = new Map(starterFoods.map((food) => [food.code, food]));

/** Makes the cycle of an index. Bands of age, boardings, regions, seasons and schools take turns, each at its own pace. */
export function makeCycle(cycleIndex: number): Cycle {
  const ageBand = at(ageBands, cycleIndex % ageBands.length);
  const boarding = at(boardings, Math.floor(cycleIndex / ageBands.length) % boardings.length);
  const seasonIndex = Math.floor(cycleIndex / (ageBands.length * boardings.length)) % SEASONS;
  const start = addDays(FIRST_MONDAY, DAYS_OF_WEEK * WEEKS_OF_SEASON * seasonIndex);
  const meals = ageBand.band === '3–5' && boarding.name === 'full board' ? SMALL_CHILDREN_MEALS : boarding.meals;
  const { template, rules } = withDefaults(meals, { rules: { budget: boarding.budget } }, INITIAL_CONFIG);
  const standard = starterStandards.find(({ band }) => band === ageBand.band);
  if (!standard) throw new Error(`no starter standard is for ${ageBand.band}`);
  // Two cycles a region: if each cycle had the next of the three, a band of age would always have the same.
  const region = at(regions, Math.floor(cycleIndex / 2) % regions.length);
  const problem: Omit<PlanProblem, 'content'> = {
    dishes: at(dishMapBySchoolIndex, (cycleIndex + seasonIndex) % dishMapBySchoolIndex.length),
    foods: foodByCode,
    prices: findPrices(region),
    marks: new Map(),
    shares: INITIAL_CONFIG,
    standard,
    template,
    rules,
    locked: [],
    seed: cycleIndex + 1,
  };
  const content = {
    name: '',
    days: boarding.days,
    meals,
    groups: toGroups([{ level: '中体力', people: 300, factor: ageBand.factor }], () => meals),
    standard: 1,
  };
  const problems = Array.from({ length: WEEKS_OF_CYCLE }, (_, weekIndex) => ({
    ...problem,
    content: { ...content, start: addDays(start, DAYS_OF_WEEK * weekIndex) },
  }));
  return { boarding, problems };
}
