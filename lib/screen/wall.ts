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

/** Sizes in pixels of a page of 1920 × 1080, with two tables side by side, or upright, with one above the other. */
interface Stage {
  readonly width: number;
  readonly height: number;
  /** The width of one table, and how many parts of a table are on a page. */
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
/** The unit's name on one line, or in smaller type on several. */
const UNIT = { one: { size: 34, line: 46 }, several: { size: 26, line: 34 } };
const MARGINS = 84;
/** Between two tables, one above the other. */
const GAP = 30;
const SIZES = [54, 48, 42, 38, 34, 31, 28, 24] as const;
/** Smaller type for dishes is harder to read than two pages. */
const TOGETHER_SIZES = [54, 48, 42, 38, 34, 31] as const;

interface Page {
  readonly title: string;
  readonly body: Markup;
}

/** The pages that a wall screen of this shape shows one after the other. */
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

const isOn = (date: string) => (day: ServedDay) => day.date === date;

function drawToday({ days, today, isOff }: ScreenView, room: Room): Page[] {
  const title = '今日食谱';
  const served = days.filter(isOn(today));
  if (served.length === 0)
    return [{ title, body: markup`<p class="none">今日${isOff ? '休息' : '没有公示的食谱'}</p>` }];
  return served.flatMap((day) => {
    const [dishes, nutrients] = [dishesPanel(day, '菜品'), nutrientsPanel(day, '营养')];
    const together = drawTogether(dishes, nutrients, room);
    const drawn = together ?? [...onOwnPages(dishes, room), ...onOwnPages(nutrients, room)];
    return drawn.map((body) => ({ title, body }));
  });
}

/** Draws both tables on one page; undefined where they do not fit. */
function drawTogether(dishes: Panel, nutrients: Panel, room: Room): Markup[] | undefined {
  const one = { ...room, perPage: 1 };
  const half = room.perPage === 2 ? room.height : (room.height - GAP) / 2;
  const below = drawPanel(nutrients, { ...one, height: half }, SIZES);
  const left = room.perPage === 2 ? room.height : room.height - GAP - below.height;
  const above = drawPanel(dishes, { ...one, height: left }, TOGETHER_SIZES);
  return above.parts.length === 1 && below.parts.length === 1 ? [markup`${above.parts}${below.parts}`] : undefined;
}

/** Draws a table on pages of its own. */
function onOwnPages(panel: Panel, room: Room): Markup[] {
  const { parts } = drawPanel(panel, room, SIZES);
  return parts.flatMap((_, index) =>
    index % room.perPage === 0 ? [markup`${parts.slice(index, index + room.perPage)}`] : [],
  );
}

/** Draws today and the next day together: first what is served, then what it gives. */
function drawBoth({ days, today, isOff }: ScreenView, next: string, { perPage, ...room }: Room): Page[] {
  const half = { ...room, height: perPage === 2 ? room.height : (room.height - GAP) / 2, perPage: 1 };
  const draw = (date: string, word: string, toPanel: (day: ServedDay) => Panel) => {
    const parts = days.filter(isOn(date)).flatMap((day) => drawPanel(toPanel(day), half, SIZES).parts);
    const none = markup`<section class="half"><h2>${word}</h2><p class="none">${isOff && date === today ? '休息' : '没有公示的食谱'}</p></section>`;
    return parts.length === 0 ? [none] : parts;
  };
  const word = nameDay(next, today);
  const [now, then] = [`今日 ${dayName(today)}`, `${word} ${dayName(next)}`];
  const dishes = (date: string, title: string) => draw(date, title, (day) => dishesPanel(day, title));
  const nutrients = (date: string, title: string) => draw(date, title, (day) => nutrientsPanel(day, `${title} 营养`));
  return [
    ...pair(dishes(today, now), dishes(next, then), `今日与${word}食谱`),
    ...(days.length === 0 ? [] : pair(nutrients(today, now), nutrients(next, then), `今日与${word}营养`)),
  ];
}

/** Puts a table of each list on each page, the left ones to the left. */
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
