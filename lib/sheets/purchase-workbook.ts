import type { MenuContent } from '../domain/menu/menu.ts';
import type { Purchase, PurchaseRow } from '../domain/purchase/shape.ts';
import { toWeekdayName } from '../domain/values/calendar.ts';
import type { RawJson } from '../domain/values/output.ts';
import type { SheetCell, SheetRow } from '../spreadsheet/sheet-row.ts';
import { type SheetColumn, type WrittenSheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import { requireFittingFile } from '../text/answer-size.ts';
import { describePeriod, listMissingNotes, remarkByFlag } from './kitchen-words.ts';

const TITLE = '食材采购清单';
/** The category of foods that the catalogue does not have. */
const UNLISTED = '目录外食材';

interface PurchaseColumn extends SheetColumn {
  readonly toCell: (row: PurchaseRow) => SheetCell;
  /** The cell in the row of totals; absent if the cell is empty. */
  readonly totalCell?: SheetCell;
}

/** The columns that people fill in by hand when the food arrives. */
const blankColumns = Object.entries({ 供应商: 20, 验收数量: 12, 验收人: 12, 签字: 12 }).map(
  ([header, width]): PurchaseColumn => ({ header, width, toCell: () => '' }),
);

interface PurchaseFacts {
  readonly unitName: string;
  readonly content: Pick<MenuContent, 'name' | 'groups'>;
  /** The reserve that is bought beyond the need, in per cent, as decimal text. */
  readonly reserve: string;
}

/** Writes a worksheet by category, with the cost if it is known, and one by day. @throws AppError `page_too_large` */
export function writePurchaseWorkbook(purchase: Purchase, facts: PurchaseFacts): Buffer {
  const { cost, days, total } = purchase;
  const notes = listNotes(purchase, facts);
  const toSheet = (name: string, title: string, columns: readonly PurchaseColumn[]): WrittenSheet => {
    const rows = total.map((row): SheetRow => ({ style: 'cell', cells: columns.map(({ toCell }) => toCell(row)) }));
    return { name, title: `${facts.unitName} ${title}`, notes, columns, rows, orientation: 'landscape' };
  };
  const columns = listColumns(cost);
  const categorySheet = toSheet('采购汇总', TITLE, columns);
  const totalRow: SheetRow = { style: 'band', cells: columns.map(({ totalCell = '' }) => totalCell) };
  const rows = cost ? [...categorySheet.rows, totalRow] : categorySheet.rows;
  const daySheet = toSheet('按日采购', `${TITLE}（按日，kg）`, listDayColumns(days));
  return requireFittingFile(writeSheets({ ...categorySheet, rows }, daySheet), 'page_too_large');
}

/** Lists the columns of the worksheet by category; price and cost only if a cost is known. */
function listColumns(cost: Purchase['cost']): PurchaseColumn[] {
  const moneyColumns: PurchaseColumn[] = [
    { header: '单价（元/kg）', width: 16, toCell: ({ price }) => toNumberCell(price) },
    { header: '金额（元）', width: 14, toCell: (row) => toNumberCell(row.cost), totalCell: toNumberCell(cost) },
  ];
  return [
    { header: '名称', width: 26, toCell: ({ name }) => name, totalCell: '合计' },
    // A column, since a heading could stand alone at the foot of a page.
    { header: '类别', width: 16, toCell: ({ category }) => category || UNLISTED },
    { header: '可食部（%）', width: 14, numberStyle: 'figure', toCell: ({ edible }) => toNumberCell(edible) },
    { header: '采购量（kg）', width: 15, toCell: ({ kg }) => toNumberCell(kg) },
    ...(cost ? moneyColumns : []),
    { header: '备注', width: 26, toCell: (row) => listRemarks(row, cost).join('；') },
    ...blankColumns,
    { header: '编码', width: 12, toCell: ({ code }) => code },
  ];
}

function toNumberCell(amount: RawJson | null | undefined): SheetCell {
  return amount ? { number: amount.rawJSON } : '';
}

/** Lists the remarks on a row: those of its flags, and the missing price if the cost of other foods is known. */
function listRemarks({ price, flags = [] }: PurchaseRow, cost: Purchase['cost']): string[] {
  return [...flags.map((flag) => remarkByFlag[flag]), ...(cost && !price ? ['无单价'] : [])];
}

function listDayColumns(days: Purchase['days']): PurchaseColumn[] {
  const dayColumns = days.map(({ date, ingredients }): PurchaseColumn => {
    const kilogramsByCode = new Map(ingredients.map(({ code, kg }) => [code, kg]));
    const header = `周${toWeekdayName(date)} ${toMonthAndDay(date)}`;
    return { header, width: 13, toCell: ({ code }) => toNumberCell(kilogramsByCode.get(code)) };
  });
  return [
    { header: '名称', width: 26, toCell: ({ name }) => name },
    { header: '类别', width: 20, toCell: ({ category }) => category || UNLISTED },
    ...dayColumns,
    { header: '合计', width: 13, toCell: ({ kg }) => toNumberCell(kg) },
    { header: '编码', width: 12, toCell: ({ code }) => code },
  ];
}

/** Cuts the year off: `2026-12-07` becomes `12-07`. */
const toMonthAndDay = (date: string) => date.slice('2026-'.length);

function listNotes({ days, missingDishes = [] }: Purchase, { content, reserve }: PurchaseFacts): string[] {
  const groupTexts = content.groups.map(({ name, people }) => `${name} ${people} 人`);
  const dayNotes = days.flatMap(({ date, people: exceptions = [] }) => {
    const texts = exceptions.map(({ group, people }) => `${group} ${people} 人`);
    return texts.length > 0 ? [`${toMonthAndDay(date)} 就餐：${texts.join('、')}`] : [];
  });
  return [
    describePeriod(content.name, days),
    `就餐：${groupTexts.join('、')}　预留：${Number(reserve)}%`,
    ...dayNotes,
    ...listMissingNotes(new Set(missingDishes.map(({ dish }) => dish)).size, '未计入采购量'),
  ];
}
