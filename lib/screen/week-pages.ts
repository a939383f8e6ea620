import { mealNames, meals } from '../domain/meal.ts';
import type { ScreenShape } from '../domain/screen/screen.ts';
import type { ServedWeek } from '../domain/screen/screen-view.ts';
import { dayName, weekdayOf } from '../domain/values/calendar.ts';
import { fitLargest } from '../text/largest-type.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { countLines } from './measure.ts';
import { divide } from './parts.ts';

/** The sizes in pixels, for pages of 1920 × 1080 and of 1080 × 1920. */
const FIRST_COLUMN_WIDTH = 110;
const SIZES = [60, 54, 48, 42, 38, 34, 30, 27, 24] as const;
const LINE = 1.34;
const CELL_PADDING = 28;
const ROW_PADDING = 34;
/** The name and the date of a day take two lines. */
const MIN_ROW_HEIGHT = 120;
const HEAD = 84;
const DISH_GAP = 6;
const HEADING = { size: 36, line: 48 };

/** A heading in the table of a week. */
interface Heading {
  readonly html: string | Markup;
  readonly isToday: boolean;
}

/** The dishes of one meal on each day, or of one day at each meal. */
interface WeekRow {
  readonly heading: Heading;
  readonly cells: readonly (readonly string[])[];
}

/** The input of a week besides its dishes. */
interface WeekFrame {
  readonly shape: ScreenShape;
  readonly today: string;
  readonly width: number;
  readonly height: number;
  /** Whether the names of its menus are shown. */
  readonly isNamed: boolean;
}

/**
 * Draws a week on as few pages as possible, and then in the largest type. Days are columns, or rows on an upright page.
 */
export function drawWeek(week: ServedWeek, frame: WeekFrame): readonly Markup[] {
  const { shape, today, width, height } = frame;
  const name = frame.isNamed ? week.menus.join('、') : '';
  const heading = name === '' ? '' : markup`<h2>${name}</h2>`;
  const used = name === '' ? 0 : countLines([{ text: name, size: HEADING.size }], width) * HEADING.line;
  const dates = [...week.plan.keys()].sort();
  const served = meals.filter((meal) => dates.some((date) => week.plan.get(date)?.has(meal)));
  const dishes = dates.map((date) => served.map((meal) => week.plan.get(date)?.get(meal) ?? []));
  const days = dates.map((date) => {
    return { html: markup`周${weekdayOf(date)} <small>${dayName(date)}</small>`, isToday: date === today };
  });
  const names = served.map((meal) => ({ html: mealNames[meal], isToday: false }));
  const rows =
    shape === 'narrow'
      ? days.map((day, index) => ({ heading: day, cells: splitOnlyMeal(dishes[index] ?? []) }))
      : names.map((meal, index) => ({ heading: meal, cells: dishes.map((day) => day[index] ?? []) }));
  const columns = shape === 'narrow' ? [...names, ...(names.length === 1 ? [{ html: '', isToday: false }] : [])] : days;
  const minRowHeight = shape === 'narrow' ? MIN_ROW_HEIGHT : 0;
  const room = {
    width: (width - FIRST_COLUMN_WIDTH) / columns.length - CELL_PADDING,
    height: height - used - HEAD,
    minRowHeight,
  };
  const { size, parts } = fitLargest(
    SIZES,
    (one) => layOut(rows, one, room),
    (drawing, one) => [drawing.isCut ? one : 0, drawing.parts.length - 1],
  );
  return parts.map((part) => markup`${heading}${writePage(part, columns, size)}`);
}

/** Splits the only meal of a day into two columns. */
function splitOnlyMeal(cells: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [only = [], ...others] = cells;
  const middle = Math.ceil(only.length / 2);
  return others.length > 0 ? cells : [only.slice(0, middle), only.slice(middle)];
}

/** The width of a cell's text, the height of a page, and the least height of a row. */
interface WeekRoom {
  readonly width: number;
  readonly height: number;
  readonly minRowHeight: number;
}

function layOut(rows: readonly WeekRow[], size: number, { width, height, minRowHeight }: WeekRoom) {
  const heights = new Map(
    rows
      .flatMap(({ cells }) => cells.flat())
      .map((name) => {
        return [name, countLines([{ text: name }], width, size) * size * LINE + DISH_GAP];
      }),
  );
  const measure = { measureHeight: (name: string) => heights.get(name) ?? 0, isHeading: () => true };
  const measureRow = ({ cells }: WeekRow) => {
    const sums = cells.map((cell) => cell.reduce((sum, name) => sum + measure.measureHeight(name), 0));
    return Math.max(minRowHeight, ROW_PADDING + Math.max(...sums));
  };
  // A row that is higher than a page is split.
  const split = rows.flatMap((row): WeekRow[] => {
    if (measureRow(row) <= height) return [row];
    const parts = row.cells.map((cell) => divide(cell, height - ROW_PADDING, measure).parts);
    const count = Math.max(...parts.map((part) => part.length));
    return Array.from({ length: count }, (_, index) => ({ ...row, cells: parts.map((part) => part[index] ?? []) }));
  });
  return { size, ...divide(split, height, { measureHeight: measureRow, isHeading: () => true }) };
}

function writePage(rows: readonly WeekRow[], columns: readonly Heading[], size: number): Markup {
  const todayClass = (...headings: readonly (Heading | undefined)[]) =>
    headings.some((heading) => heading?.isToday) ? markup` class="today"` : '';
  const head = columns.map((column) => markup`<th scope="col"${todayClass(column)}>${column.html}</th>`);
  const body = rows.map(({ heading, cells }) => {
    const fields = cells.map((cell, column) => {
      const names = cell.map((name) => markup`<li>${name}</li>`);
      return markup`<td${todayClass(heading, columns[column])}>${names.length === 0 ? '' : markup`<ul>${names}</ul>`}</td>`;
    });
    return markup`<tr><th scope="row"${todayClass(heading)}>${heading.html}</th>${fields}</tr>`;
  });
  return markup`<table class="week s${size}"><thead><tr><td></td>${head}</tr></thead>
<tbody>${joinMarkup(body)}</tbody></table>`;
}
