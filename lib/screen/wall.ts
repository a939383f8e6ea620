import type { ScreenShape } from '../domain/screen/screen.ts';
import type { ScreenView } from '../domain/screen/screen-view.ts';
import type { ServedDay } from '../domain/screen/served-day.ts';
import { dayName, weekdayOf } from '../domain/values/calendar.ts';
import { type Markup, markup } from '../text/markup.ts';
import { dishesPanel, nutrientsPanel } from './day-panels.ts';
import { countLines } from './measure.ts';
import { drawPanel, type Panel, type Room } from './panel.ts';
import { drawWeek } from './week-pages.ts';
import { nameDay } from './words.ts';

/** The sizes in pixels of a page of 1920 × 1080 with two tables side by side, or upright with one above the other. */
interface Stage {
  readonly width: number;
  readonly height: number;
  /** The width of a table, and the number of a table's parts on a page. */
  readonly table: number;
  readonly perPage: number;
  readonly unit: number;
  readonly footer: number;
}
const stages: Readonly<Record<ScreenShape, Stage>> = {
  wide: { width: 1800, height: 1080, table: 872, perPage: 2, unit: 1300, footer: 76 },
  narrow: { width: 972, height: 1920, table: 972, perPage: 1, unit: 972, footer: 112 },
};
const TITLE = 104;
/** The type of the unit's name: on one line, or smaller on several. */
const UNIT = { one: { size: 34, line: 46 }, several: { size: 26, line: 34 } };
const MARGINS = 84;
/** The gap between two tables, one above the other. */
const GAP = 30;
const SIZES = [54, 48, 42, 38, 34, 31, 28, 24] as const;
/** Below these sizes two pages are easier to read. */
const TOGETHER_SIZES = [54, 48, 42, 38, 34, 31] as const;

interface Page {
  readonly title: string;
  readonly body: Markup;
}

/** Draws the pages of a wall screen, which it shows in turn. */
export function drawWall(view: ScreenView, shape: ScreenShape): Markup[] {
  const stage = stages[shape];
  const height = stage.height - stage.footer - TITLE - MARGINS - unitHeight(view.unit, stage.unit);
  const room = { width: stage.table, height, perPage: stage.perPage };
  const days = view.next === undefined ? drawToday(view, room) : drawBoth(view, view.next, room);
  const weekFrame = { shape, width: stage.width, height, today: view.today, isNamed: view.weeks.length > 1 };
  const weeks = view.weeks.flatMap((week) => drawWeek(week, weekFrame).map((body) => ({ title: '本周食谱', body })));
  const pages: Page[] = [...days, ...weeks];
  return pages.map((page, index) => writePage(page, view, stage, `${index + 1} / ${pages.length}`));
}

const isLong = (unit: string, width: number) => countLines([{ text: unit, size: UNIT.one.size }], width) > 1;

function unitHeight(unit: string, width: number): number {
  const { size, line } = UNIT.several;
  return isLong(unit, width) ? countLines([{ text: unit, size }], width) * line : UNIT.one.line;
}

const isOnDate = (date: string) => (day: ServedDay) => day.date === date;

function drawToday({ days, today, isOff }: ScreenView, room: Room): Page[] {
  const title = '今日食谱';
  const served = days.filter(isOnDate(today));
  if (served.length === 0)
    return [{ title, body: markup`<p class="none">今日${isOff ? '休息' : '没有公示的食谱'}</p>` }];
  return served.flatMap((day) => {
    const [dishes, nutrients] = [dishesPanel(day, '菜品'), nutrientsPanel(day, '营养')];
    const together = drawTogether(dishes, nutrients, room);
    const drawn = together ?? [...drawSeparately(dishes, room), ...drawSeparately(nutrients, room)];
    return drawn.map((body) => ({ title, body }));
  });
}

/** Draws both tables on one page; undefined if they do not fit. */
function drawTogether(dishes: Panel, nutrients: Panel, room: Room): Markup[] | undefined {
  const one = { ...room, perPage: 1 };
  const half = room.perPage === 2 ? room.height : (room.height - GAP) / 2;
  const below = drawPanel(nutrients, { ...one, height: half }, SIZES);
  const heightLeft = room.perPage === 2 ? room.height : room.height - GAP - below.height;
  const above = drawPanel(dishes, { ...one, height: heightLeft }, TOGETHER_SIZES);
  return above.parts.length === 1 && below.parts.length === 1 ? [markup`${above.parts}${below.parts}`] : undefined;
}

/** Draws a table on its own pages. */
function drawSeparately(panel: Panel, room: Room): Markup[] {
  const { parts } = drawPanel(panel, room, SIZES);
  return parts.flatMap((_, index) =>
    index % room.perPage === 0 ? [markup`${parts.slice(index, index + room.perPage)}`] : [],
  );
}

/** Draws today and the next day side by side: first the dishes, then the nutrients. */
function drawBoth({ days, today, isOff }: ScreenView, next: string, { perPage, ...room }: Room): Page[] {
  const half = { ...room, height: perPage === 2 ? room.height : (room.height - GAP) / 2, perPage: 1 };
  const draw = (date: string, word: string, toPanel: (day: ServedDay) => Panel) => {
    const parts = days.filter(isOnDate(date)).flatMap((day) => drawPanel(toPanel(day), half, SIZES).parts);
    const none = markup`<section class="half"><h2>${word}</h2><p class="none">${isOff && date === today ? '休息' : '没有公示的食谱'}</p></section>`;
    return parts.length === 0 ? [none] : parts;
  };
  const word = nameDay(next, today);
  const [todayTitle, nextTitle] = [`今日 ${dayName(today)}`, `${word} ${dayName(next)}`];
  const dishes = (date: string, title: string) => draw(date, title, (day) => dishesPanel(day, title));
  const nutrients = (date: string, title: string) => draw(date, title, (day) => nutrientsPanel(day, `${title} 营养`));
  return [
    ...pair(dishes(today, todayTitle), dishes(next, nextTitle), `今日与${word}食谱`),
    ...(days.length === 0 ? [] : pair(nutrients(today, todayTitle), nutrients(next, nextTitle), `今日与${word}营养`)),
  ];
}

/** Pairs the tables of two lists on pages. */
function pair(left: readonly Markup[], right: readonly Markup[], title: string): Page[] {
  const nothing = markup`<section class="half"></section>`;
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    return { title, body: markup`${left[index] ?? nothing}${right[index] ?? nothing}` };
  });
}

function writePage({ title, body }: Page, { unit, today, left }: ScreenView, stage: Stage, pageNumber: string): Markup {
  const bars = body.toString().includes('<svg') ? '；绿条为标准范围，浅绿为允许的偏差' : '';
  const rest = left === 0 ? '' : markup`　另有 ${left} 份食谱未显示`;
  return markup`<header><p class="unit${isLong(unit, stage.unit) ? ' long' : ''}">${unit}</p><h1>${title}</h1>
<p class="date">${dayName(today)}<span>星期${weekdayOf(today)}</span></p></header>
<div class="body">${body}</div>
<footer><p>克数为可食部生重；菜名后为所含致敏物质；营养为估算值${bars}${rest}</p><p>${pageNumber}</p></footer>`;
}
