import { expect, it } from 'vitest';
import { toGroups } from '../../../../lib/domain/menu/menu-groups.ts';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import type { PlannerDish, PlanProblem } from '../../../../lib/domain/planner/problem.ts';
import { type TableDish, toIngredients } from '../../../../scripts/command/dish-table.ts';
import { starterStandards } from '../../../../scripts/command/starter.ts';
import { demoDishes } from '../../../../scripts/start/demo-dishes.ts';
import { makeProblem, SMALLER } from '../../../support/planner/instances.ts';

function toDish(dish: TableDish): PlannerDish {
  const { name, mark, poly, month, meals } = dish;
  return { name, mark, poly, month: [...month], meals: [...meals], ingredient: toIngredients(dish) };
}

type School = 'yangguang' | 'mingde';
const ages = { yangguang: '9–11', mingde: '12–14' };

/** The lunches alone of a problem. */
function toLunches(problem: PlanProblem): PlanProblem {
  const { content, template } = problem;
  const groups = content.groups.map((group) => ({ ...group, meals: ['lunch'] as const }));
  return { ...problem, content: { ...content, meals: ['lunch'], groups }, template: { lunch: template.lunch ?? [] } };
}

/** A September week of a demo school by its own standard, of its dishes and the library's, without prices. */
function posed(school: School, factor: string, seed = 1): PlanProblem {
  const usual = makeProblem(SMALLER, seed);
  return {
    ...usual,
    content: {
      ...usual.content,
      groups: toGroups([{ level: '中体力', people: 500, factor }], () => usual.content.meals),
    },
    dishes: new Map([...demoDishes.library, ...demoDishes[school]].map((dish, index) => [index + 1, toDish(dish)])),
    prices: new Map(),
    standard: starterStandards.find(({ name }) => name.includes(ages[school])),
  };
}

it.each([
  ['yangguang by factor 1', planMenu(posed('yangguang', '1'))],
  ['mingde by factor 1.25', planMenu(posed('mingde', '1.25'))],
  ['lunches of yangguang', planMenu(toLunches(posed('yangguang', '1')))],
  ['lunches of mingde by factor 1.25', planMenu(toLunches(posed('mingde', '1.25')))],
  ...[1, 2].map((seed) => [`mingde by factor 1, seed ${seed}`, planMenu(posed('mingde', '1', seed))] as const),
] as const)(
  'each nutrient and part of the energy of a week of %s is in the range of its standard',
  (_, { analysis }) => {
    const judged = analysis.levels.flatMap(({ average: { nutrients, judgedShares = [] } }) =>
      [...nutrients, ...judgedShares].flatMap(({ key, judgement }) => (judgement ? [[key, judgement]] : [])),
    );
    expect(judged).toHaveLength(14);
    expect(judged.filter(([, judgement]) => judgement !== '适量')).toEqual([]);
  },
);

it.each([
  ['9–11', '1'],
  ['15–17', '1.3'],
])('lunches of the library for %s years have too much of no category, nor protein', (years, factor) => {
  const { analysis } = planMenu({
    ...toLunches(posed('yangguang', factor)),
    dishes: new Map(demoDishes.library.map((dish, index) => [index + 1, toDish(dish)])),
    standard: starterStandards.find(({ name }) => name.includes(years)),
  });
  const judgements = analysis.levels.flatMap(({ average, week }) =>
    [...average.categories, ...(week?.categories ?? [])].map(({ name, judgement }) => ({ name, judgement })),
  );
  expect(judgements.filter(({ name }) => name === '畜禽肉类')).toHaveLength(2);
  expect(judgements.filter(({ judgement }) => judgement === '过量')).toEqual([]);
  const protein = analysis.levels.flatMap(({ average }) => average.nutrients.filter(({ key }) => key === 'protein'));
  expect(protein).toMatchObject([{ judgement: '适量' }]);
});

it('so it is with a budget that no week can keep: it does not come before the standard', () => {
  const problem = posed('mingde', '1');
  const { prices, rules } = makeProblem(SMALLER, 1);
  const { analysis, unmet } = planMenu({ ...problem, prices, rules: { ...rules, budget: { min: '0', max: '1' } } });
  const nutrients = analysis.levels.flatMap(({ average }) => average.nutrients);
  expect(nutrients.filter(({ judgement }) => judgement === '不足' || judgement === '过量')).toEqual([]);
  expect(unmet.filter(({ rule }) => rule === 'budget')).toHaveLength(1);
});

it.each([1, 2])('repeats no more than it must: three days ask for six dishes of five, seed %i', (seed) => {
  const problem = posed('mingde', '1', seed);
  const isVegetable = ({ mark }: PlannerDish) => mark === '素菜' || mark === '凉菜';
  const few = new Set(['清炒小白菜', '蒜蓉西兰花', '木耳白菜', '清炒紫甘蓝', '手撕圆白菜']);
  const dishes = new Map([...problem.dishes].filter(([, dish]) => !isVegetable(dish) || few.has(dish.name)));
  const { unmet } = planMenu({ ...problem, dishes });
  const repeated = unmet.filter(({ rule }) => rule === 'repeat' || rule === 'template');
  expect(repeated.map(({ rule, dish }) => [rule, few.has(dishes.get(dish ?? 0)?.name ?? '')])).toEqual([
    ['repeat', true],
  ]);
});
