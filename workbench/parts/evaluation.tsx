import type { Schemas } from '../api/client.ts';
import { day, figure } from './format.ts';
import { type Column, Table } from './table.tsx';

type Figure = Schemas['EvaluationFigure'];

/** The figures of an evaluation, in their order. */
function listFigures({ groupsByMeal, times, ...rest }: Schemas['Evaluation']): Figure[] {
  const { goodProtein, animalIron, calciumPhosphorus, addedSugar, vegetableKinds } = rest;
  const { fish, soya, milk, liver, fried } = times;
  const daily = [goodProtein, animalIron, calciumPhosphorus, addedSugar, vegetableKinds];
  return [...daily, ...groupsByMeal, fish, soya, milk, liver, fried];
}

function describeBelow({ below = [] }: Figure): string {
  return below.length > 0 ? `${below.length} 天不到：${below.map(day).join('、')}` : '';
}

const columns: readonly Column<Figure>[] = [
  { name: '项目', cell: ({ name }) => name },
  {
    name: '数值',
    isNumber: true,
    cell: ({ value, unit, coverage = 1 }) => {
      if (value === undefined) return '没有数据';
      return `${figure(value)} ${unit}${coverage < 0.95 ? `（已知 ${Math.floor(coverage * 100)} %）` : ''}`;
    },
  },
  {
    name: '常用限值',
    cell: ({ limit }) => limit && `${limit.text}（${limit.source}）`,
  },
  { name: '哪些天', cell: describeBelow },
];

/** What is evaluated beside the standard, with the usual limits and their sources. */
export function EvaluationTable({ evaluation }: { readonly evaluation: Schemas['Evaluation'] }) {
  return (
    <Table
      caption="膳食评价"
      columns={columns}
      rows={listFigures(evaluation)}
      rowKey={({ name }) => name}
      empty=""
      isStacked
    />
  );
}
