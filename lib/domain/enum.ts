import * as z from 'zod/mini';
import lists from '../../tables/starter/enums.json' with { type: 'json' };
import { allergenChoices } from './ingredient/allergen.ts';
import { type Fail, field, orNone, readChoice } from './values/fields.ts';
import { listOf, wordList } from './values/list-fields.ts';
import { ExactNumber, nameSchemas } from './values/output.ts';

const Choice = z.object({ key: z.string(), value: z.string() });
/** `nrv`: the reference value per day of the edition in force; null if it has none. */
const NutrientChoice = z.extend(Choice, { unit: z.string(), nrv: z.nullable(ExactNumber) });

/** The lists of `GET /api/basic/enum`. */
export const EnumLists = z.object({
  mark: z.array(Choice),
  poly: z.array(Choice),
  /** Kinds of units. */
  category: z.array(Choice),
  measurement: z.array(Choice),
  nutrient: z.array(NutrientChoice),
  /** The usual categories of standards. A standard may name others. */
  foodCategory: z.array(Choice),
  /** Bands of age that a standard is for, and for which a dish may be none. */
  band: z.array(Choice),
  activity: z.array(Choice),
  meal: z.array(Choice),
  allergen: z.array(Choice),
  /** Categories of the catalogue as it is now. */
  ingredientCategory: z.array(Choice),
});
nameSchemas({ EnumLists, Choice, NutrientChoice });

export const enumLists = { ...lists, allergen: allergenChoices };

const bands = enumLists.band.map(({ key }) => key);

/** The field of bands of age, separated by commas. */
export function bandList() {
  return wordList(bands.length, readBand, listOf(bands.join('|')));
}

/** The field of a band of age, with a hyphen or a dash; the empty text takes it away. */
export function bandOrNone() {
  return orNone(field({ pattern: `^(${bands.join('|')})?$` }, readBand));
}

/** Reads a band of age. A hyphen does for its dash. */
function readBand(word: string, fail: Fail): string {
  return readChoice(word.replace(/[-－]/, '–'), bands, fail);
}
