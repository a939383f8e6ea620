import { listShares } from '../domain/analysis/energy.ts';
import { listEvaluated } from '../domain/analysis/evaluation-figures.ts';
import type { CategoryFinding, NutrientFinding } from '../domain/analysis/shape.ts';
import type { Report, ReportLevel } from '../domain/report/shape.ts';
import type { List } from '../spreadsheet/xlsx-writer.ts';

/** The title of a report, on its page and in its workbook. */
export const REPORT_TITLE = '膳食报告';

/** The columns of the figures, in the order in which `listFigures` lists their cells. */
const figureColumns = {
  group: { header: '人群', width: 20 },
  name: { header: '项目', width: 24 },
  unit: { header: '单位', width: 10 },
  mean: { header: '日均', width: 10, numberFormat: 'quantity' },
  range: { header: '参考范围', width: 20 },
  judgement: { header: '评价', width: 10 },
  below: { header: '不足天数', width: 10, numberFormat: 'whole' },
  above: { header: '过量天数', width: 10, numberFormat: 'whole' },
} as const;

/** Lists the tables of a report, as worksheets and as they are printed. */
export function listReportTables(report: Report): List[] {
  const { levels, dishes, foods } = report;
  const hasCosts = foods.some(({ cost }) => cost);
  const costColumn = { header: '金额（元）', width: 14, numberFormat: 'price' } as const;
  return [
    {
      name: '营养与评价',
      columns: Object.values(figureColumns),
      rows: levels.flatMap((level) => listFigures(level).map((cells) => [describeGroup(level), ...cells])),
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
        { header: '采购量（kg）', width: 14, numberFormat: 'price' },
        ...(hasCosts ? [costColumn] : []),
      ],
      rows: foods.map(({ name, code, kilograms, cost }) => {
        return [name, code, kilograms.rawJSON, ...(hasCosts ? [cost?.rawJSON ?? ''] : [])];
      }),
    },
  ];
}

/** Describes the period of a report, the days that it lacks, and its limits. */
export function describeReport({ from, to, days, levels, swaps, notServed }: Report): string[] {
  const limits = levels.flatMap(({ average }) =>
    listEvaluated(average.evaluation).flatMap(({ limit }) => (limit ? [`${limit.text}（${limit.source}）`] : [])),
  );
  return [
    `${from} 至 ${to}，供餐 ${days} 天，换菜 ${swaps} 次。日均是各人群用餐日的平均，按当日已发布的食谱和当时的标准计算。`,
    ...(notServed.length > 0 ? [`没有已发布食谱的供餐日 ${notServed.length} 天：${notServed.join('、')}。`] : []),
    ...(limits.length > 0 ? [`膳食评价的常用限值：${[...new Set(limits)].join('；')}。`] : []),
  ];
}

type Amount = Pick<NutrientFinding, 'name' | 'unit' | 'value' | 'min' | 'max' | 'judgement'>;

function describeGroup({ name, days, people }: ReportLevel): string {
  return `${name}（${days} 天 ${people} 人次）`;
}

function listFigures(level: ReportLevel): string[][] {
  const { nutrients, categories, salt, kinds, evaluation, cost } = level.average;
  const toUnjudgedRow = (name: string, unit: string, value: string) => [name, unit, value, '', '', '', ''];
  return [
    ...nutrients.map((nutrient) => describeAmount(nutrient, nutrient.key, level)),
    ...categories.map((category) => describeCategory(category, level)),
    ...listShares(level.average).map((share) => describeAmount(share, share.name, level)),
    toUnjudgedRow('食盐', 'g', salt.rawJSON),
    toUnjudgedRow('食物种类', '种', kinds.rawJSON),
    ...listEvaluated(evaluation).map(({ name, unit, value }) => toUnjudgedRow(name, unit, value?.rawJSON ?? '')),
    ...(cost ? [toUnjudgedRow('成本', '元', cost.value.rawJSON)] : []),
  ];
}

/** A nutrient or a share of the energy. Its days are counted under the key. */
function describeAmount({ name, unit, value, min, max, judgement }: Amount, key: string, level: ReportLevel) {
  const bounds = [min, max].map((bound) => bound?.rawJSON ?? '').join('–');
  return [name, unit, value.rawJSON, bounds === '–' ? '' : bounds, judgement ?? '', ...listDayCounts(key, level)];
}

function describeCategory({ name, value, amount, judgement }: CategoryFinding, level: ReportLevel): string[] {
  return [name, 'g', value.rawJSON, amount.rawJSON, judgement ?? '', ...listDayCounts(name, level)];
}

/** Lists the days on which a figure was too low, and too high; empty for none. */
function listDayCounts(key: string, { below, above }: ReportLevel): string[] {
  return [below, above].map((counts) => String(counts.find((count) => count.key === key)?.days ?? ''));
}
