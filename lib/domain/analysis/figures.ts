import * as z from 'zod/mini';
import { comparableText, normaliseKey } from '../../text/normal-form.ts';
import { type EnergySource, energySources } from '../standard.ts';
import { about, field, isPlain } from '../values/fields.ts';
import { findMembers, isFiniteNumber } from '../values/json.ts';
import { type Ratio, ratio, ZERO } from '../values/ratio.ts';
import { isFigureMaximum } from './categories.ts';
import type { AnalysisInput } from './content.ts';
import { menuNutrients } from './foods.ts';
import { type Bounds, toTolerance } from './judgement.ts';

/** The figures of a standard for one nutrient and a whole day. */
interface Range extends Bounds {
  /** The tolerable upper level. */
  readonly ul?: Ratio;
}

/** The figures of a standard for one level. */
export type LevelFigures = ReturnType<typeof readLevel>;

/** The figures of a food category, in grams. */
export interface CategoryFigure extends Bounds {
  readonly name: string;
  /** The minimum, or the maximum for a category whose figure is one: see `isFigureMaximum`. */
  readonly figure: Ratio;
}

/** The figures of a standard as an analysis uses them. */
export type Figures = ReturnType<typeof readFigures>;

/** Reads the figures of a standard. Without a standard there are none. */
export function readFigures(standard: AnalysisInput['standard']) {
  const nutrientsByLevel = new Map(
    parseMembers(standard?.ingredient).map(([level, nutrients]) => [comparableText(level), nutrients]),
  );
  return {
    ...toTolerance(standard?.overflow),
    dayCategories: readCategories(standard?.foodCategoryDay, standard?.foodCategoryDayMax),
    weekCategories: readCategories(standard?.foodCategoryWeek, standard?.foodCategoryWeekMax),
    // By source, the range of its share of the energy. A source whose share is not judged is absent.
    shareRanges: readShareRanges(standard?.energyShares),
    // Finds the figures of a level; undefined where the standard does not have it.
    findLevel: (level: string) => {
      const nutrients = nutrientsByLevel.get(comparableText(level));
      return nutrients === undefined ? undefined : readLevel(nutrients);
    },
  };
}

function parseMembers(text = '{}'): [string, unknown][] {
  return findMembers(JSON.parse(text)) ?? [];
}

/** Reads the figures of categories, in the order in which a standard has them. Of two maxima the lower one counts. */
function readCategories(text: string | undefined, maxText: string | undefined): CategoryFigure[] {
  const figureByName = new Map(readFigureMembers(parseMembers(text)));
  const maxByName = new Map(readFigureMembers(parseMembers(maxText)));
  return [...new Set([...figureByName.keys(), ...maxByName.keys()])].map((name) => {
    const figure = figureByName.get(name) ?? ZERO;
    const max = maxByName.get(name);
    if (!isFigureMaximum(name)) return { name, figure, min: figure, ...(max ? { max } : {}) };
    const lowerMax = max && (!figureByName.has(name) || max.isBelow(figure)) ? max : figure;
    return { name, figure: lowerMax, max: lowerMax };
  });
}

function readShareRanges(text: string | undefined): Map<EnergySource, Range> {
  const bySource = new Map(parseMembers(text));
  return new Map(
    energySources.filter((source) => bySource.has(source)).map((source) => [source, readRange(bySource.get(source))]),
  );
}

function readLevel(nutrients: unknown) {
  const rangeByNutrient = new Map<string, Range>();
  /** Names that no nutrient has. */
  const unknownNames: string[] = [];
  /** Further names of nutrients that the level already has under another name. */
  const repeatedNames: string[] = [];
  for (const [name, range] of findMembers(nutrients) ?? []) {
    const key = findNutrient(name);
    if (key === undefined) unknownNames.push(name);
    else if (rangeByNutrient.has(key)) repeatedNames.push(name);
    else rangeByNutrient.set(key, readRange(range));
  }
  return { rangeByNutrient, unknownNames, repeatedNames };
}

function readRange(range: unknown): Range {
  return Object.fromEntries(readFigureMembers(findMembers(range) ?? []));
}

/** Reads the figures among members of JSON, each as the shortest decimal number that JSON parses to it. */
function readFigureMembers(members: readonly [string, unknown][]): [string, Ratio][] {
  return members.flatMap(([name, figure]) => (isFiniteNumber(figure) && figure >= 0 ? [[name, ratio(figure)]] : []));
}

/** The keys of nutrients by all their names. The names of vitamin A mean the vitamin in μg RAE, the unit of menus. */
const keyByName = new Map([
  ...menuNutrients.flatMap(({ key, value }) => [key, value].map((name) => [normaliseKey(name), key] as const)),
  ...['vitamin-a', '维生素A'].map((name) => [normaliseKey(name), 'vitamin-a-rae'] as const),
]);

/** Finds the key of the nutrient with this code or Chinese name. */
function findNutrient(name: string): string | undefined {
  return keyByName.get(normaliseKey(name));
}

/** Input of the nutrient whose sources are listed: its code or its Chinese name. The empty string means none. */
export function nutrient() {
  const names = menuNutrients.flatMap(({ key, value }) => [key, value]);
  const named = field({ pattern: `^(${names.join('|')})?$` }, (value, fail): string => {
    if (value === '') return value;
    const key = isPlain(value) ? findNutrient(value) : undefined;
    return key ?? fail({ code: 'choice', names: menuNutrients.map(({ key: choice }) => choice).join(' ') });
  });
  const emptyToNone = z.transform((key: string | undefined) => key || undefined);
  const keyOrNone = z.pipe(z.optional(named), emptyToNone);
  return about('Code or Chinese name of a nutrient: each level then tells which foods bring most of it.', keyOrNone);
}
