import { mealNames } from '../domain/meal.ts';
import type { ScreenShape } from '../domain/screen/screen.ts';
import type { ScreenView } from '../domain/screen/screen-view.ts';
import type { ServedDay } from '../domain/screen/served-day.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import { chooseBestFit } from '../text/best-fit.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { cutIntoLines, measureWidthEm } from './measure.ts';
import type { TypeSize } from './style.ts';
import { formatAmount, nameDay, TODAY } from './words.ts';

// All lengths are in pixels of the design: panels of 1280 × 320 and of 640 × 320. `LEADING` and what ends in `Em` or `EM` are
// multiples of the type size.
/** The width of a slide without its margins. */
const slideWidthByShape: Readonly<Record<ScreenShape, number>> = { wide: 1232, narrow: 628 };
/** The height of the lines below the heading. */
const LINES_HEIGHT = 240;
/** The size for three lines. On a panel that is 64 pixels high it is 15 pixels, the minimum for Chinese. */
const MIN_TYPE_SIZE = 76;
/** The sizes for two and for three lines. */
const LED_TYPE_SIZES = [114, MIN_TYPE_SIZE] as const satisfies readonly TypeSize[];
const LEADING = 1.05;
const HEADING_SIZE = 62;
const PHRASE_GAP_EM = 1.3;

/** Texts under a heading of one line. Without texts it is not drawn. */
interface Passage {
  readonly heading: string;
  readonly texts: readonly string[];
}

/** Draws the slides of a black LED panel, each with a few large lines. */
export function drawLed(view: ScreenView, shape: ScreenShape): Markup[] {
  const slideWidth = slideWidthByShape[shape];
  const { days, unitName, today } = view;
  const title: Passage = { heading: `${formatDate(today)} 星期${toWeekdayName(today)}`, texts: [unitName] };
  const note = view.isTodayOff ? '今日休息' : '今日没有公示的食谱';
  const nothingServed: Passage = { heading: `今日 ${formatDate(today)}`, texts: [note] };
  const passages = [
    ...(days.some(({ date }) => date === today) ? [] : [nothingServed]),
    ...days.flatMap((day) => describeDay(day, nameDay(day.date, today), slideWidth)),
    title,
  ];
  return passages.flatMap((passage) => drawPassage(passage, slideWidth));
}

/** Describes the meals, nutrients and allergens of a day. `dayLabel` is its name as seen from today. */
function describeDay(day: ServedDay, dayLabel: string, slideWidth: number): Passage[] {
  const isOnlyGroup = day.groups.length === 1;
  // A heading with a group's name has no space for 今日, and is clear without it.
  const dayPrefix = dayLabel !== TODAY || isOnlyGroup ? dayLabel : '';
  const meals = day.meals.map(({ meal, dishes }) => ({ title: `${dayPrefix}${mealNames[meal]}生重`, dishes }));
  const nutrientsTitle = `${dayPrefix}营养`;
  const titles = [...meals.map(({ title }) => title), nutrientsTitle];
  const toHeading = (title: string, groupLabel: string) => (isOnlyGroup ? title : `${title} ${groupLabel}`);
  const fitsHeadings = (groupName: string) =>
    titles.every((title) => measureWidthEm(toHeading(title, groupName)) * HEADING_SIZE <= slideWidth);
  // A group whose name is too long for headings gets a number, and a passage that explains the number.
  const groups = day.groups.map(({ name }, groupIndex) => {
    return { groupIndex, name, label: fitsHeadings(name) ? name : `第${groupIndex + 1}组` };
  });
  const numberedGroups = isOnlyGroup ? [] : groups.filter(({ name, label }) => name !== label);
  return [
    ...numberedGroups.map(({ name, label }) => ({ heading: `${dayPrefix}${label}`, texts: [name] })),
    ...meals.flatMap(({ title, dishes }) =>
      groups.map(({ groupIndex, label }) => ({
        heading: toHeading(title, label),
        texts: dishes.flatMap(({ name, gramsByGroup }) => {
          const grams = gramsByGroup[groupIndex];
          return grams === undefined ? [] : [`${name} ${formatAmount(grams)}克`];
        }),
      })),
    ),
    ...groups.map(({ groupIndex, label }) => ({
      heading: toHeading(nutrientsTitle, label),
      texts: describeNutrients(day, groupIndex),
    })),
    ...describeAllergens(day, dayLabel),
  ];
}

function describeNutrients({ groups, nutrients, salt }: ServedDay, groupIndex: number): string[] {
  const texts = [...nutrients, salt].flatMap(({ name, unit, amountByGroup }) => {
    const amount = amountByGroup[groupIndex];
    if (!amount) return [];
    const valueText = `${amount.isAtLeast ? '≥' : ''}${formatAmount(amount.value)}`;
    return [`${name} ${valueText}${unit} ${amount.judgement ?? ''}`.trim()];
  });
  const kindCount = groups[groupIndex]?.frozenDay?.kinds;
  return kindCount === undefined ? texts : [...texts, `食物 ${kindCount} 种`];
}

/** Lists the dishes with each allergen, and those with unknown ingredients. */
function describeAllergens({ meals }: ServedDay, dayLabel: string): Passage[] {
  const dishes = meals.flatMap((meal) => meal.dishes);
  const listNames = (listedDishes: typeof dishes) => [...new Set(listedDishes.map(({ name }) => name))];
  const containedAllergens = [...new Set(dishes.flatMap(({ allergens }) => allergens))];
  const passages = containedAllergens.map((allergen) => ({
    heading: `${dayLabel}${allergen.startsWith('含') ? '' : '含'}${allergen}的菜`,
    texts: listNames(dishes.filter(({ allergens }) => allergens.includes(allergen))),
  }));
  const unclearNames = listNames(dishes.filter(({ hasUnknownAllergens }) => hasUnknownAllergens));
  return [...passages, { heading: `${dayLabel}成分不明的菜`, texts: unclearNames }];
}

/** A text that stays together, such as a dish and its grams. */
interface Phrase {
  readonly text: string;
  readonly widthEm: number;
  readonly wordWidthsEm: readonly number[];
}

/** The type of a slide's lines, and their width in pixels. */
type LineStyle = Readonly<Record<'typeSize' | 'width', number>>;

/** Draws a passage on as few slides as possible, then in the largest type, then evenly spread over the slides. */
function drawPassage({ heading, texts }: Passage, width: number): Markup[] {
  const phrases = texts.flatMap((text) => toPhrases(text, width));
  const { style, slides } = chooseBestFit(
    LED_TYPE_SIZES,
    (typeSize) => ({ style: { typeSize, width }, slides: fillSlides(phrases, { typeSize, width }) ?? [] }),
    // Phrases that do not fit make no slides. The size is then the penalty that decides: the smallest wins. Next worst are more slides.
    (drawing, typeSize) => [drawing.slides.length === 0 ? typeSize : 0, drawing.slides.length - 1],
  );
  return spreadEvenly(phrases, slides, style).map((slide) => {
    const spans = slide.map((phrase) => writePhrase(phrase, style));
    return markup`<h1>${heading}</h1><p class="s${style.typeSize}">${joinMarkup(spans, ' ')}</p>`;
  });
}

/** Spreads phrases over as many slides as `slides`. The fewer extra phrases a slide may have, the more even is the spread. */
function spreadEvenly(phrases: readonly Phrase[], slides: readonly Phrase[][], style: LineStyle): readonly Phrase[][] {
  for (let extraCount = 0; extraCount < phrases.length; extraCount += 1) {
    const evenSlides = fillSlides(phrases, style, { slideCount: slides.length, extraCount });
    if (evenSlides?.length === slides.length) return evenSlides;
  }
  return slides;
}

/** Whether a phrase is wider than a line. It then has lines of its own. */
function isLong({ widthEm }: Phrase, { typeSize, width }: LineStyle): boolean {
  return widthEm * typeSize > width;
}

function writePhrase(phrase: Phrase, style: LineStyle): Markup {
  const writeUnbroken = (text: string) => markup`<span class="whole">${text}</span>`;
  if (!isLong(phrase, style)) return writeUnbroken(phrase.text);
  return markup`<span class="long">${joinMarkup(phrase.text.split(' ').map(writeUnbroken), ' ')}</span>`;
}

/** Makes a phrase of a text, or several if it is longer than a slide in the smallest type. */
function toPhrases(text: string, width: number): Phrase[] {
  const maxWidthEm = width / MIN_TYPE_SIZE;
  const cutWord = (word: string) => (measureWidthEm(word) > maxWidthEm ? cutIntoLines(word, maxWidthEm) : [word]);
  const words = text.split(' ').flatMap(cutWord);
  const phrases: Phrase[] = [];
  for (const word of words) {
    const lastPhrase = phrases.at(-1);
    const longerPhrase = measurePhrase(lastPhrase ? `${lastPhrase.text} ${word}` : word);
    if (lastPhrase && fillSlides([longerPhrase], { typeSize: MIN_TYPE_SIZE, width }))
      phrases[phrases.length - 1] = longerPhrase;
    else phrases.push(measurePhrase(word));
  }
  return phrases;
}

function measurePhrase(text: string): Phrase {
  return { text, widthEm: measureWidthEm(text), wordWidthsEm: text.split(' ').map(measureWidthEm) };
}

/** An even spread of phrases over `slideCount` slides. A slide may have up to `extraCount` phrases more than the average. */
type Spread = Readonly<Record<'slideCount' | 'extraCount', number>>;

/** Fills slides with phrases, evenly if there is a spread; undefined if a phrase does not fit on a slide. */
function fillSlides(phrases: readonly Phrase[], style: LineStyle, spread?: Spread): Phrase[][] | undefined {
  const { typeSize, width } = style;
  const maxLines = Math.floor(LINES_HEIGHT / (typeSize * LEADING));
  const slides: Phrase[][] = [];
  // The line before the first one counts as full, so the first phrase begins a line.
  const emptySlide: SlideFill = { lineCount: 0, usedWidth: width };
  let fill = emptySlide;
  let maxPhrases = phrases.length;
  for (const [phraseIndex, phrase] of phrases.entries()) {
    const lastSlide = slides.at(-1);
    fill = addPhrase(fill, phrase, style);
    if (lastSlide && lastSlide.length < maxPhrases && fill.lineCount <= maxLines) lastSlide.push(phrase);
    else {
      maxPhrases = limitPhrases(phrases.length - phraseIndex, slides.length, spread);
      slides.push([phrase]);
      fill = addPhrase(emptySlide, phrase, style);
    }
    const isWordTooWide = phrase.wordWidthsEm.some((wordWidthEm) => wordWidthEm * typeSize > width);
    if (fill.lineCount > maxLines || isWordTooWide) return undefined;
  }
  return slides;
}

/** Returns the maximum number of phrases on the slide after the first `slideCount`: without a spread all remaining ones. */
function limitPhrases(remainingCount: number, slideCount: number, spread?: Spread): number {
  if (!spread) return remainingCount;
  return Math.ceil(remainingCount / Math.max(spread.slideCount - slideCount, 1)) + spread.extraCount;
}

/** The lines of a slide so far, and the used width of the last one. */
type SlideFill = Readonly<Record<'lineCount' | 'usedWidth', number>>;

/** Returns the fill of a slide after a phrase is added. A long phrase begins and ends with a line of its own. */
function addPhrase(fill: SlideFill, phrase: Phrase, style: LineStyle): SlideFill {
  const { typeSize, width } = style;
  const hasOwnLines = isLong(phrase, style);
  let { lineCount } = fill;
  let usedWidth = hasOwnLines ? width : fill.usedWidth;
  for (const widthEm of hasOwnLines ? phrase.wordWidthsEm : [phrase.widthEm]) {
    if (usedWidth + widthEm * typeSize > width) {
      lineCount += 1;
      usedWidth = 0;
    }
    usedWidth += (widthEm + PHRASE_GAP_EM) * typeSize;
  }
  return { lineCount, usedWidth: hasOwnLines ? width : usedWidth };
}
