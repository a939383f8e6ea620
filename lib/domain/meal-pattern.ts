import * as z from 'zod/mini';
import { enumLists } from './enum.ts';
import { meals } from './meal.ts';
import { type JsonPlace, json, readChoice, readInteger, readList, readObject } from './values/json.ts';
import { mapNames, nameSchemas } from './values/output.ts';

/** The maximum number of rows in the template of one meal. */
const MAX_ROWS = 10;
const MAX_DISHES_PER_ROW = 10;
// The maximum characters of JSON texts.
const MAX_TEMPLATE_LENGTH = 10_000;
const MAX_CAPACITY_LENGTH = 1000;
/** The maximum of a count: fifteen dishes of a meal on seven days, see `MAX_MENU_ITEMS`. */
const MAX_COUNT = 105;

/** In a capacity, the name for all dishes together, beside the names of the ways of cooking. */
export const ALL = 'all';
const markNames = enumLists.mark.map(({ key }) => key);
export const capacityNames = [...enumLists.poly.map(({ key }) => key), ALL];

// The shapes of templates, and of counts by name, as the document describes them.
const RowShape = z.object({
  marks: z.array(z.enum(markNames)).check(z.minLength(1)),
  min: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_DISHES_PER_ROW))),
  max: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_DISHES_PER_ROW))),
});
const MealShape = z.optional(z.array(RowShape).check(z.maxLength(MAX_ROWS)));
export const TemplateShape = z.object(mapNames(meals, () => MealShape));
export const Counts = z.record(z.string(), z.int().check(z.minimum(0), z.maximum(MAX_COUNT)));
nameSchemas({ TemplateRow: RowShape, MenuTemplate: TemplateShape });

/** A meal has at least `min` and at most `max` dishes of these marks. A dish counts for one row only. */
const TemplateRow = z.object({ marks: z.array(z.string()), min: z.int(), max: z.int() });
export type TemplateRow = z.output<typeof TemplateRow>;
/** The rows of each meal. An absent meal has only locked dishes. */
export const Template = z.partialRecord(z.enum(meals), z.array(TemplateRow));
export type Template = z.output<typeof Template>;

/** Makes the field of the rows of dishes of each meal, as JSON text: `{"lunch": [{"marks": ["主食"], "min": 1, "max": 1}]}`. */
export function mealTemplate() {
  return json({ max: MAX_TEMPLATE_LENGTH, empty: '{}', shape: TemplateShape }, (value, _text, place): Template => {
    const rowsByMeal = Object.entries(readObject(value, place) ?? {}).map(([meal, sentRows]) => {
      readChoice(meal, meals, place.at(meal));
      const rows = readList(sentRows, MAX_ROWS, place.at(meal));
      return [meal, rows.map((row, rowIndex) => readRow(row, place.at(meal, rowIndex)))] as const;
    });
    return Object.fromEntries(rowsByMeal);
  });
}

function readRow(value: unknown, place: JsonPlace): TemplateRow {
  const { marks, min = 1, max, ...others } = readObject(value, place) ?? {};
  for (const name of Object.keys(others)) readChoice(name, ['marks', 'min', 'max'], place.at(name));
  const minDishes = readInteger(min, { min: 0, max: MAX_DISHES_PER_ROW }, place.at('min'));
  const maxDishes =
    max === undefined ? Math.max(1, minDishes) : readInteger(max, { min: 1, max: MAX_DISHES_PER_ROW }, place.at('max'));
  if (maxDishes < minDishes) place.report({ code: 'min_over_max' });
  return { marks: readMarks(marks, place.at('marks')), min: minDishes, max: maxDishes };
}

function readMarks(value: unknown, place: JsonPlace): string[] {
  const names = readList(value, markNames.length, place);
  if (Array.isArray(value) && value.length === 0) place.report({ code: 'empty' });
  return names.flatMap((name, index) => {
    if (names.indexOf(name) < index) place.at(index).report({ code: 'repeated' });
    return readChoice(name, markNames, place.at(index)) ?? [];
  });
}

/** Makes the field of how many dishes of a meal a kitchen can cook, by way of cooking and in all, as JSON text: `{"炒": 2, "all": 6}`. */
export function kitchenCapacity() {
  return json({ max: MAX_CAPACITY_LENGTH, empty: '{}', shape: Counts }, (value, _text, place) =>
    readCounts(value, capacityNames, place),
  );
}

/** Reads an object of counts from 0 to `MAX_COUNT` by some of these names. */
export function readCounts(value: unknown, names: readonly string[], place: JsonPlace) {
  const entries = Object.entries(readObject(value, place) ?? {});
  for (const [name] of entries) readChoice(name, names, place.at(name));
  return Object.fromEntries(
    entries.map(([name, count]) => [name, readInteger(count, { min: 0, max: MAX_COUNT }, place.at(name))] as const),
  );
}
