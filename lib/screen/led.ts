import { mealNames } from '../domain/menu/menu.ts';
import type { ScreenView } from '../domain/screen/screen-view.ts';
import type { ServedDay } from '../domain/screen/served-day.ts';
import { dayName, weekdayOf } from '../domain/values/calendar.ts';
import { linesOf, type Run, widthAt } from './measure.ts';
import { show, tell } from './words.ts';

/** In pixels of 1280 × 320. */
const WIDTH = 1200;
const ROOM = 222;
/** Type sizes for two, nearly three, and three lines. The largest in which the words fit is taken. */
const LARGE = [92, 72, 60];
/** Type sizes for words that are too long for those. */
const SMALLER = [46, 40, 34];
const LINE = 1.2;
const HEADING = 40;

/** Some words under a heading. */
interface Passage {
  readonly heading: string;
  readonly words: readonly string[];
}

/** The pages of a black LED panel, each with a few large lines. */
export function drawLed(view: ScreenView): string[] {
  const { days, unit, today, tomorrow } = view;
  const title: Passage = { heading: `${dayName(today)} 星期${weekdayOf(today)}`, words: [unit] };
  const isServed = days.some(({ date }) => date === today);
  const none: Passage = { heading: `今日 ${dayName(today)}`, words: ['今日没有公示的食谱'] };
  const passages = [
    title,
    ...(isServed ? [] : [none]),
    ...days.flatMap((day) => tellDay(day, day.date === tomorrow ? '明日' : '今日')),
  ];
  return passages.flatMap(drawPassage);
}

function tellDay(day: ServedDay, word: string): Passage[] {
  const groups = day.groups.map((group, place) => ({ ...group, place }));
  const some = day.groups.length > 1;
  return [
    ...day.meals.flatMap(({ meal, dishes }) =>
      groups
        .filter(({ place }) => dishes.some(({ grams }) => grams[place] !== undefined))
        .map(
          ({ level, place }): Passage => ({
            heading: `${word}${mealNames[meal]}${some ? ` · ${level}` : ''}`,
            words: dishes.map(({ name, grams }) => `${name} ${tell(grams[place] ?? '0')}克`),
          }),
        ),
    ),
    ...groups.map(
      ({ level, place }): Passage => ({ heading: `${word}营养 · ${level}`, words: tellNutrients(day, place) }),
    ),
    ...tellAllergens(day, word),
  ];
}

function tellNutrients({ nutrients, salt, kinds }: ServedDay, place: number): string[] {
  const told = [...nutrients, salt].flatMap(({ name, unit, amounts }) => {
    const amount = amounts[place];
    return amount
      ? [`${name} ${amount.isAtLeast ? '≥' : ''}${tell(amount.value)} ${unit} ${amount.judgement ?? ''}`]
      : [];
  });
  return [...told, ...(kinds[place] === undefined ? [] : [`食物 ${kinds[place]} 种`])];
}

/** For each allergen the dishes that contain it. */
function tellAllergens({ meals }: ServedDay, word: string): Passage[] {
  const dishes = meals.flatMap((meal) => meal.dishes);
  const names = (some: typeof dishes) => [...new Set(some.map(({ name }) => name))];
  const groups = [...new Set(dishes.flatMap(({ allergens }) => allergens))];
  const known = groups.map((group) => ({
    heading: `${word}致敏物质 · ${group}`,
    words: names(dishes.filter(({ allergens }) => allergens.includes(group))),
  }));
  const unclear = names(dishes.filter(({ isUnclear }) => isUnclear));
  return [...known, ...(unclear.length === 0 ? [] : [{ heading: `${word}致敏物质 · 成分不明`, words: unclear }])];
}

/** Draws a passage on as few pages as large type needs, and then in the largest type for that number. */
function drawPassage({ heading, words }: Passage): string[] {
  const headingLines = linesOf([{ text: heading, size: HEADING }], WIDTH);
  const room = ROOM - (headingLines - 1) * HEADING * LINE;
  const drawings = LARGE.map((size) => layOut(words, size, room));
  const fewest = Math.min(...drawings.map((panels) => panels.length));
  const panels = drawings.find((one) => one.length === fewest) ?? [];
  return panels.map(({ size, some }) => {
    const spans = some.map((text) => `<span${run(text, size).isWhole ? ' class="whole"' : ''}>${show(text)}</span>`);
    return `<h1>${show(heading)}</h1><p class="s${size}">${spans.join(' ')}</p>`;
  });
}

/** Words on one page, and their type size. */
interface Lines {
  readonly some: string[];
  readonly size: number;
}

/** Divides words into pages. A word that is too long for a page gets one in smaller type. */
function layOut(words: readonly string[], size: number, room: number): Lines[] {
  const fits = (some: readonly string[], type: number) =>
    linesOf(
      some.map((text) => run(text, type)),
      WIDTH,
    ) *
      type *
      LINE <=
    room;
  const panels: Lines[] = [];
  for (const word of words) {
    const last = panels.at(-1);
    if (last && fits([...last.some, word], size)) last.some.push(word);
    else if (fits([word], size)) panels.push({ some: [word], size });
    else panels.push({ some: [word], size: SMALLER.find((one) => fits([word], one)) ?? 0 });
  }
  return panels;
}

/** A word. If it is longer than a line, it is broken. */
function run(text: string, size: number): Run {
  const isWhole = widthAt(text, size) <= WIDTH;
  return { text: isWhole ? `${text}　` : text, size, isWhole };
}
