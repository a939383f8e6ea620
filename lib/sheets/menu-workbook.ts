import type { AmountColumn } from '../domain/menu-sheet/figures.ts';
import type { SheetDish, SheetEnergy, SheetMeal } from '../domain/menu-sheet/meals.ts';
import type { MenuSheet } from '../domain/menu-sheet/sheet.ts';
import { countCellLines, type SheetCell, type SheetRow, toSpanningRow } from '../spreadsheet/sheet-row.ts';
import { type WrittenSheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import { requireFittingFile } from '../text/answer-size.ts';
import {
  describeAllergens,
  describeGroup,
  listAmountTables,
  listFacts,
  listNotes,
  MENU_TITLE,
  nameDish,
} from './menu-words.ts';

/** The width of the column of meals, in digits. */
const MEAL_WIDTH = 16;
/** The width of the columns of all days together, in digits. */
const DAYS_WIDTH = 180;
/** The maximum number of lines of a cell: two such rows fit on a page. */
const MAX_LINES = 20;
/** The maximum number of lines that a meal's name spans: fewer than a page has, since a merged cell is printed only once. */
const MAX_SPANNED_LINES = 27;

/**
 * Writes the sheet as a workbook. The first worksheet has the week: a column for each day, a row for each dish of a
 * meal, and rows for the energy. The second one has the nutrition: a row for each figure of a group.
 * @throws AppError `page_too_large`
 */
export function writeMenuWorkbook(sheet: MenuSheet): Buffer {
  const figureRows = listFigureRows(sheet);
  const figureSheets = figureRows.length > 0 ? [layOutFigures(sheet, figureRows)] : [];
  return requireFittingFile(writeSheets(layOutWeek(sheet), ...figureSheets), 'page_too_large');
}

function layOutWeek(sheet: MenuSheet): WrittenSheet {
  const { unit, status, days, meals, energiesByDay } = sheet;
  const dayWidth = Math.floor(DAYS_WIDTH / days.length);
  const facts = listFacts(sheet).map(([term, text]) => `${term}：${text}`);
  const dayColumns = days.map(({ weekday, date }) => ({ header: `${weekday} ${date}`, width: dayWidth }));
  return {
    name: MENU_TITLE,
    title: `${unit} ${MENU_TITLE}`,
    notes: [facts.join('　　')],
    status: status.text,
    columns: [{ header: '餐次', width: MEAL_WIDTH }, ...dayColumns],
    orientation: 'landscape',
    rows: [
      ...meals.flatMap((meal) => [
        ...listMealRows(meal, dayWidth),
        ...(meals.length > 1 ? listEnergyRows(`${meal.name}能量`, meal.energiesByDay) : []),
      ]),
      ...listEnergyRows('当日能量', energiesByDay),
      ...listNotes(sheet).map((note) => toSpanningRow('note', note)),
    ],
  };
}

/** Lists as many rows as the meal's fullest day needs. The meal's name spans them, again on each page. */
function listMealRows({ name, groupLetters, dishesByDay }: SheetMeal, dayWidth: number): SheetRow[] {
  const cellsByDay = dishesByDay.map((dishes) => dishes.flatMap((dish) => layOutDish(dish, dayWidth)));
  const rowCount = Math.max(1, ...cellsByDay.map(({ length }) => length));
  const rows = Array.from({ length: rowCount }, (_, rowIndex) => cellsByDay.map((cells) => cells[rowIndex] ?? ''));
  const lineCounts = rows.map((cells) => Math.max(...cells.map((cell) => countCellLines(cell, dayWidth))));
  const spanStarts = listSpanStarts(lineCounts);
  return rows.map((cells, rowIndex): SheetRow => {
    const spanIndex = spanStarts.indexOf(rowIndex);
    if (spanIndex < 0) return { format: 'block', cells: ['', ...cells] };
    const heading = [name, groupLetters].filter(Boolean).join('\n');
    const rowSpan = (spanStarts[spanIndex + 1] ?? rowCount) - rowIndex;
    return { format: 'block', cells: [heading, ...cells], rowSpan };
  });
}

/** Lists the indexes of the rows that start a span: the first, and each with which a span would exceed `MAX_SPANNED_LINES`. */
function listSpanStarts(lineCounts: readonly number[]): number[] {
  // The count begins full, so that the first row starts a span.
  let spannedLines = MAX_SPANNED_LINES;
  return lineCounts.flatMap((lineCount, rowIndex) => {
    spannedLines += lineCount;
    if (spannedLines <= MAX_SPANNED_LINES) return [];
    spannedLines = lineCount;
    return [rowIndex];
  });
}

/** Lists the rows of a kind of energy: for each group the values, and below them the judgements. */
function listEnergyRows(name: string, energiesByDay: readonly (readonly SheetEnergy[])[]): SheetRow[] {
  const letters = [...new Set(energiesByDay.flatMap((energies) => energies.map(({ letter }) => letter)))].sort();
  return letters.flatMap((letter) => {
    const groupEnergies = energiesByDay.map((energies) => energies.find((energy) => energy.letter === letter));
    const toRow = (...cells: SheetCell[]): SheetRow => ({ format: 'figure', cells });
    const values = groupEnergies.map((energy) => (energy ? { number: energy.value } : '—'));
    const judgements = groupEnergies.map((energy) => energy?.judgement ?? '');
    return [
      // The only group of a menu has no letter.
      toRow(`${name} ${letter} kJ`.replace('  ', ' '), ...values),
      ...(judgements.some(Boolean) ? [toRow(`${letter} 评价`.trim(), ...judgements)] : []),
    ];
  });
}

/** Makes the cell of a dish. It begins with the name in bold. If one cell is too small, the dish takes several. */
function layOutDish(dish: SheetDish, dayWidth: number): SheetCell[] {
  const title = nameDish(dish);
  const allergens = describeAllergens(dish);
  const ingredients = dish.ingredients.map(({ name, grams }) => `${name} ${grams}`);
  const pieces = [
    ...ingredients.map((text, index) => ({ separator: index > 0 ? '、' : '\n', text })),
    ...(allergens === '' ? [] : [{ separator: '\n', text: allergens }]),
  ];
  const cells = [title];
  for (const { separator, text } of pieces) {
    const longerCell = `${cells.at(-1)}${separator}${text}`;
    if (countCellLines(longerCell, dayWidth) <= MAX_LINES) cells[cells.length - 1] = longerCell;
    else cells.push(text);
  }
  const [first = '', ...more] = cells;
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
  const { unit, status } = sheet;
  const headings = listAmountTables(sheet).map(({ heading }) => heading);
  return {
    name: '营养',
    title: `${unit} 营养、食物类别与膳食评价`,
    notes: [headings.join('；')],
    status: status.text,
    columns: figureColumns,
    orientation: 'portrait',
    rows,
  };
}

/** Lists the name of each group, and below it a row for each figure. */
function listFigureRows(sheet: MenuSheet): SheetRow[] {
  return sheet.groups.flatMap((group, groupIndex) => {
    const rows = listAmountTables(sheet).flatMap(({ columns }) => listFigures(columns, groupIndex));
    if (rows.length === 0) return [];
    return [
      toSpanningRow('band', describeGroup(group)),
      ...rows.map((cells): SheetRow => ({ format: 'figure', cells })),
    ];
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
