import { mealNames } from '../domain/meal.ts';
import { nameGroup, type ScreenShape } from '../domain/screen/screen.ts';
import type { ScreenView } from '../domain/screen/screen-view.ts';
import type { ServedDay } from '../domain/screen/served-day.ts';
import { dayName, weekdayOf } from '../domain/values/calendar.ts';
import { drawLargest } from '../text/largest-type.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { breakText, widthAt } from './measure.ts';
import { formatAmount, nameDay, TODAY } from './words.ts';

/** Widths in pixels of 1280 × 320, and of 640 × 320. */
const widths: Readonly<Record<ScreenShape, number>> = { wide: 1232, narrow: 628 };
const PAGE_HEIGHT = 240;
/** Type sizes for two and three lines. On a panel of 64 pixels the smaller one has 15, as few as Chinese can have. */
const SMALLEST = 76;
const SIZES = [114, SMALLEST] as const;
const LINE = 1.05;
const HEADING = 62;
/** The gap between two words, as a multiple of the type size. */
const GAP = 1.3;

/** Some words under a heading of one line. */
interface Passage {
  readonly heading: string;
  readonly words: readonly string[];
}

/** The pages of a black LED panel of this shape, each with a few large lines. */
export function drawLed(view: ScreenView, shape: ScreenShape): Markup[] {
  const width = widths[shape];
  const { days, unit, today } = view;
  const title: Passage = { heading: `${dayName(today)} 星期${weekdayOf(today)}`, words: [unit] };
  const isServed = days.some(({ date }) => date === today);
  const nothingServed: Passage = {
    heading: `今日 ${dayName(today)}`,
    words: [view.isOff ? '今日休息' : '今日没有公示的食谱'],
  };
  const passages = [
    title,
    ...(isServed ? [] : [nothingServed]),
    ...days.flatMap((day) => describeDay(day, nameDay(day.date, today), width)),
  ];
  return passages.flatMap((passage) => drawPassage(passage, width));
}

function describeDay(day: ServedDay, when: string, width: number): Passage[] {
  const groups = day.groups.map((group, index) => ({ index, name: nameGroup(group), short: `第${index + 1}组` }));
  const isAlone = groups.length === 1;
  // A heading with a group's name has no room for 今日, which goes without saying.
  const word = when !== TODAY || isAlone ? when : '';
  const meals = day.meals.map(({ meal, dishes }) => ({ title: `${word}${mealNames[meal]}生重`, dishes }));
  const titles = [...meals.map(({ title }) => title), `${word}营养`];
  const headingOf = (title: string, name: string) => (isAlone ? title : `${title} ${name}`);
  const isShort = (name: string) => titles.every((title) => fitsHeading(headingOf(title, name), width));
  // A name that is too long for headings gets a number, and a passage that explains it.
  const labelled = groups.map((group) => ({ ...group, label: isShort(group.name) ? group.name : group.short }));
  return [
    ...labelled.flatMap(({ name, short, label }) =>
      name === label || isAlone ? [] : [{ heading: `${word}${short}`, words: [name] }],
    ),
    ...meals.flatMap(({ title, dishes }) =>
      labelled
        .filter(({ index }) => dishes.some(({ grams }) => grams[index] !== undefined))
        .map(({ index, label }) => ({
          heading: headingOf(title, label),
          words: dishes.flatMap(({ name, grams }) => {
            const amount = grams[index];
            return amount === undefined ? [] : [`${name} ${formatAmount(amount)}克`];
          }),
        })),
    ),
    ...labelled.map(({ index, label }) => ({
      heading: headingOf(`${word}营养`, label),
      words: describeNutrients(day, index),
    })),
    ...describeAllergens(day, when),
  ];
}

function fitsHeading(heading: string, width: number): boolean {
  return widthAt(heading, HEADING) <= width;
}

function describeNutrients({ nutrients, salt, kinds }: ServedDay, index: number): string[] {
  const lines = [...nutrients, salt].flatMap(({ name, unit, amounts }) => {
    const amount = amounts[index];
    if (!amount) return [];
    return [
      `${name} ${amount.isAtLeast ? '≥' : ''}${formatAmount(amount.value)}${unit} ${amount.judgement ?? ''}`.trim(),
    ];
  });
  return [...lines, ...(kinds[index] === undefined ? [] : [`食物 ${kinds[index]} 种`])];
}

/** Lists the dishes with each allergen, and those whose ingredients are unclear. */
function describeAllergens({ meals }: ServedDay, word: string): Passage[] {
  const dishes = meals.flatMap((meal) => meal.dishes);
  const names = (some: typeof dishes) => [...new Set(some.map(({ name }) => name))];
  const groups = [...new Set(dishes.flatMap(({ allergens }) => allergens))];
  const known = groups.map((group) => ({
    heading: `${word}${group.startsWith('含') ? '' : '含'}${group}的菜`,
    words: names(dishes.filter(({ allergens }) => allergens.includes(group))),
  }));
  const unclear = names(dishes.filter(({ isUnclear }) => isUnclear));
  return [...known, ...(unclear.length === 0 ? [] : [{ heading: `${word}成分不明的菜`, words: unclear }])];
}

/** A word, and how wide its parts and all of it are, as multiples of the type size. */
interface Word {
  readonly text: string;
  readonly width: number;
  readonly parts: readonly number[];
}

/** Draws a passage on as few pages as possible, then in the largest type, and with about as much on each page. */
function drawPassage({ heading, words }: Passage, width: number): Markup[] {
  const short = words.flatMap((text) => toWords(text, width));
  const { size, pages } = drawLargest(
    SIZES,
    (one) => ({ size: one, pages: layOut(short, { size: one, width }) ?? [] }),
    (drawing, one) => [drawing.pages.length === 0 ? one : 0, drawing.pages.length - 1],
  );
  const fewest = pages.length;
  let even: readonly Word[][] | undefined;
  for (let extra = 0; fewest > 1 && even?.length !== fewest && extra < short.length; extra += 1) {
    even = layOut(short, { size, width, even: { pages: fewest, extra } });
  }
  return (even ?? pages).map((some) => {
    const spans = some.map((word) => writeWord(word, word.width * size > width));
    return markup`<h1>${heading}</h1><p class="s${size}">${joinMarkup(spans, ' ')}</p>`;
  });
}

/** Writes a word. One that is longer than a line has lines of its own. */
function writeWord({ text }: Word, isLong: boolean): Markup {
  const parts = isLong ? text.split(' ') : [text];
  const spans = joinMarkup(
    parts.map((part) => markup`<span class="whole">${part}</span>`),
    ' ',
  );
  return isLong ? markup`<span class="long">${spans}</span>` : spans;
}

/** Makes one word of a text, or several where part of it is too long for a line. */
function toWords(text: string, width: number): Word[] {
  const parts = text.split(' ').map((part) => widthAt(part, 1));
  if (parts.some((part) => part * SMALLEST > width)) {
    return breakText(text, width / SMALLEST).flatMap((line) => toWords(line, width));
  }
  return [{ text, width: widthAt(text, 1), parts }];
}

/** The type size and page width that words are laid out for. */
interface Layout {
  readonly size: number;
  readonly width: number;
  /** The number of pages with about as many words each, and how many more words the first ones may take. */
  readonly even?: { readonly pages: number; readonly extra: number };
}

/** Divides words into pages; undefined where one is too long for a page. */
function layOut(words: readonly Word[], { size, width, even }: Layout): Word[][] | undefined {
  const room = Math.floor(PAGE_HEIGHT / (size * LINE));
  const pages: Word[][] = [];
  let page = { lines: 0, used: width };
  let most = words.length;
  for (const [index, word] of words.entries()) {
    const last = pages.at(-1);
    page = addWord(page, word, size, width);
    if (last && last.length < most && page.lines <= room) last.push(word);
    else {
      const left = even ? Math.max(even.pages - pages.length, 1) : 1;
      most = Math.ceil((words.length - index) / left) + (even?.extra ?? 0);
      pages.push([word]);
      page = addWord({ lines: 0, used: width }, word, size, width);
    }
    if (page.lines > room || word.parts.some((part) => part * size > width)) return undefined;
  }
  return pages;
}

/** Adds a word to a page: returns its lines, and how much of the last one is used. */
function addWord({ lines, used }: { lines: number; used: number }, word: Word, size: number, width: number) {
  const isLong = word.width * size > width;
  const parts = isLong ? word.parts : [word.width];
  let [all, line] = [lines, isLong ? width : used];
  for (const part of parts) {
    if (line + part * size > width) [all, line] = [all + 1, 0];
    line += part * size + GAP * size;
  }
  return { lines: all, used: isLong ? width : line };
}
