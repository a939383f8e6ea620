import { type Meal, mealNames, meals } from '../domain/meal.ts';
import type { ScreenShape } from '../domain/screen/screen.ts';
import type { ServedWeek } from '../domain/screen/screen-view.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import { chooseBestFit } from '../text/best-fit.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { countLines } from './measure.ts';
import { divideIntoParts, type PartRules } from './parts.ts';
import type { TypeSize } from './style.ts';

// All lengths are in pixels of the design: slides of 1920 × 1080 and of 1080 × 1920. They agree with `.week` in `style.ts`.
const FIRST_COLUMN_WIDTH = 110;
const TYPE_SIZES = [60, 54, 48, 42, 38, 34, 30, 27, 24] as const satisfies readonly TypeSize[];
/** A name that fits on a line in this size counts as broken if larger type breaks it. */
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

/** A row of the table: of one meal with a column for each day, or of one day with a column for each meal. */
interface WeekRow {
  readonly heading: Heading;
  readonly dishNamesByColumn: readonly (readonly string[])[];
}

interface WeekOptions {
  readonly shape: ScreenShape;
  readonly today: string;
  readonly width: number;
  readonly height: number;
  /** Whether the names of the week's menus are shown above the table. */
  readonly hasTitle: boolean;
}

/** Draws a week on as few slides as possible, then with the fewest broken names, then in the largest type. */
export function drawWeek(week: ServedWeek, options: WeekOptions): readonly Markup[] {
  const { shape, width, height } = options;
  const title = options.hasTitle ? week.menuNames.join('、') : '';
  const titleMarkup = title === '' ? '' : markup`<h2>${title}</h2>`;
  const titleLineCount = title === '' ? 0 : countLines([{ text: title }], width, TITLE.typeSize);
  const { columnHeadings, rows } = toWeekTable(week, options);
  const bounds: RowBounds = {
    cellTextWidth: (width - FIRST_COLUMN_WIDTH) / columnHeadings.length - CELL_PADDING,
    maxHeight: height - titleLineCount * TITLE.lineHeight - HEAD_HEIGHT,
    minRowHeight: shape === 'narrow' ? MIN_ROW_HEIGHT : 0,
  };
  const { typeSize, rowsBySlide } = chooseBestFit(
    TYPE_SIZES,
    (candidateSize) => divideRows(rows, candidateSize, bounds),
    // If rows are cut off in every size, the smallest is best. Next worst are more slides, then broken names.
    (layout) => [layout.isTooTall ? layout.typeSize : 0, layout.rowsBySlide.length - 1, layout.brokenNameCount],
  );
  return rowsBySlide.map((slideRows) => markup`${titleMarkup}${writeSlide(slideRows, columnHeadings, typeSize)}`);
}

/** Makes the table of a week. Days are columns; on a narrow slide they are rows. */
function toWeekTable({ dishNamesByMealByDate }: ServedWeek, { shape, today }: WeekOptions) {
  const dates = [...dishNamesByMealByDate.keys()].sort();
  const servedMeals = meals.filter((meal) => dates.some((date) => dishNamesByMealByDate.get(date)?.has(meal)));
  const listNames = (date: string, meal: Meal) => dishNamesByMealByDate.get(date)?.get(meal) ?? [];
  const toDayHeading = (date: string): Heading => {
    return { label: markup`周${toWeekdayName(date)} <small>${formatDate(date)}</small>`, isToday: date === today };
  };
  const toMealHeading = (meal: Meal): Heading => ({ label: mealNames[meal], isToday: false });
  if (shape === 'wide') {
    const listByDay = (meal: Meal) => dates.map((date) => listNames(date, meal));
    const rows = servedMeals.map((meal) => ({ heading: toMealHeading(meal), dishNamesByColumn: listByDay(meal) }));
    return { columnHeadings: dates.map(toDayHeading), rows };
  }
  const listByMeal = (date: string) => splitOnlyMeal(servedMeals.map((meal) => listNames(date, meal)));
  const rows = dates.map((date) => ({ heading: toDayHeading(date), dishNamesByColumn: listByMeal(date) }));
  const unnamedHeadings = servedMeals.length === 1 ? [{ label: '', isToday: false }] : [];
  return { columnHeadings: [...servedMeals.map(toMealHeading), ...unnamedHeadings], rows };
}

/** Splits the dishes of an only meal between two columns. Of several meals each keeps its column. */
function splitOnlyMeal(namesByMeal: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [names = []] = namesByMeal;
  if (namesByMeal.length > 1) return namesByMeal;
  const middle = Math.ceil(names.length / 2);
  return [names.slice(0, middle), names.slice(middle)];
}

interface RowBounds {
  readonly cellTextWidth: number;
  readonly maxHeight: number;
  readonly minRowHeight: number;
}

/** Divides rows into slides in this type size. A row that is higher than a slide is split into several. */
function divideRows(rows: readonly WeekRow[], typeSize: number, { cellTextWidth, maxHeight, minRowHeight }: RowBounds) {
  const names = rows.flatMap(({ dishNamesByColumn }) => dishNamesByColumn.flat());
  const countNameLines = (name: string, nameSize: number) => countLines([{ text: name }], cellTextWidth, nameSize);
  // Counted only once, since rows are measured several times.
  const lineCountByName = new Map(names.map((name) => [name, countNameLines(name, typeSize)]));
  const findLineCount = (name: string) => lineCountByName.get(name) ?? 0;
  const brokenNames = names.filter((name) => findLineCount(name) > 1 && countNameLines(name, UNBROKEN_SIZE) === 1);
  const measureName = (name: string) => findLineCount(name) * typeSize * LEADING + DISH_GAP;
  const measureCell = (cellNames: readonly string[]) => cellNames.reduce((sum, name) => sum + measureName(name), 0);
  const measureRow = ({ dishNamesByColumn }: WeekRow) =>
    Math.max(minRowHeight, ROW_PADDING + Math.max(...dishNamesByColumn.map(measureCell)));
  const nameRules = { maxHeight: maxHeight - ROW_PADDING, measureHeight: measureName };
  const splitRows = rows.flatMap((row) => (measureRow(row) <= maxHeight ? [row] : splitTallRow(row, nameRules)));
  const heightByRow = new Map(splitRows.map((row) => [row, measureRow(row)]));
  const division = divideIntoParts(splitRows, { maxHeight, measureHeight: (row) => heightByRow.get(row) ?? 0 });
  return { typeSize, rowsBySlide: division.parts, isTooTall: division.isTooTall, brokenNameCount: brokenNames.length };
}

/** Splits a row into several with the same heading. Each cell is divided by itself, so below a shorter one there are empty cells. */
function splitTallRow(row: WeekRow, nameRules: PartRules<string>): WeekRow[] {
  const partsByColumn = row.dishNamesByColumn.map((names) => divideIntoParts(names, nameRules).parts);
  const rowCount = Math.max(...partsByColumn.map((parts) => parts.length));
  return Array.from({ length: rowCount }, (_, partIndex) => {
    return { ...row, dishNamesByColumn: partsByColumn.map((parts) => parts[partIndex] ?? []) };
  });
}

function writeSlide(rows: readonly WeekRow[], columnHeadings: readonly Heading[], typeSize: number): Markup {
  const markToday = (...headings: readonly (Heading | undefined)[]) =>
    headings.some((heading) => heading?.isToday) ? markup` class="today"` : '';
  const head = columnHeadings.map((heading) => markup`<th scope="col"${markToday(heading)}>${heading.label}</th>`);
  const body = rows.map(({ heading, dishNamesByColumn }) => {
    const cells = dishNamesByColumn.map((names, columnIndex) => {
      const list = names.length === 0 ? '' : markup`<ul>${names.map((name) => markup`<li>${name}</li>`)}</ul>`;
      return markup`<td${markToday(heading, columnHeadings[columnIndex])}>${list}</td>`;
    });
    return markup`<tr><th scope="row"${markToday(heading)}>${heading.label}</th>${cells}</tr>`;
  });
  return markup`<table class="week s${typeSize}"><thead><tr><td></td>${head}</tr></thead>
<tbody>${joinMarkup(body)}</tbody></table>`;
}
