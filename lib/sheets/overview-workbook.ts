import type { Overview, UnitWeek } from '../domain/menu/overview.ts';
import { toDay, toTime } from '../domain/values/calendar.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import type { SheetColumn } from '../spreadsheet/xlsx-sheet.ts';

const unitColumns: readonly SheetColumn[] = [
  { header: '单位', width: 32 },
  { header: '类别', width: 10 },
  { header: '状态', width: 10 },
  { header: '逾期', width: 6 },
  { header: '供餐天数', width: 10, numberStyle: 'whole' },
  { header: '已发布天数', width: 12, numberStyle: 'whole' },
  { header: '发布时间', width: 18 },
];
const groupColumns: readonly SheetColumn[] = [
  { header: '供餐人群', width: 20 },
  { header: '人数', width: 8, numberStyle: 'whole' },
  { header: '不足', width: 32 },
  { header: '过量', width: 32 },
  { header: '每人每日成本（元）', width: 18, numberStyle: 'twoDecimals' },
  { header: '无价格的食材数', width: 16, numberStyle: 'whole' },
];

/** Writes the overview of a week as a workbook with a row for each group, or one for a unit without groups. */
export function writeOverviewWorkbook({ week, content }: Overview, timeZone: string): Buffer {
  const rows = content.flatMap((unitWeek) => {
    const unitCells = listUnitCells(unitWeek, timeZone);
    if (unitWeek.groups.length === 0) return [[...unitCells, ...groupColumns.map(() => '')]];
    return unitWeek.groups.map(({ name, people, judged, shortfalls, excesses, cost }) => [
      ...unitCells,
      name,
      String(people),
      judged ? shortfalls.join('、') : '未评',
      judged ? excesses.join('、') : '未评',
      cost?.value.rawJSON ?? '',
      cost ? String(cost.missingCount) : '',
    ]);
  });
  // No check of the size: 5,000 units of ten groups each make 3 MB, which fits into an answer.
  return writeListSheets({ name: `${week} 一周`, columns: [...unitColumns, ...groupColumns], rows });
}

/** Lists the cells of a unit in the order of `unitColumns`. */
function listUnitCells(unitWeek: UnitWeek, timeZone: string): string[] {
  const { venderName, category, state, late, days, covered, publishedAt } = unitWeek;
  const publishedText =
    publishedAt === undefined ? '' : `${toDay(publishedAt, timeZone)} ${toTime(publishedAt, timeZone)}`;
  return [venderName, category, state, late ? '是' : '', String(days), String(covered), publishedText];
}
