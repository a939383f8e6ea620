import { mealNames } from '../domain/meal.ts';
import { type listSamples, MIN_SAMPLE } from '../domain/purchase/samples.ts';
import { toWeekdayName } from '../domain/values/calendar.ts';
import { type SheetRow, toSpanningRow } from '../spreadsheet/sheet-row.ts';
import { writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import { describePeriod, listMissingNotes } from './kitchen-words.ts';

const columns = [
  { header: '餐次', width: 8 },
  { header: '菜品', width: 30 },
  { header: '至少留样（g）', width: 14, numberStyle: 'figure' as const },
  { header: '至少存放（小时）', width: 17, numberStyle: 'figure' as const },
  { header: '留样量（g）', width: 13 },
  { header: '留样时间', width: 18 },
  { header: '留样人', width: 14 },
];
const minimumCells = [MIN_SAMPLE.grams, MIN_SAMPLE.hours].map((minimum) => ({ number: String(minimum) }));

/** Writes the list of samples as a workbook with one worksheet. The last three columns are filled in by hand. */
export function writeSamplesWorkbook(
  { days, unservedCount, missingDishCount }: ReturnType<typeof listSamples>,
  { unitName, menuName }: { readonly unitName: string; readonly menuName: string },
): Buffer {
  const rows = days.flatMap(({ date, dishes }): SheetRow[] => [
    toSpanningRow('band', `${date} 周${toWeekdayName(date)}`),
    ...dishes.map(({ meal, name }): SheetRow => {
      // In the order of `columns`.
      return { style: 'cell', cells: [mealNames[meal], name, ...minimumCells, '', '', ''] };
    }),
  ]);
  const notes = [
    describePeriod(menuName, days),
    `每餐次的每种成品留样不少于 ${MIN_SAMPLE.grams} g，专柜冷藏 ${MIN_SAMPLE.hours} 小时以上（《学校食品安全与营养健康管理规定》第四十条）。`,
    ...(unservedCount > 0 ? [`有 ${unservedCount} 处菜品无人就餐，未列出`] : []),
    ...listMissingNotes(missingDishCount, '未列出'),
  ];
  const title = `${unitName} 食品留样记录`;
  return writeSheets({ name: '留样记录', title, notes, columns, rows, orientation: 'portrait' });
}
