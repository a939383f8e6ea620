import * as z from 'zod/mini';
import { type Dish, DishRecord, type DishWrite, newDishContent, toDishRecord } from '../domain/dish.ts';
import type { FoodNames } from '../domain/ingredient/food.ts';
import { withChange } from '../domain/values/change.ts';
import { MAX_CODE_LENGTH, toCode } from '../domain/values/fields.ts';
import { json, readObject } from '../domain/values/json.ts';
import { ExactNumber, nameSchemas } from '../domain/values/output.ts';
import type { Text } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { FoodQuestion } from './ingredient-reading.ts';
import { addUnread, MAX_NAMED, UnreadPart } from './unread.ts';

/** The result of an upload: the names of the created and the changed dishes, and the number of unchanged ones. */
export interface DishOutcome {
  readonly createdNames: readonly string[];
  readonly changedNames: readonly string[];
  readonly unchangedCount: number;
}

/** The maximum characters of the answers to the questions about a workbook. */
const MAX_ANSWERS_LENGTH = 100_000;

/** The answers to the questions of a preview: the code by the question's text. An empty code leaves the food out. */
export function foodAnswersField() {
  const shape = z.record(z.string(), z.string());
  return json({ max: MAX_ANSWERS_LENGTH, empty: '{}', shape }, (value, _text, place): ReadonlyMap<string, string> => {
    const entries = Object.entries(readObject(value, place) ?? {}).map(([text, answer]): [string, string] => {
      const code = answer === '' ? '' : toCode(String(answer));
      if (code === undefined || typeof answer !== 'string')
        place.at(text).report({ code: 'code', max: MAX_CODE_LENGTH });
      return [normaliseKey(text), code ?? ''];
    });
    return new Map(entries);
  });
}

const PreviewedIngredient = z.object({
  key: z.string(),
  name: z.string(),
  value: ExactNumber,
  isMain: z.optional(z.boolean()),
});

const PreviewedDish = z.object({
  /** Absent for a new dish. */
  id: z.optional(z.int()),
  ...z.omit(DishRecord, { id: true, vender: true, icon: true, iconVersion: true, ingredient: true, modify: true })
    .shape,
  ingredient: z.array(PreviewedIngredient),
});

/** The dishes that an upload would create and change, and the questions about its foods. */
export const DishPreview = z.object({
  created: z.array(PreviewedDish),
  changed: z.array(PreviewedDish),
  unchanged: z.int(),
  questions: z.array(FoodQuestion),
  unread: z.array(UnreadPart),
});
nameSchemas({ DishPreview, PreviewedDish, PreviewedIngredient });

interface PlannedDishUpload {
  /** The writes, each with the present dish; undefined for a new one. */
  readonly writes: readonly { readonly write: DishWrite; readonly dish: Dish | undefined }[];
  readonly outcome: DishOutcome;
  readonly questions: readonly FoodQuestion[];
  readonly unread: readonly UnreadPart[];
}

/** Describes what an upload would write, before anything is written. A new dish has no id. */
export function toDishPreview(
  { writes, outcome, questions, unread }: PlannedDishUpload,
  foodNamesByCode: ReadonlyMap<string, FoodNames>,
): z.input<typeof DishPreview> {
  const dishes = writes.map(({ write: { facts }, dish }) => {
    // A new dish has no time, number and unit yet. The placeholders are not answered: its id is left out, too.
    const writtenDish = dish
      ? withChange<Dish>(dish, facts)
      : { ...newDishContent(facts, 0).content, version: 1, number: 0, vender: 0 };
    const { id, ingredient, ...record } = toDishRecord(writtenDish);
    const namedIngredients = ingredient.map((entry) => {
      return { ...entry, name: foodNamesByCode.get(entry.key)?.name ?? entry.key };
    });
    return { ...record, ...(dish && { id }), ingredient: namedIngredients };
  });
  return {
    created: dishes.filter(({ id }) => id === undefined),
    changed: dishes.filter(({ id }) => id !== undefined),
    unchanged: outcome.unchangedCount,
    questions: [...questions],
    unread: [...unread],
  };
}

export function describeDishOutcome(outcome: DishOutcome, unread: readonly UnreadPart[]): Text {
  const { createdNames, changedNames, unchangedCount } = outcome;
  const createdList = describeNames(createdNames);
  const changedList = describeNames(changedNames);
  const description = {
    zh: `成功：新建 ${createdNames.length} 个${createdList.zh}，修改 ${changedNames.length} 个${changedList.zh}，未变 ${unchangedCount} 个`,
    en: `OK: ${createdNames.length} created${createdList.en}, ${changedNames.length} changed${changedList.en}, ${unchangedCount} unchanged`,
  };
  return addUnread(description, unread);
}

/** Writes up to `MAX_NAMED` names in brackets; empty without names. */
function describeNames(names: readonly string[]): Text {
  if (names.length === 0) return { zh: '', en: '' };
  const listed = names.slice(0, MAX_NAMED);
  const isShortened = listed.length < names.length;
  return {
    zh: `（${listed.join('、')}${isShortened ? ' 等' : ''}）`,
    en: ` (${listed.join(', ')}${isShortened ? ' and others' : ''})`,
  };
}
