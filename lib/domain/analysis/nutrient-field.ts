import * as z from 'zod/mini';
import { about, field, isPlain } from '../values/fields.ts';
import { findNutrient } from './figures.ts';
import { menuNutrients } from './foods.ts';

/** Input of the nutrient whose sources are listed: its code or its Chinese name. The empty string means none. */
export function nutrient() {
  const names = menuNutrients.flatMap(({ key, value }) => [key, value]);
  const named = field({ pattern: `^(${names.join('|')})?$` }, (value, fail): string => {
    if (value === '') return value;
    const key = isPlain(value) ? findNutrient(value) : undefined;
    return key ?? fail({ code: 'choice', names: menuNutrients.map(({ key: choice }) => choice).join(' ') });
  });
  return about(
    'Code or Chinese name of a nutrient: each level then tells which foods bring most of it.',
    z.pipe(
      z.optional(named),
      z.transform((key) => key || undefined),
    ),
  );
}
