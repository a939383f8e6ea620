import { expect, it } from 'vitest';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import type { PlannedDish } from '../../../../lib/domain/planner/problem.ts';
import { type DemoDish, demoDishes } from '../../../../scripts/start/demo-dishes.ts';
import { codeOf } from '../../../../scripts/start/demo-foods.ts';
import { demoStandards } from '../../../../scripts/start/demo-standards.ts';
import { makeProblem, SMALLER } from '../../../bench/planner/instances.ts';

function toPlanned({ name, mark, poly, month, foods }: DemoDish): PlannedDish {
  const ingredient = Object.entries(foods).map(([food, grams]) => ({ key: codeOf(food), value: String(grams) }));
  return { name, mark, poly, month: [...month], ingredient };
}

it.each([
  { school: 'yangguang', factor: '1' },
  { school: 'mingde', factor: '1.25' },
] as const)('each nutrient of a week of $school is in the range of its standard', ({ school, factor }) => {
  const [standard] = demoStandards.filter((one) => one.school === school);
  const usual = makeProblem(SMALLER, 1);
  const { analysis } = planMenu({
    ...usual,
    content: { ...usual.content, groups: [{ level: '中体力', people: 500, factor, meals: usual.content.meals }] },
    dishes: new Map([...demoDishes.library, ...demoDishes[school]].map((dish, index) => [index + 1, toPlanned(dish)])),
    prices: new Map(),
    standard: {
      overflow: standard?.overflow ?? '0',
      foodCategoryDay: JSON.stringify(standard?.foodCategoryDay),
      foodCategoryWeek: JSON.stringify(standard?.foodCategoryWeek),
      ingredient: JSON.stringify(standard?.ingredient),
    },
  });
  const judged = analysis.levels.flatMap(({ average }) =>
    average.nutrients.flatMap(({ judgement }) => judgement ?? []),
  );
  expect(judged).toEqual(Array.from({ length: 12 }, () => '适量'));
});
