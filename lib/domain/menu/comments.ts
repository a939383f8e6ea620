import * as z from 'zod/mini';
import { AppError, type FieldProblem } from '../../errors.ts';
import { meals } from '../meal.ts';
import { json, type ReportProblem, readChoice, readInteger, readList, readObject } from '../values/json.ts';
import { nameSchemas } from '../values/output.ts';
import { MAX_DAYS, type MenuContent } from './menu.ts';
import { itemKey } from './menu-fields.ts';
import { readName } from './menu-groups.ts';
import { findItemMisfits } from './misfits.ts';
import type { MenuComment } from './review.ts';

/** The maximum number of comments of a review, the maximum characters of one, and of all as JSON text. */
const MAX_COMMENTS = 30;
const MAX_COMMENT_LENGTH = 150;
const MAX_COMMENTS_LENGTH = 10_000;

/** A comment as the document describes it. */
const CommentSent = z.object({
  day: z.int().check(z.minimum(1), z.maximum(MAX_DAYS)),
  meal: z.optional(z.enum(meals)),
  dish: z.optional(z.int().check(z.minimum(1))),
  text: z.string().check(z.minLength(1), z.maxLength(MAX_COMMENT_LENGTH)),
});
nameSchemas({ MenuCommentSent: CommentSent });

/** Comments on parts of a menu, as JSON text: `[{"day": 2, "meal": "lunch", "dish": 1000001, "text": "…"}]`. */
export function menuComments() {
  const shape = z.array(CommentSent).check(z.maxLength(MAX_COMMENTS));
  return json({ max: MAX_COMMENTS_LENGTH, empty: '[]', shape }, (value, _text, report): MenuComment[] =>
    (readList(value, MAX_COMMENTS, [], report) ?? []).flatMap(
      (entry, index) => readComment(entry, index, report) ?? [],
    ),
  );
}

function readComment(entry: unknown, index: number, report: ReportProblem): MenuComment | undefined {
  const entries = readObject(entry, [index], report);
  if (!entries) return undefined;
  const { day, meal, dish, text } = entries;
  const knownMeal = meal === undefined ? undefined : readChoice(meal, meals, [index, 'meal'], report);
  if (dish !== undefined && meal === undefined) report({ path: [index, 'meal'], problem: { code: 'required' } });
  return {
    day: readInteger(day, 1, MAX_DAYS, [index, 'day'], report),
    ...(knownMeal ? { meal: knownMeal } : {}),
    ...(dish === undefined ? {} : { dish: readInteger(dish, 1, Number.MAX_SAFE_INTEGER, [index, 'dish'], report) }),
    text: readName(text, MAX_COMMENT_LENGTH, [index, 'text'], report),
  };
}

/** @throws AppError `invalid_input` naming the days, meals and dishes of comments that the menu does not have. */
export function requireCommentedParts(comments: readonly MenuComment[], content: MenuContent): void {
  const fields = comments.flatMap(({ day, meal, dish }, index): FieldProblem[] => {
    const misfits = findItemMisfits({ day, meal }, content);
    if (misfits.length > 0)
      return misfits.map(({ field, problem }) => ({ field: `comments.${index}.${field}`, problem }));
    if (meal === undefined || dish === undefined) return [];
    const isServed = content.items.some((item) => itemKey(item) === itemKey({ day, meal, dish }));
    return isServed ? [] : [{ field: `comments.${index}.dish`, problem: { code: 'unknown', names: String(dish) } }];
  });
  if (fields.length > 0) throw new AppError('invalid_input', { fields });
}
