import type { Schemas } from '../api/client.ts';
import { formatDay } from './dates.ts';
import { formatFigure, listNames, nameCategory } from './format.ts';
import { type Column, Table } from './table.tsx';

/** The shortfalls and excesses of a group, in the mean of its days. */
type GroupFindings = Schemas['GroupFindings'];

export const Findings = ({ groups }: { readonly groups: readonly GroupFindings[] }) => (
  <ul>
    {groups.map((group) => (
      <li key={group.name}>
        {groups.length > 1 && `${group.name}：`}
        <FindingsOfGroup group={group} />
      </li>
    ))}
  </ul>
);

function FindingsOfGroup({ group: { judged, shortfalls, excesses } }: { readonly group: GroupFindings }) {
  if (!judged) return <span class="faint">没有标准，未评</span>;
  if (shortfalls.length + excesses.length === 0) return <span class="good">都合适</span>;
  return (
    <>
      {shortfalls.length > 0 && <span class="low">少 {listNames(shortfalls.map(nameCategory), '项')} </span>}
      {excesses.length > 0 && <span class="high">多 {listNames(excesses.map(nameCategory), '项')}</span>}
    </>
  );
}

type AnalysedGroup = Pick<Schemas['Analysis']['levels'][number], 'name' | 'level' | 'people' | 'judged' | 'average'>;

/** The findings about groups, in the form that lists of menus have. */
export const toFindings = (groups: readonly AnalysedGroup[]): GroupFindings[] =>
  groups.map(({ name, level, people, judged, average: { nutrients, categories } }) => {
    const listJudged = (judgement: string) =>
      [...nutrients, ...categories].filter((finding) => finding.judgement === judgement).map((finding) => finding.name);
    return { name, level, people, judged, shortfalls: listJudged('不足'), excesses: listJudged('过量') };
  });

type Figure = Schemas['EvaluationFigure'];

const listFigures = ({ groupsByMeal, times, ...daily }: Schemas['Evaluation']): Figure[] => [
  ...[daily.goodProtein, daily.animalIron, daily.calciumPhosphorus, daily.addedSugar, daily.vegetableKinds],
  ...[...groupsByMeal, times.fish, times.soya, times.milk, times.liver, times.fried],
];

/** Where a smaller share of the food is known, the table says so. */
const ENOUGH_KNOWN = 0.95;

const describeDaysBelow = ({ below = [] }: Figure): string =>
  below.length > 0 ? `${below.length} 天不到：${below.map(formatDay).join('、')}` : '';

const columns: readonly Column<Figure>[] = [
  { name: '项目', cell: ({ name }) => name },
  {
    name: '数值',
    isNumber: true,
    cell: ({ value, unit, coverage = 1 }) => {
      if (value === undefined) return '没有数据';
      return `${formatFigure(value)} ${unit}${coverage < ENOUGH_KNOWN ? `（已知 ${Math.floor(coverage * 100)} %）` : ''}`;
    },
  },
  { name: '常用限值', cell: ({ limit }) => limit && `${limit.text}（${limit.source}）` },
  { name: '哪些天', cell: describeDaysBelow },
];

/** The figures that no standard judges, with their usual limits and the sources of these. */
export const EvaluationTable = ({ evaluation }: { readonly evaluation: Schemas['Evaluation'] }) => (
  <Table caption="膳食评价" columns={columns} rows={listFigures(evaluation)} empty="" />
);
