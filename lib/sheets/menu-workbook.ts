import type { AmountColumn } from '../domain/menu-sheet/figures.ts';
import type { SheetDish, SheetEnergy, SheetMeal } from '../domain/menu-sheet/meals.ts';
import type { MenuSheet } from '../domain/menu-sheet/sheet.ts';
import { countCellLines, type SheetCell, type SheetRow, toSpanningRow } from '../spreadsheet/sheet-row.ts';
import { type WrittenSheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import { requireFittingFile } from '../text/answer-size.ts';
import * as words from './menu-words.ts';

/** The width of the column of meals, in digits. */
const MEAL_WIDTH = 16;
/** The width of the columns of all days together, in digits. */
const DAYS_WIDTH = 180;
/** The maximum number of lines of a cell: two such rows fit on a page. */
const MAX_CELL_LINES = 20;
/** The maximum number of lines that a meal's name spans: fewer than a page has, since a merged cell is printed only once. */
const MAX_SPANNED_LINES = 27;

/** Writes a worksheet with the week's dishes, and one with the groups' figures. @throws AppError `page_too_large` */
export function writeMenuWorkbook(sheet: MenuSheet): Buffer {
  const figureRows = listFigureRows(sheet);
  const figureSheets = figureRows.length > 0 ? [layOutFigures(sheet, figureRows)] : [];
  return requireFittingFile(writeSheets(layOutWeek(sheet), ...figureSheets), 'page_too_large');
}

function layOutWeek(sheet: MenuSheet): WrittenSheet {
  const { unitName, status, days, meals, energiesByDay } = sheet;
  const dayWidth = Math.floor(DAYS_WIDTH / days.length);
  const facts = words.listFacts(sheet).map(({ term, text }) => `${term}：${text}`);
  const dayColumns = days.map(({ weekday, date }) => ({ header: `${weekday} ${date}`, width: dayWidth }));
  return {
    name: words.MENU_TITLE,
    title: `${unitName} ${words.MENU_TITLE}`,
    notes: [facts.join('　　')],
    repeatedLine: status.text,
    columns: [{ header: '餐次', width: MEAL_WIDTH }, ...dayColumns],
    orientation: 'landscape',
    rows: [
      ...meals.flatMap((meal) => [
        ...listMealRows(meal, dayWidth),
        ...(meals.length > 1 ? listEnergyRows(`${meal.name}能量`, meal.energiesByDay) : []),
      ]),
      ...listEnergyRows('当日能量', energiesByDay),
      ...words.listNotes(sheet).map((note) => toSpanningRow('note', note)),
    ],
  };
}

/** Lists as many rows as the meal's fullest day needs. The meal's name spans them, again on each page. */
function listMealRows({ name, gramsLegend, dishesByDay }: SheetMeal, dayWidth: number): SheetRow[] {
  const cellsByDay = dishesByDay.map((dishes) => dishes.flatMap((dish) => layOutDish(dish, dayWidth)));
  const rowCount = Math.max(1, ...cellsByDay.map(({ length }) => length));
  const rows = Array.from({ length: rowCount }, (_, rowIndex) => cellsByDay.map((cells) => cells[rowIndex] ?? ''));
  const lineCounts = rows.map((cells) => Math.max(...cells.map((cell) => countCellLines(cell, dayWidth))));
  const spanStarts = listSpanStarts(lineCounts);
  return rows.map((cells, rowIndex): SheetRow => {
    const spanIndex = spanStarts.indexOf(rowIndex);
    if (spanIndex < 0) return { style: 'block', cells: ['', ...cells] };
    const heading = [name, gramsLegend].filter(Boolean).join('\n');
    const rowSpan = (spanStarts[spanIndex + 1] ?? rowCount) - rowIndex;
    return { style: 'block', cells: [heading, ...cells], rowSpan };
  });
}

/** Lists the indexes of the rows that start a span: the first, and each that would make its span exceed `MAX_SPANNED_LINES`. */
function listSpanStarts(lineCounts: readonly number[]): number[] {
  const spanStarts: number[] = [];
  let spannedLines = 0;
  for (const [rowIndex, lineCount] of lineCounts.entries()) {
    spannedLines += lineCount;
    if (rowIndex > 0 && spannedLines <= MAX_SPANNED_LINES) continue;
    spanStarts.push(rowIndex);
    spannedLines = lineCount;
  }
  return spanStarts;
}

/** Lists the rows of a kind of energy: for each group the values, and below them the judgements. */
function listEnergyRows(name: string, energiesByDay: readonly (readonly SheetEnergy[])[]): SheetRow[] {
  const letters = [...new Set(energiesByDay.flatMap((energies) => energies.map(({ letter }) => letter)))].sort();
  return letters.flatMap((letter) => {
    const energyByDay = energiesByDay.map((energies) => energies.find((energy) => energy.letter === letter));
    // The only group of a menu has an empty letter.
    const toRow = (heading: readonly string[], cells: readonly SheetCell[]): SheetRow => {
      return { style: 'figure', cells: [heading.filter(Boolean).join(' '), ...cells] };
    };
    const values = energyByDay.map((energy) => (energy ? { number: energy.kJ } : '—'));
    const judgements = energyByDay.map((energy) => energy?.judgement ?? '');
    const judgementRows = judgements.some(Boolean) ? [toRow([letter, '评价'], judgements)] : [];
    return [toRow([name, letter, 'kJ'], values), ...judgementRows];
  });
}

/** Makes the cell of a dish. It begins with the name in bold. If one cell is too small, the dish takes several. */
function layOutDish(dish: SheetDish, dayWidth: number): SheetCell[] {
  const title = words.nameDish(dish);
  const allergens = words.describeAllergens(dish);
  const ingredients = dish.ingredients.map(({ name, grams }) => `${name} ${grams}`);
  const pieces = [
    ...ingredients.map((text, index) => ({ separator: index > 0 ? '、' : '\n', text })),
    ...(allergens === '' ? [] : [{ separator: '\n', text: allergens }]),
  ];
  const cellTexts = [title];
  for (const { separator, text } of pieces) {
    const longerText = `${cellTexts.at(-1)}${separator}${text}`;
    if (countCellLines(longerText, dayWidth) <= MAX_CELL_LINES) cellTexts[cellTexts.length - 1] = longerText;
    else cellTexts.push(text);
  }
  const [first = '', ...more] = cellTexts;
  return [{ bold: title, text: first.slice(title.length) }, ...more];
}

/** The columns of a figure's row, in the order of the cells that `listFigures` makes. */
const figureColumns = [
  { header: '项目', width: 24 },
  { header: '单位', width: 12 },
  { header: '每人的量', width: 14 },
  { header: '推荐下限', width: 14 },
  { header: '推荐上限', width: 14 },
  { header: '评价', width: 24 },
  { header: '折合', width: 16 },
];

function layOutFigures(sheet: MenuSheet, rows: readonly SheetRow[]): WrittenSheet {
  const { unitName, status } = sheet;
  const headings = words.listAmountTables(sheet).map(({ heading }) => heading);
  return {
    name: '营养',
    title: `${unitName} 营养、食物类别与膳食评价`,
    notes: [headings.join('；')],
    repeatedLine: status.text,
    columns: figureColumns,
    orientation: 'portrait',
    rows,
  };
}

/** Lists the name of each group, and below it a row for each figure. */
function listFigureRows(sheet: MenuSheet): SheetRow[] {
  return sheet.groups.flatMap((group, groupIndex) => {
    const cellsByFigure = words.listAmountTables(sheet).flatMap(({ columns }) => listFigures(columns, groupIndex));
    if (cellsByFigure.length === 0) return [];
    const rows = cellsByFigure.map((cells): SheetRow => ({ style: 'figure', cells }));
    return [toSpanningRow('band', words.describeGroup(group)), ...rows];
  });
}

function listFigures(columns: readonly AmountColumn[], groupIndex: number): SheetCell[][] {
  return columns.flatMap(({ name, unit, amounts }) => {
    const amount = amounts[groupIndex];
    if (!amount) return [];
    const { value, min, max, judgement = '', equivalent = '' } = amount;
    const bounds = [min, max].map((number) => (number === undefined ? '' : { number }));
    return [[name, unit, { number: value }, ...bounds, judgement, equivalent]];
  });
}
