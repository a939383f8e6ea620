import { type AnalysisInput, type Group, standardOf } from '../content.ts';
import type { EatenDay } from '../days.ts';
import type { Figures } from '../figures.ts';
import type { Warning } from '../shape.ts';
import type { Texts } from './warning-texts.ts';

/** A group, the figures that judge it, and what it eats. */
export interface EatingGroup {
  readonly group: Group;
  readonly figures: Figures;
  readonly days: readonly EatenDay[];
}

/** Warnings of what is not judged: without a standard, a level, a nutrient, a share in the day or a category. */
export function warnOfStandards(
  input: AnalysisInput,
  eating: readonly EatingGroup[],
  categories: ReadonlySet<string>,
  texts: Texts,
): Warning[] {
  const isMissing = ({ group }: EatingGroup) => standardOf(group, input) === undefined;
  const judged = eating.filter((one) => !isMissing(one));
  const named = new Set(judged.flatMap(({ figures: { day, week } }) => [...day, ...week].map(([name]) => name)));
  const unknown = [...named].filter((name) => !categories.has(name));
  return [
    ...warnOfMissing(eating.filter(isMissing), texts),
    ...onePerLevel(judged).flatMap(({ group: { level }, figures }) => warnOfLevel(level, figures, texts)),
    ...eating.flatMap((one) => warnOfShares(one, texts)),
    ...unknown.map((name): Warning => ({ kind: 'unknown_category', text: texts.unknownCategory(name) })),
  ];
}

/** Groups without a standard: one warning for all that have none of their own. */
function warnOfMissing(unjudged: readonly EatingGroup[], texts: Texts): Warning[] {
  const own = unjudged.flatMap(({ group: { name, level, standard } }): Warning[] =>
    standard === undefined ? [] : [{ kind: 'no_standard', text: texts.noOwnStandard(name), level, group: name }],
  );
  return own.length === unjudged.length ? own : [{ kind: 'no_standard', text: texts.noStandard }, ...own];
}

/** One group for each level of each standard. */
function onePerLevel(eating: readonly EatingGroup[]): EatingGroup[] {
  return eating.filter(
    ({ group: { level }, figures }, index) =>
      eating.findIndex((one) => one.figures === figures && one.group.level === level) === index,
  );
}

function warnOfLevel(level: string, figures: Figures, texts: Texts): Warning[] {
  const found = figures.ofLevel(level);
  if (!found) return [{ kind: 'unjudged_level', text: texts.unjudgedLevel(level), level }];
  return [
    ...found.unknown.map((name): Warning => {
      return { kind: 'unknown_nutrient', text: texts.unknownNutrient(level, name), level };
    }),
    ...found.repeated.map((name): Warning => {
      return { kind: 'repeated_nutrient', text: texts.repeatedNutrient(level, name), level };
    }),
  ];
}

/** If the meals have no share in the day, amounts cannot be compared with the standard. */
function warnOfShares({ group: { name, level }, days }: EatingGroup, texts: Texts): Warning[] {
  return days
    .filter(({ share }) => share.numerator === 0n)
    .map(({ day }) => ({ kind: 'no_share', text: texts.noShare(day, name), level, group: name, day }));
}
