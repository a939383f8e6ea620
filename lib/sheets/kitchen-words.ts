import type { PurchaseFlag } from '../domain/purchase/shape.ts';
import type { SheetCell, SheetRow } from '../spreadsheet/sheet-row.ts';
import type { Sheet } from '../spreadsheet/xlsx-sheet.ts';

/** Remarks on an amount for buyers and cooks. */
export const flagTexts: Readonly<Record<PurchaseFlag, string>> = {
  edible_unknown: '可食部未知，按 100% 计',
  unlisted: '不在食材目录中',
};

/** Describes the menu and the days of a table. */
export function describePeriod(menu: string, days: readonly { readonly date: string }[]): string {
  const dates = [...new Set([days[0]?.date, days.at(-1)?.date].filter((date) => date !== undefined))];
  return `食谱：${menu}　日期：${dates.join(' 至 ') || '无'}`;
}

/** Describes how many dishes are gone, and the consequence; empty if none is. */
export function describeMissingDishes(count: number, consequence: string): string[] {
  return count > 0 ? [`有 ${count} 个菜品已不存在，${consequence}`] : [];
}

/** Lays out a table below its title and notes. Its header stays in view. */
export function layOutTable({
  title,
  notes,
  columns,
  rows,
}: {
  readonly title: string;
  readonly notes: readonly string[];
  readonly columns: readonly (Sheet['columns'][number] & { readonly header: string })[];
  readonly rows: readonly SheetRow[];
}): Pick<Sheet, 'columns' | 'rows' | 'repeatedRows' | 'isFrozen'> {
  const head: SheetRow[] = [
    { format: 'title', cells: [title], spansColumns: true },
    ...notes.map((note): SheetRow => ({ format: 'note', cells: [note], spansColumns: true })),
    { format: 'head', cells: columns.map(({ header }) => header) },
  ];
  const wideColumns = columns.map((column, index) => {
    const numberWidths = rows.map(({ cells }) => numberWidth(cells[index]));
    return { ...column, width: Math.max(column.width, ...numberWidths) };
  });
  return { columns: wideColumns, rows: [...head, ...rows], repeatedRows: [head.length, head.length], isFrozen: true };
}

/** The width of a digit with its share of the commas, in characters: rather too wide than too narrow. */
const DIGIT_WIDTH = 1.4;

/** Returns the width that a number needs, in characters. In a narrower column a spreadsheet shows `###`. */
function numberWidth(cell: SheetCell | undefined): number {
  return typeof cell === 'object' && 'number' in cell ? Math.ceil(cell.number.length * DIGIT_WIDTH) + 1 : 0;
}
