import * as z from 'zod/mini';
import { date, decimal, id, integer } from '../values/fields.ts';

/** Most reserve, in percent. */
const MOST_RESERVE = 100;

/** Input of a purchase. */
export const purchaseFields = {
  id: id(),
  /** 0: the present content of the menu. */
  revision: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
  from: z.optional(date()),
  to: z.optional(date()),
  reserve: z._default(decimal(2, MOST_RESERVE), '0.00'),
};
