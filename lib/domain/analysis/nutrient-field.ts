import * as z from 'zod/mini';
import { field, isPlain } from '../fields.ts';
import { findNutrient } from './figures.ts';
import { counted } from './foods.ts';

/** Longest name of a nutrient, in characters: as long as in a standard. */
const NUTRIENT_MAX = 50;

/** Input of the nutrient of which is told what brings it: its code or its Chinese name; the empty string is none. */
export function nutrient() {
  const keys = counted.map(({ key }) => key);
  const named = field({ maxLength: NUTRIENT_MAX }, (value, fail): string => {
    const key = value === '' || !isPlain(value) ? value : findNutrient(value);
    return key === undefined || (key !== '' && !keys.includes(key))
      ? fail({ code: 'choice', names: keys.join(' ') })
      : key;
  });
  return z.pipe(
    z.optional(named),
    z.transform((key) => key || undefined),
  );
}
