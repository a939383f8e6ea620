import { expect, it } from 'vitest';
import { nutrients } from '../../../../../lib/domain/nutrient/nutrient.ts';
import { type Board, NOTHING, setUp } from '../../../../../lib/domain/planner/board.ts';
import { answerWith } from '../../../../../lib/domain/planner/plan.ts';
import type { PlanProblem } from '../../../../../lib/domain/planner/problem.ts';
import { Consequences } from '../../../../../lib/domain/planner/unmet/consequences.ts';
import type { Fault, Replacement } from '../../../../../lib/domain/planner/unmet/faults.ts';
import { Random } from '../../../../../lib/domain/values/random.ts';
import { makeProblem } from '../../../../bench/planner/instances.ts';

/** Few dishes of foods of which all is known, for many rules, for groups that take different meals. */
function crowded(): PlanProblem {
  const problem = makeProblem({ dishes: 50, days: 3, groups: ['0.85', '1.2'] }, 1);
  const [first, second] = problem.content.groups;
  const groups = first && second ? [first, { ...second, people: 40, meals: ['lunch' as const] }] : [];
  const rules = { kindsPerDay: 0, kindsPerWeek: 0, friedPerWeek: 1, budget: '12.00', perWeek: { 荤菜: 1, 主食: 2 } };
  const nothing = Object.fromEntries(nutrients.map(({ key }) => [key, '0']));
  const foods = new Map(
    [...problem.foods].map(
      ([code, food]) => [code, { ...food, nutrients: { ...nothing, ...food.nutrients } }] as const,
    ),
  );
  const dishes = new Map([...problem.dishes].map(([id, dish]) => [id, id % 5 === 0 ? { ...dish, poly: '炸' } : dish]));
  return { ...problem, foods, dishes, content: { ...problem.content, groups }, rules: { ...problem.rules, ...rules } };
}

/** What the answer tells is rounded: nobody knows of such changes whether they are one. */
const ROUNDED = 0.011;

interface Told {
  readonly rule: string;
  readonly of?: string | undefined;
  readonly level?: string | undefined;
  readonly day?: number | undefined;
  readonly dish?: number | undefined;
  readonly isShort?: boolean | undefined;
}

/** What it is about. A category is told of the mean and of the week, a repetition once for each time. */
function keyOf({ rule, of, level, day, dish, isShort }: Told): string {
  if (rule === 'template' || rule === 'fried') return rule;
  if (rule === 'repeat') return `${rule} ${dish}`;
  return ['nutrient', 'category', 'figure'].includes(rule)
    ? `figure ${of} ${level} ${day} ${isShort}`
    : `${rule} ${of} ${day} ${dish}`;
}

const isHardKey = (key: string) => /^(template|repeat|perWeek)/.test(key);

/** By what it is about, how far rules are not observed by these courses, as the answer tells it. */
function brokenBy(problem: PlanProblem, board: Board, stand: Int32Array): Map<string, number> {
  const broken = new Map<string, number>();
  for (const unmet of answerWith(problem, board, stand).unmet) {
    const key = keyOf({ ...unmet, isShort: unmet.text.includes('，不足（') });
    const by = unmet.rule === 'repeat' ? 1 : Number(unmet.by?.rawJSON ?? 0);
    const isSum = unmet.rule === 'repeat' || unmet.rule === 'template';
    broken.set(key, isSum ? (broken.get(key) ?? 0) + by : Math.max(broken.get(key) ?? 0, by));
  }
  return broken;
}

function isTwiceInMeal(board: Board, stand: Int32Array, place: number): boolean {
  return stand.some((one, other) => {
    return other !== place && one !== NOTHING && one === stand[place] && board.mealOf[other] === board.mealOf[place];
  });
}

/** Any courses that fit, none of them twice in a meal. */
function fill(board: Board, random: Random): Int32Array {
  const stand = Int32Array.from(board.optionsOf, (options, place) => {
    const isEmpty = board.isRequired[place] !== 1 && random.chance(0.5);
    return isEmpty ? NOTHING : (options[random.below(options.length)] ?? NOTHING);
  });
  for (const place of stand.keys()) if (isTwiceInMeal(board, stand, place)) stand[place] = NOTHING;
  return stand;
}

/** Another course at a place, or none, or two that change what they have. */
function draw(board: Board, stand: Int32Array, random: Random): Replacement[] {
  const [place, other] = [random.below(board.places.length), random.below(board.places.length)];
  const options = board.optionsOf[place] ?? [];
  if (random.chance(0.5) && board.optionsOf[other] === options && board.mealOf[other] !== board.mealOf[place]) {
    const [to, back] = [stand[other] ?? NOTHING, stand[place] ?? NOTHING];
    return to === back
      ? []
      : [
          { place, to },
          { place: other, to: back },
        ];
  }
  const to = random.chance(0.1) ? NOTHING : (options[random.below(options.length)] ?? NOTHING);
  return to === stand[place] ? [] : [{ place, to }];
}

it('are what the answer would tell to be worse, and nothing else, after any change', () => {
  const problem = crowded();
  const board = setUp(problem);
  const random = new Random(11);
  const seen = new Set<string>();
  for (let round = 0; round < 9; round += 1) {
    const stand = fill(board, random);
    const before = brokenBy(problem, board, stand);
    const plan = new Consequences(board, stand);
    for (let move = 0; move < 9; move += 1) {
      const replacements = draw(board, stand, random);
      const after = stand.slice();
      for (const { place, to } of replacements) after[place] = to;
      if (replacements.length === 0 || replacements.some(({ place }) => isTwiceInMeal(board, after, place))) continue;
      const now = brokenBy(problem, board, after);
      const moreOf = (key: string) => (now.get(key) ?? 0) - (before.get(key) ?? 0);
      const all = [...now.keys()].filter((key) => moreOf(key) > ROUNDED);
      // Where a hard rule is broken nobody asks for more.
      const worse = all.some(isHardKey) ? all.filter(isHardKey) : all;
      const faults = plan.faultsOf(replacements).filter(({ isTolerated }) => !isTolerated);
      const told = faults.map(({ group = 0, ...fault }: Fault) => {
        return keyOf({ ...fault, level: problem.content.groups[group]?.level });
      });
      const sure = told.filter((key) => !now.has(key) || moreOf(key) < 0 || moreOf(key) > ROUNDED);
      expect([...new Set(sure)].sort()).toEqual(worse.sort());
      for (const { rule } of faults) seen.add(rule);
    }
  }
  expect([...seen].sort()).toEqual(['budget', 'figure', 'fried', 'main', 'method', 'perWeek', 'repeat', 'template']);
});
