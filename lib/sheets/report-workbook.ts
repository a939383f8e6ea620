import { isFigureMaximum, nameCategory, saltNames } from '../domain/analysis/categories.ts';
import { listShares } from '../domain/analysis/energy.ts';
import { listEvaluationFigures, listLimits } from '../domain/analysis/evaluation-figures.ts';
import type { CategoryFinding, NutrientFinding } from '../domain/analysis/shape.ts';
import type { Report, ReportGroup } from '../domain/report/shape.ts';
import { formatFigure, type RawJson } from '../domain/values/output.ts';
import { type ListSheet, writeListSheets } from '../spreadsheet/list-sheet.ts';
import { describeRange } from './menu-words.ts';

/** The title of a report, on its page and in its workbook. */
export const REPORT_TITLE = '膳食报告';

const figureColumns = [
  { key: 'group', header: '人群', width: 20 },
  { key: 'name', header: '项目', width: 24 },
  { key: 'unit', header: '单位', width: 10 },
  { key: 'mean', header: '日均', width: 10, numberStyle: 'quantity' },
  { key: 'range', header: '参考范围', width: 20 },
  { key: 'judgement', header: '评价', width: 10 },
  { key: 'daysBelow', header: '不足天数', width: 10, numberStyle: 'whole' },
  { key: 'daysAbove', header: '过量天数', width: 10, numberStyle: 'whole' },
] as const;

/** The texts of a figure's row by column; absent ones are empty. */
type FigureRow = Readonly<Partial<Record<(typeof figureColumns)[number]['key'], string | undefined>>>;

/** Writes a report as a workbook: a worksheet that describes it, and one for each of its tables. */
export function writeReportWorkbook(report: Report): Buffer {
  const columns = [{ header: REPORT_TITLE, width: 100 }];
  const rows = describeReport(report).map((text) => [text]);
  return writeListSheets({ name: REPORT_TITLE, columns, rows }, ...listReportTables(report));
}

/** Lists the tables of a report, as worksheets and as they are printed. */
export function listReportTables(report: Report): ListSheet[] {
  const { levels: groups, dishes, foods } = report;
  const hasCosts = foods.some(({ cost }) => cost);
  const costColumn = { header: '金额（元）', width: 14, numberStyle: 'twoDecimals' } as const;
  return [
    {
      name: '营养与评价',
      columns: figureColumns,
      rows: groups.flatMap(listFigureRows).map((row) => figureColumns.map(({ key }) => row[key] ?? '')),
    },
    {
      name: '菜品',
      columns: [
        { header: '菜品', width: 32 },
        { header: '次数', width: 10, numberStyle: 'whole' },
      ],
      rows: dishes.map(({ name, times }) => [name, String(times)]),
    },
    {
      name: '食材',
      columns: [
        { header: '食材', width: 32 },
        { header: '编码', width: 14 },
        { header: '采购量（kg）', width: 14, numberStyle: 'twoDecimals' },
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
  const limits = listLimits(groups.flatMap(({ average }) => listEvaluationFigures(average.evaluation)));
  return [
    `${from} 至 ${to}，供餐 ${days} 天，换菜 ${swaps} 次。日均是各人群用餐日的平均，按当日已发布的食谱和当时的标准计算。`,
    ...(notServed.length > 0 ? [`没有已发布食谱的供餐日 ${notServed.length} 天：${notServed.join('、')}。`] : []),
    ...(limits.length > 0 ? [`膳食评价的常用限值：${limits.join('；')}。`] : []),
  ];
}

function listFigureRows(group: ReportGroup): FigureRow[] {
  const { nutrients, categories, salt, kinds, evaluation, cost } = group.average;
  const rows: FigureRow[] = [
    ...nutrients.map((nutrient) => toRangeRow(nutrient, nutrient.key, group)),
    ...categories.map((category) => toRangeRow(toRangeFigure(category), category.name, group)),
    ...listShares(group.average).map((share) => toRangeRow(share, share.name, group)),
    { name: saltNames.all, unit: 'g', mean: salt.rawJSON },
    { name: '食物种类', unit: '种', mean: kinds.rawJSON },
    ...listEvaluationFigures(evaluation).map(({ name, unit, value }) => ({ name, unit, mean: value?.rawJSON })),
    ...(cost ? [{ name: '成本', unit: '元', mean: cost.value.rawJSON }] : []),
  ];
  return rows.map((row) => ({ ...row, group: `${group.name}（${group.days} 天 ${group.people} 人次）` }));
}

/** The figure of a nutrient, of a food category or of a share of the energy. It is judged by a range. */
type RangeFigure = Pick<NutrientFinding, 'name' | 'unit' | 'value' | 'min' | 'max' | 'judgement'>;

function toRangeFigure({ name, amount, max, ...figure }: CategoryFinding): RangeFigure {
  const bounds = isFigureMaximum(name) ? { max: amount } : { min: amount, max };
  return { ...figure, ...bounds, name: nameCategory(name), unit: 'g' };
}

/** Makes the row of a figure. The report counts the days of a nutrient by its key, those of other figures by their name. */
function toRangeRow(figure: RangeFigure, countedKey: string, { below, above }: ReportGroup): FigureRow {
  const { name, unit, value, min, max, judgement } = figure;
  const printBound = (bound: RawJson | undefined) => bound && formatFigure(bound.rawJSON);
  const findDays = (counts: ReportGroup['below']) => counts.find(({ key }) => key === countedKey)?.days.toString();
  const range = describeRange({ min: printBound(min), max: printBound(max) });
  return { name, unit, mean: value.rawJSON, range, judgement, daysBelow: findDays(below), daysAbove: findDays(above) };
}
