import { mealNames } from '../domain/meal.ts';
import { nameGroup, type ScreenShape } from '../domain/screen/screen.ts';
import type { ScreenView } from '../domain/screen/screen-view.ts';
import type { ServedDay } from '../domain/screen/served-day.ts';
import { dayName, weekdayOf } from '../domain/values/calendar.ts';
import { fitLargest } from '../text/largest-type.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { breakText, widthAt } from './measure.ts';
import { formatAmount, nameDay, TODAY } from './words.ts';

/** The page widths in pixels, for panels of 1280 × 320 and of 640 × 320. */
const widths: Readonly<Record<ScreenShape, number>> = { wide: 1232, narrow: 628 };
const PAGE_HEIGHT = 240;
/** Type sizes for two and three lines. The smaller one is 15 pixels on a panel of 64, the least for Chinese. */
const SMALLEST_SIZE = 76;
const SIZES = [114, SMALLEST_SIZE] as const;
const LINE_HEIGHT = 1.05;
const HEADING_SIZE = 62;
/** The gap between two phrases, as a multiple of the type size. */
const GAP = 1.3;

/** Phrases under a heading of one line. */
interface Passage {
  readonly heading: string;
  readonly phrases: readonly string[];
}

/** Draws the pages of a black LED panel, each with a few large lines. */
export function drawLed(view: ScreenView, shape: ScreenShape): Markup[] {
  const width = widths[shape];
  const { days, unit, today } = view;
  const title: Passage = { heading: `${dayName(today)} 星期${weekdayOf(today)}`, phrases: [unit] };
  const isServed = days.some(({ date }) => date === today);
  const nothingServed: Passage = {
    heading: `今日 ${dayName(today)}`,
    phrases: [view.isOff ? '今日休息' : '今日没有公示的食谱'],
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
  const isOnlyGroup = groups.length === 1;
  // A heading with a group's name has no room for 今日, and is clear without it.
  const prefix = when !== TODAY || isOnlyGroup ? when : '';
  const meals = day.meals.map(({ meal, dishes }) => ({ title: `${prefix}${mealNames[meal]}生重`, dishes }));
  const titles = [...meals.map(({ title }) => title), `${prefix}营养`];
  const toHeading = (title: string, name: string) => (isOnlyGroup ? title : `${title} ${name}`);
  const isShort = (name: string) => titles.every((title) => fitsHeading(toHeading(title, name), width));
  // A name that is too long for headings gets a number, and a passage that explains it.
  const labelled = groups.map((group) => ({ ...group, label: isShort(group.name) ? group.name : group.short }));
  return [
    ...labelled.flatMap(({ name, short, label }) =>
      name === label || isOnlyGroup ? [] : [{ heading: `${prefix}${short}`, phrases: [name] }],
    ),
    ...meals.flatMap(({ title, dishes }) =>
      labelled
        .filter(({ index }) => dishes.some(({ grams }) => grams[index] !== undefined))
        .map(({ index, label }) => ({
          heading: toHeading(title, label),
          phrases: dishes.flatMap(({ name, grams }) => {
            const amount = grams[index];
            return amount === undefined ? [] : [`${name} ${formatAmount(amount)}克`];
          }),
        })),
    ),
    ...labelled.map(({ index, label }) => ({
      heading: toHeading(`${prefix}营养`, label),
      phrases: describeNutrients(day, index),
    })),
    ...describeAllergens(day, when),
  ];
}

function fitsHeading(heading: string, width: number): boolean {
  return widthAt(heading, HEADING_SIZE) <= width;
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
function describeAllergens({ meals }: ServedDay, when: string): Passage[] {
  const dishes = meals.flatMap((meal) => meal.dishes);
  const names = (some: typeof dishes) => [...new Set(some.map(({ name }) => name))];
  const known = [...new Set(dishes.flatMap(({ allergens }) => allergens))];
  const passages = known.map((allergen) => ({
    heading: `${when}${allergen.startsWith('含') ? '' : '含'}${allergen}的菜`,
    phrases: names(dishes.filter(({ allergens }) => allergens.includes(allergen))),
  }));
  const unclear = names(dishes.filter(({ isUnclear }) => isUnclear));
  return [...passages, ...(unclear.length === 0 ? [] : [{ heading: `${when}成分不明的菜`, phrases: unclear }])];
}

/** A text that stays together, such as a dish and its grams. The widths are multiples of the type size. */
interface Phrase {
  readonly text: string;
  readonly width: number;
  readonly parts: readonly number[];
}

/** Draws a passage on as few pages as possible, then in the largest type, then evenly spread over the pages. */
function drawPassage({ heading, phrases }: Passage, width: number): Markup[] {
  const measured = phrases.flatMap((text) => toPhrases(text, width));
  const { size, pages } = fitLargest(
    SIZES,
    (typeSize) => ({ size: typeSize, pages: layOut(measured, { size: typeSize, width }) ?? [] }),
    (drawing, typeSize) => [drawing.pages.length === 0 ? typeSize : 0, drawing.pages.length - 1],
  );
  const pageCount = pages.length;
  let even: readonly Phrase[][] | undefined;
  for (let extra = 0; pageCount > 1 && even?.length !== pageCount && extra < measured.length; extra += 1) {
    even = layOut(measured, { size, width, even: { pages: pageCount, extra } });
  }
  return (even ?? pages).map((page) => {
    const spans = page.map((phrase) => writePhrase(phrase, phrase.width * size > width));
    return markup`<h1>${heading}</h1><p class="s${size}">${joinMarkup(spans, ' ')}</p>`;
  });
}

/** Writes a phrase. A phrase that is wider than a line gets lines of its own. */
function writePhrase({ text }: Phrase, isLong: boolean): Markup {
  const parts = isLong ? text.split(' ') : [text];
  const spans = joinMarkup(
    parts.map((part) => markup`<span class="whole">${part}</span>`),
    ' ',
  );
  return isLong ? markup`<span class="long">${spans}</span>` : spans;
}

/** Makes a phrase of a text, or several if a part of it is wider than a line. */
function toPhrases(text: string, width: number): Phrase[] {
  const parts = text.split(' ').map((part) => widthAt(part, 1));
  if (parts.some((part) => part * SMALLEST_SIZE > width)) {
    return breakText(text, width / SMALLEST_SIZE).flatMap((line) => toPhrases(line, width));
  }
  return [{ text, width: widthAt(text, 1), parts }];
}

/** The type size and the page width of a layout. */
interface Layout {
  readonly size: number;
  readonly width: number;
  /** Spreads the phrases evenly over a number of pages. The first pages may have `extra` more phrases. */
  readonly even?: { readonly pages: number; readonly extra: number };
}

/** Divides phrases into pages; undefined if a phrase does not fit on a page. */
function layOut(phrases: readonly Phrase[], { size, width, even }: Layout): Phrase[][] | undefined {
  const maxLines = Math.floor(PAGE_HEIGHT / (size * LINE_HEIGHT));
  const pages: Phrase[][] = [];
  let page = { lines: 0, used: width };
  let mostPhrases = phrases.length;
  for (const [index, phrase] of phrases.entries()) {
    const last = pages.at(-1);
    page = addPhrase(page, phrase, size, width);
    if (last && last.length < mostPhrases && page.lines <= maxLines) last.push(phrase);
    else {
      const pagesLeft = even ? Math.max(even.pages - pages.length, 1) : 1;
      mostPhrases = Math.ceil((phrases.length - index) / pagesLeft) + (even?.extra ?? 0);
      pages.push([phrase]);
      page = addPhrase({ lines: 0, used: width }, phrase, size, width);
    }
    if (page.lines > maxLines || phrase.parts.some((part) => part * size > width)) return undefined;
  }
  return pages;
}

/** Adds a phrase to a page. `used` is the used width of the last line; a full one makes the next phrase begin a line. */
function addPhrase({ lines, used }: { lines: number; used: number }, phrase: Phrase, size: number, width: number) {
  const isLong = phrase.width * size > width;
  const parts = isLong ? phrase.parts : [phrase.width];
  let [count, lineUsed] = [lines, isLong ? width : used];
  for (const part of parts) {
    if (lineUsed + part * size > width) [count, lineUsed] = [count + 1, 0];
    lineUsed += part * size + GAP * size;
  }
  return { lines: count, used: isLong ? width : lineUsed };
}
