import { isKnownCategory } from '../categories.ts';
import { type AnalysisInput, findGroupStandard, type Group } from '../content.ts';
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

/** Warns of everything that is not judged, for want of a standard, level, nutrient, category or share in the day. */
export function warnOfStandards(input: AnalysisInput, eatingGroups: readonly EatingGroup[], texts: Texts): Warning[] {
  const lacksStandard = ({ group }: EatingGroup) => findGroupStandard(group, input) === undefined;
  const judged = eatingGroups.filter((eatingGroup) => !lacksStandard(eatingGroup));
  const categories = judged.flatMap(({ figures }) => [...figures.dayCategories, ...figures.weekCategories]);
  const categoryNames = new Set(categories.map(({ name }) => name));
  const unknownCategories = [...categoryNames].filter((name) => !isKnownCategory(name));
  return [
    ...warnOfMissingStandards(eatingGroups.filter(lacksStandard), texts),
    ...listDistinctLevels(judged).flatMap(({ group: { level }, figures }) => warnOfLevel(level, figures, texts)),
    ...eatingGroups.flatMap((eatingGroup) => warnOfShares(eatingGroup, texts)),
    ...unknownCategories.map((name): Warning => ({ kind: 'unknown_category', text: texts.unknownCategory(name) })),
  ];
}

/** Warns of groups without a standard: of each group whose own standard is gone, and once of all others together. */
function warnOfMissingStandards(unjudged: readonly EatingGroup[], texts: Texts): Warning[] {
  const ownStandardWarnings = unjudged.flatMap(({ group: { name, level, standard } }): Warning[] =>
    standard === undefined ? [] : [{ kind: 'no_standard', text: texts.noOwnStandard(name), level, group: name }],
  );
  return ownStandardWarnings.length === unjudged.length
    ? ownStandardWarnings
    : [{ kind: 'no_standard', text: texts.noStandard }, ...ownStandardWarnings];
}

/** Lists one group for each level of each standard. Groups with the same standard have the same object of figures. */
function listDistinctLevels(eatingGroups: readonly EatingGroup[]): EatingGroup[] {
  return eatingGroups.filter(
    ({ group: { level }, figures }, index) =>
      eatingGroups.findIndex((other) => other.figures === figures && other.group.level === level) === index,
  );
}

function warnOfLevel(level: string, figures: Figures, texts: Texts): Warning[] {
  const levelFigures = figures.findLevel(level);
  if (!levelFigures) return [{ kind: 'unjudged_level', text: texts.unjudgedLevel(level), level }];
  const unknownTexts = levelFigures.unknownNames.map((name) => texts.unknownNutrient(level, name));
  const repeatedTexts = levelFigures.repeatedNames.map((name) => texts.repeatedNutrient(level, name));
  return [
    ...unknownTexts.map((text) => ({ kind: 'unknown_nutrient' as const, text, level })),
    ...repeatedTexts.map((text) => ({ kind: 'repeated_nutrient' as const, text, level })),
  ];
}

/** If the meals have no share in the day, amounts cannot be compared with the standard. */
function warnOfShares({ group: { name, level }, days }: EatingGroup, texts: Texts): Warning[] {
  return days
    .filter(({ share }) => share.numerator === 0n)
    .map(({ day }) => ({ kind: 'no_share', text: texts.noShare(day, name), level, group: name, day }));
}
