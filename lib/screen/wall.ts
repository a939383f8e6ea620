import type { ScreenView } from '../domain/screen/screen-view.ts';
import type { ServedDay } from '../domain/screen/served-day.ts';
import { dayName, weekdayOf } from '../domain/values/calendar.ts';
import { dishesPanel, nutrientsPanel } from './day-panels.ts';
import { linesOf } from './measure.ts';
import { drawPanel, type Panel } from './panel.ts';
import { drawWeek } from './week-pages.ts';
import { show } from './words.ts';

/** Sizes of a page, in pixels of 1920 × 1080. */
const HEIGHT = 1080;
const FOOTER = 76;
const TITLE = 104;
/** The unit's name on one line, or in smaller type on several. */
const UNIT = { width: 1300, one: { size: 34, line: 46 }, several: { size: 26, line: 34 } };
const MARGINS = 84;
const DISH_SIZES = [54, 48, 42, 38, 34, 31, 28];
const NUTRIENT_SIZES = [34, 31, 28];

interface Page {
  readonly title: string;
  readonly body: string;
}

/** The pages that a wall screen of 16 : 9 shows one after the other. */
export function drawWall(view: ScreenView): string[] {
  const room = HEIGHT - FOOTER - TITLE - MARGINS - heightOfUnit(view.unit);
  const days = view.tomorrow === undefined ? drawToday(view, room) : drawBoth(view, view.tomorrow, room);
  const weeks = view.weeks.flatMap((week) => {
    const place = { today: view.today, height: room, isNamed: view.weeks.length > 1 };
    return drawWeek(week, place).map((body) => ({ title: '本周食谱', body }));
  });
  const pages: Page[] = [...days, ...weeks];
  return pages.map((page, index) => writePage(page, view, `${index + 1} / ${pages.length}`));
}

const isLong = (unit: string) => linesOf([{ text: unit, size: UNIT.one.size }], UNIT.width) > 1;

function heightOfUnit(unit: string): number {
  const { size, line } = UNIT.several;
  return isLong(unit) ? linesOf([{ text: unit, size }], UNIT.width) * line : UNIT.one.line;
}

const isOn = (date: string) => (day: ServedDay) => day.date === date;

function drawToday({ days, today }: ScreenView, room: number): Page[] {
  const served = days.filter(isOn(today));
  if (served.length === 0) return [{ title: '今日食谱', body: '<p class="none">今日没有公示的食谱</p>' }];
  return served.flatMap((day) => {
    const dishes = drawPanel(dishesPanel(day, '菜品'), room, DISH_SIZES);
    return pair(dishes, drawPanel(nutrientsPanel(day, '营养'), room, NUTRIENT_SIZES), '今日食谱');
  });
}

/** Draws today beside tomorrow: first what is served, then what it gives. */
function drawBoth({ days, today, tomorrow }: ScreenView, next: string, room: number): Page[] {
  const draw = (date: string, toPanel: (day: ServedDay) => Panel, sizes: readonly number[], word: string) => {
    const halves = days.filter(isOn(date)).flatMap((day) => drawPanel(toPanel(day), room, sizes));
    const none = `<section class="half"><h2>${word}</h2><p class="none">没有公示的食谱</p></section>`;
    return halves.length === 0 ? [none] : halves;
  };
  const [now, then] = [`今日 ${dayName(today)}`, `明日 ${dayName(tomorrow ?? next)}`];
  const dishes = (date: string, word: string) => draw(date, (day) => dishesPanel(day, word), DISH_SIZES, word);
  const nutrients = (date: string, word: string) =>
    draw(date, (day) => nutrientsPanel(day, `${word} 营养`), NUTRIENT_SIZES, word);
  return [
    ...beside(dishes(today, now), dishes(next, then), '今日与明日食谱'),
    ...(days.length === 0 ? [] : beside(nutrients(today, now), nutrients(next, then), '今日与明日营养')),
  ];
}

/** Two halves on each page. Halves that belong together are on one page, the others follow in their order. */
function pair(left: readonly string[], right: readonly string[], title: string): Page[] {
  const together = Math.min(left.length, right.length);
  const rest = [...left.slice(together), ...right.slice(together)];
  const first = left.slice(0, together).map((half, index) => ({ title, body: `${half}${right[index]}` }));
  const others = rest.flatMap((half, index) =>
    index % 2 === 0 ? [{ title, body: half + (rest[index + 1] ?? '') }] : [],
  );
  return [...first, ...others];
}

/** Two halves on each page, each list on its own side. */
function beside(left: readonly string[], right: readonly string[], title: string): Page[] {
  const nothing = '<section class="half"></section>';
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    return { title, body: `${left[index] ?? nothing}${right[index] ?? nothing}` };
  });
}

function writePage({ title, body }: Page, { unit, today, left }: ScreenView, place: string): string {
  const rest = left === 0 ? '' : `　另有 ${left} 份食谱未显示`;
  return `<header><p class="unit${isLong(unit) ? ' long' : ''}">${show(unit)}</p><h1>${title}</h1>
<p class="date">${dayName(today)}<span>星期${weekdayOf(today)}</span></p></header>
<div class="body">${body}</div>
<footer><p>克数为可食部生重；菜名后为所含致敏物质；营养为估算值${rest}</p><p>${place}</p></footer>`;
}
