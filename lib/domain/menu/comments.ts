import * as z from 'zod/mini';
import { AppError, type FieldProblem } from '../../errors.ts';
import { meals } from '../meal.ts';
import { json, type PlacedObject, readChoice, readId, readInteger, readObjects } from '../values/json.ts';
import { nameSchemas } from '../values/output.ts';
import { MAX_DAYS, type MenuContent } from './menu.ts';
import { itemKey } from './menu-fields.ts';
import { readName } from './menu-groups.ts';
import { findItemMisfits } from './misfits.ts';
import type { MenuComment } from './review.ts';

/** The maximum number of comments of a review. */
const MAX_COMMENTS = 30;
const MAX_COMMENT_LENGTH = 150;
/** The maximum characters of all comments as JSON text. */
const MAX_COMMENTS_LENGTH = 10_000;

const CommentShape = z.object({
  day: z.int().check(z.minimum(1), z.maximum(MAX_DAYS)),
  meal: z.optional(z.enum(meals)),
  dish: z.optional(z.int().check(z.minimum(1))),
  text: z.string().check(z.minLength(1), z.maxLength(MAX_COMMENT_LENGTH)),
});
nameSchemas({ MenuCommentSent: CommentShape });

/** Makes the field of comments on parts of a menu, as JSON text: `[{"day": 2, "meal": "lunch", "dish": 1000001, "text": "…"}]`. */
export function menuComments() {
  const shape = z.array(CommentShape).check(z.maxLength(MAX_COMMENTS));
  return json({ max: MAX_COMMENTS_LENGTH, empty: '[]', shape }, (value, _text, place) =>
    readObjects(value, MAX_COMMENTS, place).map(readComment),
  );
}

/** Reads a comment. One on a dish must also name the meal. */
function readComment({ members, place }: PlacedObject): MenuComment {
  const { day, meal, dish, text } = members;
  const knownMeal = meal === undefined ? undefined : readChoice(meal, meals, place.at('meal'));
  if (dish !== undefined && meal === undefined) place.at('meal').report({ code: 'required' });
  return {
    day: readInteger(day, { min: 1, max: MAX_DAYS }, place.at('day')),
    meal: knownMeal,
    dish: dish === undefined ? undefined : readId(dish, place.at('dish')),
    text: readName(text, MAX_COMMENT_LENGTH, place.at('text')),
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
