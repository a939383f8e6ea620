import * as z from 'zod/mini';
import { ExactNumber } from '../decimal.ts';
import { meals } from '../menu.ts';

/** What is to be known of an amount before it is bought. */
const purchaseFlags = ['edible_unknown', 'unlisted'] as const;
export type PurchaseFlag = (typeof purchaseFlags)[number];

/** What is bought of one ingredient. */
const PurchaseRow = z.object({
  code: z.string(),
  /** Its code where the catalogue does not have it. */
  name: z.string(),
  category: z.string(),
  /** Edible share in percent; null where it is unknown. */
  edible: z.nullable(ExactNumber),
  /** As all who eat are served. */
  grams: ExactNumber,
  /** As bought, with the reserve; rounded up. */
  kg: ExactNumber,
  /** Yuan for a kilogram. */
  price: z.optional(ExactNumber),
  cost: z.optional(ExactNumber),
  flags: z.optional(z.array(z.enum(purchaseFlags))),
});
export type PurchaseRow = z.input<typeof PurchaseRow>;

/** An item of the menu that is not bought for, since its dish is gone. */
const MissingDish = z.object({ day: z.int(), meal: z.enum(meals), dish: z.int() });

/** What a menu is cooked of: by day, and in all. */
export const Purchase = z.object({
  days: z.array(z.object({ day: z.int(), date: z.string(), ingredients: z.array(PurchaseRow) })),
  total: z.array(PurchaseRow),
  /** Yuan for all that has a price. */
  cost: ExactNumber,
  missingDishes: z.optional(z.array(MissingDish)),
});
export type Purchase = z.input<typeof Purchase>;
