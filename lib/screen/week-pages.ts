import { mealNames, meals } from '../domain/menu/menu.ts';
import type { ServedWeek } from '../domain/screen/screen-view.ts';
import { dayName, weekdayOf } from '../domain/values/calendar.ts';
import { fillColumns, linesOf } from './measure.ts';
import { chooseDrawing } from './panel.ts';
import { show } from './words.ts';

/** Sizes in pixels of 1920 × 1080. */
const WIDTH = 1800;
const FIRST = 110;
const SIZES = [38, 34, 30, 27, 24];
const LINE = 1.34;
const CELL_PADDING = 28;
const ROW_PADDING = 34;
const HEAD = 84;
const DISH_GAP = 6;
const HEADING = { size: 36, line: 48 };

/** The dishes of one meal on each day. */
interface WeekRow {
  readonly meal: string;
  readonly cells: readonly (readonly string[])[];
}

/** Where and how a week is drawn. */
interface WeekPlace {
  readonly today: string;
  readonly height: number;
  /** Whether the names of its menus are shown. */
  readonly isNamed: boolean;
}

/** Draws a week on pages of that height: on as few as possible, and then in the largest type. */
export function drawWeek(week: ServedWeek, { today, height, isNamed }: WeekPlace): readonly string[] {
  const name = isNamed ? week.menus.join('、') : '';
  const heading = name === '' ? '' : `<h2>${show(name)}</h2>`;
  const used = name === '' ? 0 : linesOf([{ text: name, size: HEADING.size }], WIDTH) * HEADING.line;
  const dates = [...week.plan.keys()].sort();
  const rows = meals.flatMap((meal): WeekRow[] => {
    const cells = dates.map((date) => week.plan.get(date)?.get(meal) ?? []);
    return cells.every((cell) => cell.length === 0) ? [] : [{ meal: mealNames[meal], cells }];
  });
  const drawings = SIZES.map((size) => layOut(rows, size, dates.length, height - used));
  const { size, pages } = chooseDrawing(drawings, (drawing) => drawing.pages.length);
  return pages.map((page) => `${heading}${writePage(page, dates, today, size)}`);
}

function layOut(rows: readonly WeekRow[], size: number, days: number, height: number) {
  const width = (WIDTH - FIRST) / days - CELL_PADDING;
  const heightOf = (name: string) => linesOf([{ text: name, size }], width) * size * LINE + DISH_GAP;
  const heightOfRow = ({ cells }: WeekRow) =>
    ROW_PADDING + Math.max(...cells.map((cell) => cell.reduce((sum, name) => sum + heightOf(name), 0)));
  const room = height - HEAD;
  const split = rows.flatMap((row) => splitRow(row, room - ROW_PADDING, heightOf));
  return { size, pages: fillColumns(split, room, heightOfRow), isCut: split.some((row) => heightOfRow(row) > room) };
}

/** Splits a row that is higher than a page. */
function splitRow({ meal, cells }: WeekRow, room: number, heightOf: (name: string) => number): WeekRow[] {
  const parts = cells.map((cell) => fillColumns(cell, room, heightOf));
  const count = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: count }, (_, index) => ({ meal, cells: parts.map((part) => part[index] ?? []) }));
}

function writePage(rows: readonly WeekRow[], dates: readonly string[], today: string, size: number): string {
  const mark = (date: string) => (date === today ? ' class="today"' : '');
  const head = dates.map(
    (date) => `<th scope="col"${mark(date)}>周${weekdayOf(date)} <small>${dayName(date)}</small></th>`,
  );
  const body = rows.map(({ meal, cells }) => {
    const days = cells.map((cell, place) => {
      const names = cell.map((name) => `<li>${show(name)}</li>`).join('');
      return `<td${mark(dates[place] ?? '')}>${names === '' ? '' : `<ul>${names}</ul>`}</td>`;
    });
    return `<tr><th scope="row">${meal}</th>${days.join('')}</tr>`;
  });
  return `<table class="week s${size}"><thead><tr><td></td>${head.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table>`;
}
