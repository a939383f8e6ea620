import type { ScreenShape } from '../domain/screen/screen.ts';
import type { ScreenView } from '../domain/screen/screen-view.ts';
import type { ServedDay } from '../domain/screen/served-day.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import { type Markup, markup } from '../text/markup.ts';
import { toDishesTable, toNutrientsTable } from './day-tables.ts';
import { countLines } from './measure.ts';
import { drawSlideTable, type SlideTable, type TableArea } from './slide-table.ts';
import type { TypeSize } from './style.ts';
import { drawWeek } from './week-slides.ts';
import { nameDay } from './words.ts';

/** Of a slide of 1920 × 1080 with two tables side by side, or upright with one above the other. Lengths (pixels) agree with `style.ts`. */
interface Dimensions {
  /** The width without the margins of the slide. */
  readonly width: number;
  /** The height with the margins. */
  readonly height: number;
  readonly tableWidth: number;
  /** The number of parts of tables that are side by side on a slide. */
  readonly areasPerSlide: number;
  readonly unitNameWidth: number;
  readonly footerHeight: number;
}
const dimensionsByShape: Readonly<Record<ScreenShape, Dimensions>> = {
  wide: { width: 1800, height: 1080, tableWidth: 872, areasPerSlide: 2, unitNameWidth: 1300, footerHeight: 76 },
  narrow: { width: 972, height: 1920, tableWidth: 972, areasPerSlide: 1, unitNameWidth: 972, footerHeight: 112 },
};
/** The heights of the title with the space below it, of all margins together, and of the gap between two tables. */
const HEIGHTS = { title: 104, margins: 84, gap: 30 };
/** The type of the unit's name: on one line, or smaller on several lines. */
const UNIT_NAME_TYPE = { oneLine: { typeSize: 34, lineHeight: 46 }, severalLines: { typeSize: 26, lineHeight: 34 } };
const TABLE_TYPE_SIZES = [54, 48, 42, 38, 34, 31, 28, 24] as const satisfies readonly TypeSize[];
/** The type sizes for dishes on one slide with nutrients. Two slides are easier to read than smaller type. */
const SHARED_SLIDE_DISH_SIZES = [54, 48, 42, 38, 34, 31] as const satisfies readonly TypeSize[];

interface Slide {
  readonly title: string;
  readonly body: Markup;
}

export function drawWall(view: ScreenView, shape: ScreenShape): Markup[] {
  const dimensions = dimensionsByShape[shape];
  const headerHeight = HEIGHTS.title + measureUnitNameHeight(view.unitName, dimensions.unitNameWidth);
  const height = dimensions.height - dimensions.footerHeight - headerHeight - HEIGHTS.margins;
  const area = { width: dimensions.tableWidth, height, areasPerSlide: dimensions.areasPerSlide };
  const daySlides = view.next === undefined ? drawToday(view, area) : drawBothDays(view, view.next, area);
  const weekOptions = { shape, width: dimensions.width, height, today: view.today, hasTitle: view.weeks.length > 1 };
  const weekBodies = view.weeks.flatMap((week) => drawWeek(week, weekOptions));
  const slides: Slide[] = [...daySlides, ...weekBodies.map((body) => ({ title: '本周食谱', body }))];
  const placedSlides = slides.map((slide, index) => ({ ...slide, positionText: `${index + 1} / ${slides.length}` }));
  return placedSlides.map((slide) => writeSlide(slide, view, dimensions.unitNameWidth));
}

const isLongName = (unitName: string, width: number) =>
  countLines([{ text: unitName }], width, UNIT_NAME_TYPE.oneLine.typeSize) > 1;

function measureUnitNameHeight(unitName: string, width: number): number {
  if (!isLongName(unitName, width)) return UNIT_NAME_TYPE.oneLine.lineHeight;
  const { typeSize, lineHeight } = UNIT_NAME_TYPE.severalLines;
  return countLines([{ text: unitName }], width, typeSize) * lineHeight;
}

const isOnDate = (date: string) => (day: ServedDay) => day.date === date;

function drawToday({ days, today, isTodayOff }: ScreenView, area: TableArea): Slide[] {
  const title = '今日食谱';
  const servedDays = days.filter(isOnDate(today));
  if (servedDays.length === 0)
    return [{ title, body: markup`<p class="none">今日${isTodayOff ? '休息' : '没有公示的食谱'}</p>` }];
  return servedDays.flatMap((day) => {
    const tables = [toDishesTable(day, '菜品'), toNutrientsTable(day, '营养')] as const;
    const bodies = drawOnOneSlide(...tables, area) ?? tables.flatMap((table) => drawOnOwnSlides(table, area));
    return bodies.map((body) => ({ title, body }));
  });
}

/** Draws both tables on one slide; undefined if they do not fit. Below the dishes, nutrients take only the height they need. */
function drawOnOneSlide(dishesTable: SlideTable, nutrientsTable: SlideTable, area: TableArea): Markup[] | undefined {
  const isSideBySide = area.areasPerSlide === 2;
  const toArea = (height: number) => ({ ...area, height, areasPerSlide: 1 });
  const nutrientsHeight = isSideBySide ? area.height : (area.height - HEIGHTS.gap) / 2;
  const nutrientsDrawing = drawSlideTable(nutrientsTable, toArea(nutrientsHeight), TABLE_TYPE_SIZES);
  const dishesHeight = isSideBySide ? area.height : area.height - HEIGHTS.gap - nutrientsDrawing.height;
  const dishesDrawing = drawSlideTable(dishesTable, toArea(dishesHeight), SHARED_SLIDE_DISH_SIZES);
  if (dishesDrawing.parts.length !== 1 || nutrientsDrawing.parts.length !== 1) return undefined;
  return [markup`${dishesDrawing.parts}${nutrientsDrawing.parts}`];
}

function drawOnOwnSlides(table: SlideTable, area: TableArea): Markup[] {
  const { parts } = drawSlideTable(table, area, TABLE_TYPE_SIZES);
  return Array.from({ length: Math.ceil(parts.length / area.areasPerSlide) }, (_, slideIndex) => {
    return markup`${parts.slice(slideIndex * area.areasPerSlide, (slideIndex + 1) * area.areasPerSlide)}`;
  });
}

/** Draws today and the next day beside or above each other: the dishes on the first slides, the nutrients on the next ones. */
function drawBothDays(view: ScreenView, nextDate: string, area: TableArea): Slide[] {
  const height = area.areasPerSlide === 2 ? area.height : (area.height - HEIGHTS.gap) / 2;
  const halfArea = { ...area, height, areasPerSlide: 1 };
  const emptyHalf = markup`<section class="half"></section>`;
  const drawPairs = (subject: string, toTable: typeof toDishesTable) => {
    const drawHalves: DrawHalves = (day, title) =>
      drawSlideTable(toTable(day, title), halfArea, TABLE_TYPE_SIZES).parts;
    const todayHalves = drawDay(view, view.today, drawHalves);
    const nextHalves = drawDay(view, nextDate, drawHalves);
    return Array.from({ length: Math.max(todayHalves.length, nextHalves.length) }, (_, slideIndex): Slide => {
      const body = markup`${todayHalves[slideIndex] ?? emptyHalf}${nextHalves[slideIndex] ?? emptyHalf}`;
      return { title: `今日与${nameDay(nextDate, view.today)}${subject}`, body };
    });
  };
  const dishSlides = drawPairs('食谱', toDishesTable);
  if (view.days.length === 0) return dishSlides;
  return [...dishSlides, ...drawPairs('营养', (day, title) => toNutrientsTable(day, `${title} 营养`))];
}

type DrawHalves = (day: ServedDay, title: string) => readonly Markup[];

/** Draws what is served on a date on halves of slides, or one that says that nothing is. */
function drawDay({ days, today, isTodayOff }: ScreenView, date: string, drawHalves: DrawHalves): readonly Markup[] {
  const title = `${nameDay(date, today)} ${formatDate(date)}`;
  const halves = days.filter(isOnDate(date)).flatMap((day) => drawHalves(day, title));
  const note = isTodayOff && date === today ? '休息' : '没有公示的食谱';
  const nothingServed = markup`<section class="half"><h2>${title}</h2><p class="none">${note}</p></section>`;
  return halves.length === 0 ? [nothingServed] : halves;
}

/** Writes a slide. `positionText` is its place among all, such as `1 / 3`. */
function writeSlide(slide: Slide & { readonly positionText: string }, view: ScreenView, unitNameWidth: number): Markup {
  const { title, body, positionText } = slide;
  const { unitName, today, omittedCount } = view;
  // Bars are the only pictures of a slide. Only the drawn part of a table tells whether it has one.
  const barNote = body.toString().includes('<svg') ? '；绿条为标准范围，浅绿为允许的偏差' : '';
  const omissionNote = omittedCount === 0 ? '' : markup`　另有 ${omittedCount} 份食谱未显示`;
  return markup`<header><p class="unit${isLongName(unitName, unitNameWidth) ? ' long' : ''}">${unitName}</p><h1>${title}</h1>
<p class="date">${formatDate(today)}<span>星期${toWeekdayName(today)}</span></p></header>
<div class="body">${body}</div>
<footer><p>克数为可食部生重；菜名后为所含致敏物质；营养为估算值${barNote}${omissionNote}</p><p>${positionText}</p></footer>`;
}
