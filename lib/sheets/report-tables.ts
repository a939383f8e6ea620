import { isFigureMaximum, labelCategory, saltNames } from '../domain/analysis/categories.ts';
import { listShares } from '../domain/analysis/energy.ts';
import { listEvaluationFigures } from '../domain/analysis/evaluation-figures.ts';
import type { CategoryFinding, NutrientFinding } from '../domain/analysis/shape.ts';
import type { Report, ReportGroup } from '../domain/report/shape.ts';
import { formatFigure, type RawJson } from '../domain/values/output.ts';
import type { ListSheet } from '../spreadsheet/list-sheet.ts';
import { describeRange } from './menu-words.ts';

/** The title of a report, on its page and in its workbook. */
export const REPORT_TITLE = '膳食报告';

const figureColumns = [
  { key: 'group', header: '人群', width: 20 },
  { key: 'name', header: '项目', width: 24 },
  { key: 'unit', header: '单位', width: 10 },
  { key: 'mean', header: '日均', width: 10, numberFormat: 'quantity' },
  { key: 'range', header: '参考范围', width: 20 },
  { key: 'judgement', header: '评价', width: 10 },
  { key: 'daysBelow', header: '不足天数', width: 10, numberFormat: 'whole' },
  { key: 'daysAbove', header: '过量天数', width: 10, numberFormat: 'whole' },
] as const;

/** The texts of a figure's row by column; absent ones are empty. */
type FigureRow = Readonly<Partial<Record<(typeof figureColumns)[number]['key'], string | undefined>>>;

/** Lists the tables of a report, as worksheets and as they are printed. */
export function listReportTables(report: Report): ListSheet[] {
  const { levels: groups, dishes, foods } = report;
  const hasCosts = foods.some(({ cost }) => cost);
  const costColumn = { header: '金额（元）', width: 14, numberFormat: 'twoDecimals' } as const;
  return [
    {
      name: '营养与评价',
      columns: figureColumns,
      rows: groups.flatMap(listFigures).map((row) => figureColumns.map(({ key }) => row[key] ?? '')),
    },
    {
      name: '菜品',
      columns: [
        { header: '菜品', width: 32 },
        { header: '次数', width: 10, numberFormat: 'whole' },
      ],
      rows: dishes.map(({ name, times }) => [name, String(times)]),
    },
    {
      name: '食材',
      columns: [
        { header: '食材', width: 32 },
        { header: '编码', width: 14 },
        { header: '采购量（kg）', width: 14, numberFormat: 'twoDecimals' },
        ...(hasCosts ? [costColumn] : []),
      ],
      rows: foods.map(({ name, code, kilograms, cost }) => {
        return [name, code, kilograms.rawJSON, ...(hasCosts ? [cost?.rawJSON ?? ''] : [])];
      }),
    },
  ];
}

/** Describes the period of a report, the serving days without a live menu, and the usual limits of its evaluation. */
export function describeReport({ from, to, days, levels: groups, swaps, notServed }: Report): string[] {
  const limits = groups.flatMap(({ average }) =>
    listEvaluationFigures(average.evaluation).flatMap(({ limit }) =>
      limit ? [`${limit.text}（${limit.source}）`] : [],
    ),
  );
  return [
    `${from} 至 ${to}，供餐 ${days} 天，换菜 ${swaps} 次。日均是各人群用餐日的平均，按当日已发布的食谱和当时的标准计算。`,
    ...(notServed.length > 0 ? [`没有已发布食谱的供餐日 ${notServed.length} 天：${notServed.join('、')}。`] : []),
    ...(limits.length > 0 ? [`膳食评价的常用限值：${[...new Set(limits)].join('；')}。`] : []),
  ];
}

/** Lists the rows of a group's figures. */
function listFigures(group: ReportGroup): FigureRow[] {
  const { nutrients, categories, salt, kinds, evaluation, cost } = group.average;
  const rows: FigureRow[] = [
    ...nutrients.map((nutrient) => toRangeRow(nutrient, nutrient.key, group)),
    ...categories.map((category) => toCategoryRow(category, group)),
    ...listShares(group.average).map((share) => toRangeRow(share, share.name, group)),
    { name: saltNames.all, unit: 'g', mean: salt.rawJSON },
    { name: '食物种类', unit: '种', mean: kinds.rawJSON },
    ...listEvaluationFigures(evaluation).map(({ name, unit, value }) => ({ name, unit, mean: value?.rawJSON })),
    ...(cost ? [{ name: '成本', unit: '元', mean: cost.value.rawJSON }] : []),
  ];
  return rows.map((row) => ({ ...row, group: `${group.name}（${group.days} 天 ${group.people} 人次）` }));
}

/** The figure of a nutrient, or of a share of the energy. It is judged by a range. */
type RangeFigure = Pick<NutrientFinding, 'name' | 'unit' | 'value' | 'min' | 'max' | 'judgement'>;

/** Makes the row of a figure with a range. The report counts the days of a nutrient by its code, those of a share by its name. */
function toRangeRow(figure: RangeFigure, countedKey: string, group: ReportGroup): FigureRow {
  const { name, unit, value, min, max, judgement } = figure;
  const range = describeRange({ min: printBound(min), max: printBound(max) });
  return { name, unit, mean: value.rawJSON, range, judgement, ...findDayCounts(countedKey, group) };
}

/** Makes the row of a food category. The report counts its days by its name. */
function toCategoryRow({ name, value, amount, max, judgement }: CategoryFinding, group: ReportGroup) {
  const bounds = isFigureMaximum(name) ? { max: amount } : { min: amount, max };
  const range = describeRange({ min: printBound(bounds.min), max: printBound(bounds.max) });
  return { name: labelCategory(name), unit: 'g', mean: value.rawJSON, range, judgement, ...findDayCounts(name, group) };
}

/** A bound as it is printed. */
const printBound = (bound: RawJson | undefined) => bound && formatFigure(bound.rawJSON);

/** Finds the number of days on which a figure was too low, and too high; undefined for none. */
function findDayCounts(countedKey: string, { below, above }: ReportGroup): Pick<FigureRow, 'daysBelow' | 'daysAbove'> {
  const findDays = (counts: ReportGroup['below']) => counts.find(({ key }) => key === countedKey)?.days.toString();
  return { daysBelow: findDays(below), daysAbove: findDays(above) };
}
