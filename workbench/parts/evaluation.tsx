import type { Schemas } from '../api/client.ts';
import { formatDay, formatFigure } from './format.ts';
import { type Column, Table } from './table.tsx';

type Figure = Schemas['EvaluationFigure'];

function listFigures({ groupsByMeal, times, ...figures }: Schemas['Evaluation']): Figure[] {
  const { goodProtein, animalIron, calciumPhosphorus, addedSugar, vegetableKinds } = figures;
  const { fish, soya, milk, liver, fried } = times;
  const daily = [goodProtein, animalIron, calciumPhosphorus, addedSugar, vegetableKinds];
  return [...daily, ...groupsByMeal, fish, soya, milk, liver, fried];
}

function describeDaysBelow({ below = [] }: Figure): string {
  return below.length > 0 ? `${below.length} 天不到：${below.map(formatDay).join('、')}` : '';
}

const columns: readonly Column<Figure>[] = [
  { name: '项目', cell: ({ name }) => name },
  {
    name: '数值',
    isNumber: true,
    cell: ({ value, unit, coverage = 1 }) => {
      if (value === undefined) return '没有数据';
      return `${formatFigure(value)} ${unit}${coverage < 0.95 ? `（已知 ${Math.floor(coverage * 100)} %）` : ''}`;
    },
  },
  {
    name: '常用限值',
    cell: ({ limit }) => limit && `${limit.text}（${limit.source}）`,
  },
  { name: '哪些天', cell: describeDaysBelow },
];

/** The figures that no standard judges, with their usual limits and the sources of these. */
export function EvaluationTable({ evaluation }: { readonly evaluation: Schemas['Evaluation'] }) {
  return (
    <Table caption="膳食评价" columns={columns} rows={listFigures(evaluation)} rowKey={({ name }) => name} empty="" />
  );
}
