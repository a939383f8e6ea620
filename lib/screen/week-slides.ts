import { mealNames, meals } from '../domain/meal.ts';
import type { ScreenShape } from '../domain/screen/screen.ts';
import type { ServedWeek } from '../domain/screen/screen-view.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import { drawLargest } from '../text/largest-type.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { countLines } from './measure.ts';
import { divideIntoParts } from './parts.ts';
import type { TypeSize } from './style.ts';

// All lengths are in pixels of the design: slides of 1920 × 1080 and of 1080 × 1920. They agree with `.week` in `style.ts`.
const FIRST_COLUMN_WIDTH = 110;
const TYPE_SIZES = [60, 54, 48, 42, 38, 34, 30, 27, 24] as const satisfies readonly TypeSize[];
/** A name that fits on a line in this size is not broken in larger type. */
const UNBROKEN_SIZE = 34;
const LEADING = 1.34;
const CELL_PADDING = 28;
const ROW_PADDING = 34;
/** The height of a row on a narrow slide, where the name and the date of a day take two lines. */
const MIN_ROW_HEIGHT = 120;
const HEAD_HEIGHT = 84;
const DISH_GAP = 6;
const TITLE = { typeSize: 36, lineHeight: 48 };

interface Heading {
  readonly label: string | Markup;
  readonly isToday: boolean;
}
type Headings = readonly Heading[];

/** A row of the table: the dishes of one meal on each day, or of one day at each meal. */
interface WeekRow {
  readonly heading: Heading;
  readonly cells: readonly (readonly string[])[];
}

/** The names of dishes by the index of the day, and then of the meal. */
type NamesByMealByDay = readonly (readonly (readonly string[])[])[];

interface WeekOptions {
  readonly shape: ScreenShape;
  readonly today: string;
  readonly width: number;
  readonly height: number;
  /** Whether the names of the week's menus are shown above the table. */
  readonly hasTitle: boolean;
}

/** Draws a week on as few slides as possible, and then in the largest type. Days are columns; on a narrow slide they are rows. */
export function drawWeek(week: ServedWeek, options: WeekOptions): readonly Markup[] {
  const { shape, today, width, height } = options;
  const title = options.hasTitle ? week.menuNames.join('、') : '';
  const titleMarkup = title === '' ? '' : markup`<h2>${title}</h2>`;
  const titleLineCount = title === '' ? 0 : countLines([{ text: title }], width, TITLE.typeSize);
  const { dishNamesByMealByDate: namesByDate } = week;
  const dates = [...namesByDate.keys()].sort();
  const servedMeals = meals.filter((meal) => dates.some((date) => namesByDate.get(date)?.has(meal)));
  const namesByMealByDay = dates.map((date) => servedMeals.map((meal) => namesByDate.get(date)?.get(meal) ?? []));
  const dayHeadings = dates.map((date) => {
    return { label: markup`周${toWeekdayName(date)} <small>${formatDate(date)}</small>`, isToday: date === today };
  });
  const mealHeadings = servedMeals.map((meal) => ({ label: mealNames[meal], isToday: false }));
  const makeTable = shape === 'narrow' ? makeDayRows : makeMealRows;
  const { rows, columnHeadings } = makeTable(dayHeadings, mealHeadings, namesByMealByDay);
  const bounds: RowBounds = {
    cellWidth: (width - FIRST_COLUMN_WIDTH) / columnHeadings.length - CELL_PADDING,
    maxHeight: height - titleLineCount * TITLE.lineHeight - HEAD_HEIGHT,
    minRowHeight: shape === 'narrow' ? MIN_ROW_HEIGHT : 0,
  };
  const { typeSize, slides } = drawLargest(
    TYPE_SIZES,
    (size) => divideRows(rows, size, bounds),
    // Rows cut off are the worst fault: if every size cuts some off, the smallest is best. Then come slides, then broken names.
    (layout, size) => [layout.isTooTall ? size : 0, layout.slides.length - 1, layout.brokenNameCount],
  );
  return slides.map((slideRows) => markup`${titleMarkup}${writeSlide(slideRows, columnHeadings, typeSize)}`);
}

/** Makes a table with a row for each day. If there is one meal, its dishes take two columns. */
function makeDayRows(dayHeadings: Headings, mealHeadings: Headings, namesByMealByDay: NamesByMealByDay) {
  const unnamedHeadings = mealHeadings.length === 1 ? [{ label: '', isToday: false }] : [];
  const listCells = (dayIndex: number) => splitOnlyMeal(namesByMealByDay[dayIndex] ?? []);
  const rows = dayHeadings.map((heading, dayIndex) => ({ heading, cells: listCells(dayIndex) }));
  return { columnHeadings: [...mealHeadings, ...unnamedHeadings], rows };
}

function makeMealRows(dayHeadings: Headings, mealHeadings: Headings, namesByMealByDay: NamesByMealByDay) {
  const listCells = (mealIndex: number) => namesByMealByDay.map((namesByMeal) => namesByMeal[mealIndex] ?? []);
  const rows = mealHeadings.map((heading, mealIndex) => ({ heading, cells: listCells(mealIndex) }));
  return { columnHeadings: dayHeadings, rows };
}

function splitOnlyMeal(cells: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [names = []] = cells;
  if (cells.length > 1) return cells;
  const middle = Math.ceil(names.length / 2);
  return [names.slice(0, middle), names.slice(middle)];
}

interface RowBounds {
  /** The width of a cell's text. */
  readonly cellWidth: number;
  readonly maxHeight: number;
  readonly minRowHeight: number;
}

/**
 * Divides rows into slides in this type size. A row that is higher than a slide is split into several with the same heading.
 * The height of a name is calculated only once, since rows are measured several times.
 */
function divideRows(rows: readonly WeekRow[], typeSize: number, { cellWidth, maxHeight, minRowHeight }: RowBounds) {
  const allNames = rows.flatMap(({ cells }) => cells.flat());
  const countNameLines = (name: string, nameSize: number) => countLines([{ text: name }], cellWidth, nameSize);
  const brokenNames = allNames.filter(
    (name) => countNameLines(name, typeSize) > 1 && countNameLines(name, UNBROKEN_SIZE) === 1,
  );
  const heightByName = new Map(
    allNames.map((name) => [name, countNameLines(name, typeSize) * typeSize * LEADING + DISH_GAP]),
  );
  const findNameHeight = (name: string) => heightByName.get(name) ?? 0;
  const measureRowHeight = ({ cells }: WeekRow) => {
    const cellHeights = cells.map((names) => names.reduce((sum, name) => sum + findNameHeight(name), 0));
    return Math.max(minRowHeight, ROW_PADDING + Math.max(...cellHeights));
  };
  const splitRows = rows.flatMap((row): WeekRow[] => {
    if (measureRowHeight(row) <= maxHeight) return [row];
    const partsByCell = row.cells.map(
      (cell) => divideIntoParts(cell, { maxHeight: maxHeight - ROW_PADDING, measureHeight: findNameHeight }).parts,
    );
    const rowCount = Math.max(...partsByCell.map((parts) => parts.length));
    return Array.from({ length: rowCount }, (_, partIndex) => {
      return { ...row, cells: partsByCell.map((parts) => parts[partIndex] ?? []) };
    });
  });
  const { parts: slides, isTooTall } = divideIntoParts(splitRows, { maxHeight, measureHeight: measureRowHeight });
  return { typeSize, brokenNameCount: brokenNames.length, slides, isTooTall };
}

function writeSlide(rows: readonly WeekRow[], columnHeadings: Headings, typeSize: number): Markup {
  const markToday = (...headings: readonly (Heading | undefined)[]) =>
    headings.some((heading) => heading?.isToday) ? markup` class="today"` : '';
  const head = columnHeadings.map((heading) => markup`<th scope="col"${markToday(heading)}>${heading.label}</th>`);
  const body = rows.map(({ heading, cells }) => {
    const cellMarkups = cells.map((cell, columnIndex) => {
      const names = cell.map((name) => markup`<li>${name}</li>`);
      return markup`<td${markToday(heading, columnHeadings[columnIndex])}>${names.length === 0 ? '' : markup`<ul>${names}</ul>`}</td>`;
    });
    return markup`<tr><th scope="row"${markToday(heading)}>${heading.label}</th>${cellMarkups}</tr>`;
  });
  return markup`<table class="week s${typeSize}"><thead><tr><td></td>${head}</tr></thead>
<tbody>${joinMarkup(body)}</tbody></table>`;
}
