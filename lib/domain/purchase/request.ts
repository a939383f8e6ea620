import * as z from 'zod/mini';
import { itemFields } from '../menu/item-fields.ts';
import { about, date, decimal, id, integer } from '../values/fields.ts';

/** The maximum reserve, in per cent. */
const MAX_RESERVE = 100;

export const purchaseFields = {
  id: about('A menu of the own unit, for the platform of any.', id()),
  revision: about(
    'Which of its submissions, from 1; 0: what it says now. Absent: the live one, else what it says now.',
    z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
  ),
  from: about('The first day that is bought for; absent: that of the menu.', z.optional(date())),
  to: about('The last day that is bought for; absent: that of the menu.', z.optional(date())),
  reserve: about('How much more is bought than is needed, in per cent.', z._default(decimal(2, MAX_RESERVE), '0.00')),
};

/** Input of the kitchen's sheets. */
export const kitchenFields = {
  id: purchaseFields.id,
  revision: purchaseFields.revision,
  day: about('A day of the menu, from 1; absent: all.', z.optional(itemFields.day)),
};
