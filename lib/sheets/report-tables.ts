import { listEvaluated } from '../domain/analysis/evaluation-figures.ts';
import type { CategoryFinding, NutrientFinding } from '../domain/analysis/shape.ts';
import type { Report, ReportLevel } from '../domain/report/shape.ts';
import type { List } from '../spreadsheet/xlsx-writer.ts';

/** What a report is called, on paper, in its workbook and on its page. */
export const REPORT_TITLE = '膳食报告';

const columns = {
  group: { header: '人群', width: 20 },
  name: { header: '项目', width: 24 },
  unit: { header: '单位', width: 10 },
  mean: { header: '日均', width: 10, numberFormat: 'quantity' },
  range: { header: '参考范围', width: 20 },
  judgement: { header: '评价', width: 10 },
  below: { header: '不足天数', width: 10, numberFormat: 'whole' },
  above: { header: '过量天数', width: 10, numberFormat: 'whole' },
} as const;

/** The tables of a report, as worksheets and as they are printed. */
export function listReportTables(report: Report): List[] {
  const { levels, dishes, foods } = report;
  const hasCosts = foods.some(({ cost }) => cost);
  const price = { header: '金额（元）', width: 14, numberFormat: 'price' } as const;
  return [
    {
      name: '营养与评价',
      columns: Object.values(columns),
      rows: levels.flatMap((one) => listFigures(one).map((cells) => [describeGroup(one), ...cells])),
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
        ...(hasCosts ? [price] : []),
      ],
      rows: foods.map(({ name, code, kilograms, cost }) => {
        return [name, code, kilograms.rawJSON, ...(hasCosts ? [cost?.rawJSON ?? ''] : [])];
      }),
    },
  ];
}

/** What the report is of, in sentences. */
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

function describeGroup({ name, days, people }: ReportLevel): string {
  return `${name}（${days} 天 ${people} 人次）`;
}

function listFigures(level: ReportLevel): string[][] {
  const { nutrients, categories, energyShares, salt, kinds, evaluation, cost } = level.average;
  const percent = ({ rawJSON }: { readonly rawJSON: string }) => `${(Number(rawJSON) * 100).toFixed(0)}`;
  const shares = [
    ['蛋白质供能', energyShares.protein],
    ['脂肪供能', energyShares.fat],
    ['碳水化合物供能', energyShares.carbohydrate],
  ] as const;
  const plain = (name: string, unit: string, value: string) => [name, unit, value, '', '', '', ''];
  return [
    ...nutrients.map((one) => describeNutrient(one, level)),
    ...categories.map((one) => describeCategory(one, level)),
    ...shares.map(([name, share]) => plain(name, '%', percent(share))),
    plain('食盐', 'g', salt.rawJSON),
    plain('食物种类', '种', kinds.rawJSON),
    ...listEvaluated(evaluation).map(({ name, unit, value }) => plain(name, unit, value?.rawJSON ?? '')),
    ...(cost ? [plain('成本', '元', cost.value.rawJSON)] : []),
  ];
}

function describeNutrient({ key, name, unit, value, min, max, judgement }: NutrientFinding, level: ReportLevel) {
  const bounds = [min, max].map((bound) => bound?.rawJSON ?? '').join('–');
  return [name, unit, value.rawJSON, bounds === '–' ? '' : bounds, judgement ?? '', ...countDays(key, level)];
}

function describeCategory({ name, value, amount, judgement }: CategoryFinding, level: ReportLevel): string[] {
  return [name, 'g', value.rawJSON, amount.rawJSON, judgement ?? '', ...countDays(name, level)];
}

function countDays(key: string, { below, above }: ReportLevel): string[] {
  return [below, above].map((some) => String(some.find((one) => one.key === key)?.days ?? ''));
}
