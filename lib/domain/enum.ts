import * as z from 'zod/mini';
import lists from '../../tables/starter/enums.json' with { type: 'json' };
import { allergenChoices } from './ingredient/allergen.ts';
import { type Fail, field, orNone, readChoice } from './values/fields.ts';
import { listOf, wordList } from './values/list-fields.ts';
import { ExactNumber, nameSchemas } from './values/output.ts';

/** `key` is what calls take, `value` what people read. */
const Choice = z.object({ key: z.string(), value: z.string() });
/** `nrv`: the reference value per day, by the edition in force; null if that has none. */
const NutrientChoice = z.extend(Choice, { unit: z.string(), nrv: z.nullable(ExactNumber) });

/** The lists of `GET /api/basic/enum`. */
export const EnumLists = z.object({
  /** Kinds of dishes. */
  mark: z.array(Choice),
  /** Cooking methods. */
  poly: z.array(Choice),
  /** Kinds of units. */
  category: z.array(Choice),
  /** Units of measurement. */
  measurement: z.array(Choice),
  nutrient: z.array(NutrientChoice),
  /** The usual categories of standards. A standard may name others. */
  foodCategory: z.array(Choice),
  /** Bands of age. A standard is for one of them; a dish may be unfit for some. */
  band: z.array(Choice),
  /** Levels of activity of people in a standard. */
  activity: z.array(Choice),
  meal: z.array(Choice),
  allergen: z.array(Choice),
  /** Categories of the catalogue as it is now. */
  ingredientCategory: z.array(Choice),
});
nameSchemas({ EnumLists, Choice, NutrientChoice });

export const enumLists = { ...lists, allergen: allergenChoices };

const bands = enumLists.band.map(({ key }) => key);

/** Makes the field of bands of age, separated by commas. */
export function bandList() {
  return wordList(bands.length, readBand, listOf(bands.join('|')));
}

/** Makes the field of a band of age, with a hyphen or a dash; the empty text takes it away. */
export function bandOrNone() {
  return orNone(field({ pattern: `^(${bands.join('|')})?$` }, readBand));
}

/** Reads a band of age. A hyphen does for its dash. */
function readBand(word: string, fail: Fail): string {
  return readChoice(word.replace(/[-－]/, '–'), bands, fail);
}
