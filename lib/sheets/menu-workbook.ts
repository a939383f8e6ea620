import type { SheetDish, SheetMeal } from '../domain/menu-sheet/meals.ts';
import type { SheetAmount, SheetEnergy, SheetNutrition } from '../domain/menu-sheet/nutrition.ts';
import type { MenuSheet } from '../domain/menu-sheet/sheet.ts';
import { AppError } from '../errors.ts';
import { countLines, MOST_LINES, type SheetRow } from '../spreadsheet/sheet-row.ts';
import { writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import { MOST_FILE_BYTES } from '../text/answer-size.ts';
import { describeGroup, gatherNotes, listFacts, TITLE, tellAllergens } from './menu-words.ts';

/** Widths of the column of the meals, and of all days together, in characters. */
const MEAL_WIDTH = 12;
const DAYS_WIDTH = 150;

/**
 * Writes the sheet as a workbook in the same order: a column for each day, a row for each dish of a meal.
 * @throws AppError `page_too_large`.
 */
export function writeMenuWorkbook(sheet: MenuSheet): Buffer {
  const { unit, name, days, meals, energy, nutrition, standing } = sheet;
  const dayWidth = Math.floor(DAYS_WIDTH / days.length);
  const above = [
    spanning('title', `${unit} ${TITLE}`),
    spanning('note', `食谱：${name}`),
    ...listFacts(sheet).map(([term, text]) => spanning('note', `${term}：${text}`)),
    spanning('head', standing.text),
  ];
  const head: SheetRow = { format: 'head', cells: ['餐次', ...days.map(({ weekday, date }) => `${weekday} ${date}`)] };
  const file = writeSheets({
    name: TITLE,
    columns: [{ width: MEAL_WIDTH }, ...days.map(() => ({ width: dayWidth }))],
    orientation: 'landscape',
    rows: [
      ...above,
      head,
      ...meals.flatMap((meal) => listMealRows(meal, dayWidth)),
      { format: 'cell', cells: ['当日能量', ...energy.map((groups) => groups.map(tellEnergy).join('\n') || '—')] },
      ...listNutrition(nutrition),
      ...gatherNotes(sheet).map((note) => spanning('note', note)),
    ],
    repeated: [above.length, above.length + 1],
  });
  if (file.length > MOST_FILE_BYTES) throw new AppError('page_too_large');
  return file;
}

function spanning(format: SheetRow['format'], text: string): SheetRow {
  return { format, cells: [text], isSpanning: true };
}

/** The rows of a meal: as many as its fullest day needs. */
function listMealRows({ name, order, days }: SheetMeal, width: number): SheetRow[] {
  const columns = days.map((dishes) => dishes.flatMap((dish) => tellDish(dish, width)));
  const count = Math.max(1, ...columns.map(({ length }) => length));
  return Array.from({ length: count }, (_, row) => ({
    format: 'cell',
    cells: [row === 0 ? [name, order].filter(Boolean).join('\n') : '', ...columns.map((cells) => cells[row] ?? '')],
  }));
}

/** A dish as the text of a cell; in several cells below each other where one is too small. */
function tellDish(dish: SheetDish, width: number): string[] {
  const allergens = tellAllergens(dish);
  const cells: string[] = [];
  let cell = `${dish.name}${dish.isGone ? '（菜品已删除）' : ''}`;
  let separator = '\n';
  const add = (text: string, before: string) => {
    const longer = `${cell}${before}${text}`;
    if (countLines(longer, width) <= MOST_LINES) {
      cell = longer;
      return;
    }
    cells.push(cell);
    cell = text;
  };
  for (const { name, grams } of dish.ingredients) {
    add(`${name} ${grams}`, separator);
    separator = '、';
  }
  if (allergens !== '') add(allergens, '\n');
  return [...cells, cell];
}

function tellEnergy({ letter, value, judgement }: SheetEnergy): string {
  return [letter, value, judgement].filter(Boolean).join(' ');
}

function listNutrition({ nutrients, groups }: SheetNutrition): SheetRow[] {
  if (nutrients.length === 0) return [];
  return [
    spanning('head', '每人每日营养（各供餐日的平均）'),
    ...groups.map(({ group, amounts }) => {
      const told = nutrients.map(({ name, unit }, index) => `${name} ${tellAmount(amounts[index], unit)}`);
      return spanning('cell', `${describeGroup(group)}：${told.join('；')}`);
    }),
  ];
}

function tellAmount(amount: SheetAmount | undefined, unit: string): string {
  if (!amount) return '—';
  const { value, also, range, judgement } = amount;
  const more = [also, range && `推荐 ${range}`, judgement].filter(Boolean).join('，');
  return `${value} ${unit}${more === '' ? '' : `（${more}）`}`;
}
