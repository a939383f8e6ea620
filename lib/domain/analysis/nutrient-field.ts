import * as z from 'zod/mini';
import { about, field, isPlain, PLAIN_TEXT } from '../values/fields.ts';
import { findNutrient } from './figures.ts';
import { menuNutrients } from './foods.ts';

/** Longest name of a nutrient, in characters: as long as in a standard. */
const MAX_NUTRIENT_LENGTH = 50;

/** Input of the nutrient whose sources are listed: its code or its Chinese name. The empty string means none. */
export function nutrient() {
  const keys = menuNutrients.map(({ key }) => key);
  const named = field({ maxLength: MAX_NUTRIENT_LENGTH, ...PLAIN_TEXT }, (value, fail): string => {
    const key = value === '' || !isPlain(value) ? value : findNutrient(value);
    return key === undefined || (key !== '' && !keys.includes(key))
      ? fail({ code: 'choice', names: keys.join(' ') })
      : key;
  });
  return about(
    'Code or Chinese name of a nutrient: each level then tells which foods bring most of it.',
    z.pipe(
      z.optional(named),
      z.transform((key) => key || undefined),
    ),
  );
}
