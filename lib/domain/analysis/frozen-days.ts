import * as z from 'zod/mini';
import { meals } from '../meal.ts';
import { SALT } from './categories.ts';
import { type Analysis, type CategoryFinding, type Day, judgements, type NutrientFinding } from './shape.ts';

/** Nutrients that every day has, judged or not, energy first. */
export const MAIN_NUTRIENTS = [
  ...['energy', 'protein', 'fat', 'carbohydrate', 'calcium', 'iron', 'zinc'],
  ...['vitamin-a-rae', 'vitamin-b1', 'vitamin-b2', 'vitamin-c'],
];

/** The amount of a nutrient that a group gets on a day. Numbers are decimal texts; the range is that of the eaten meals. */
const FrozenAmount = z.object({
  key: z.string(),
  value: z.string(),
  min: z.optional(z.string()),
  max: z.optional(z.string()),
  judgement: z.optional(z.enum(judgements)),
  /** Set where it is more than the tolerable upper level. */
  aboveUl: z.optional(z.literal(true)),
  /** Set where some food's value is unknown, so that it may be more. */
  isAtLeast: z.optional(z.literal(true)),
});
export type FrozenAmount = z.output<typeof FrozenAmount>;

/** The findings of the analysis about one day of a group. */
const FrozenDay = z.object({
  date: z.string(),
  /** kJ by meal. */
  energy: z.array(z.tuple([z.enum(meals), z.string()])),
  /** The main nutrients, and all that are judged. */
  nutrients: z.array(FrozenAmount),
  /** Grams of salt that have as much sodium as the whole day. */
  salt: z.string(),
  /** Grams of salt that the kitchen adds; absent where the standard has no figure for it. */
  addedSalt: z.optional(z.omit(FrozenAmount, { key: true })),
  /** The number of kinds of food. */
  kinds: z.int(),
});
export type FrozenDay = z.output<typeof FrozenDay>;

/** By group of a menu: the days on which it is served something. They are computed once, when a revision is frozen. */
export const FrozenDays = z.array(z.array(FrozenDay));
export type FrozenDays = z.output<typeof FrozenDays>;

/** Freezes the findings of the analysis of a submitted menu about its single days. */
export function freezeDays({ levels }: Analysis): FrozenDays {
  return levels.map(({ days }) => days.map(freezeDay));
}

function freezeDay({ date, meals: eaten, nutrients, categories, salt, kinds }: Day): FrozenDay {
  const addedSalt = categories.find(({ name }) => name === SALT);
  return {
    date,
    energy: eaten.map(({ meal, energy }) => [meal, energy.rawJSON]),
    nutrients: nutrients.flatMap((finding) => {
      const isFrozen = MAIN_NUTRIENTS.includes(finding.key) || finding.judgement !== undefined || finding.aboveUl;
      return isFrozen ? [freezeAmount(finding)] : [];
    }),
    salt: salt.rawJSON,
    ...(addedSalt ? { addedSalt: freezeSalt(addedSalt) } : {}),
    kinds,
  };
}

function freezeAmount({ key, value, min, max, judgement, aboveUl, missingCount }: NutrientFinding): FrozenAmount {
  return {
    key,
    value: value.rawJSON,
    ...(min ? { min: min.rawJSON } : {}),
    ...(max ? { max: max.rawJSON } : {}),
    ...(judgement ? { judgement } : {}),
    ...(aboveUl ? { aboveUl } : {}),
    ...(missingCount === undefined ? {} : { isAtLeast: true }),
  };
}

/** The figure of a standard for salt is a maximum. */
function freezeSalt({ value, amount, judgement }: CategoryFinding): Omit<FrozenAmount, 'key'> {
  return { value: value.rawJSON, ...(judgement ? { max: amount.rawJSON, judgement } : {}) };
}
