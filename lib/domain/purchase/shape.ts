import * as z from 'zod/mini';
import { meals } from '../meal.ts';
import { itemFields } from '../menu/item-fields.ts';
import { about, date, decimal, id, integer } from '../values/fields.ts';
import { ExactNumber, nameSchemas } from '../values/output.ts';

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
  reserve: about('How much more to buy than is needed, in percent.', z._default(decimal({ max: MAX_RESERVE }), '0.00')),
};

/** Input of the kitchen's sheets. */
export const kitchenFields = {
  id: purchaseFields.id,
  revision: purchaseFields.revision,
  day: about('A day of the menu, from 1; absent: all.', z.optional(itemFields.day)),
};

/** Warnings about the amount of an ingredient: its edible share is unknown, or the catalogue does not have it. */
const purchaseFlags = ['edible_unknown', 'unlisted'] as const;
export type PurchaseFlag = (typeof purchaseFlags)[number];

const PurchaseRow = z.object({
  code: z.string(),
  /** The code if the catalogue does not have the ingredient. */
  name: z.string(),
  category: z.string(),
  /** Edible share in percent; null if it is unknown. */
  edible: z.nullable(ExactNumber),
  /** As served to all people, with two decimals. */
  grams: ExactNumber,
  /** Kilograms as bought, with the reserve, rounded up to 0.01. */
  kg: ExactNumber,
  /** Yuan for a kilogram; absent if there is none, or the caller may not see prices. */
  price: z.optional(ExactNumber),
  /** `kg` × `price`, in yuan. */
  cost: z.optional(ExactNumber),
  flags: z.optional(z.array(z.enum(purchaseFlags))),
});
export type PurchaseRow = z.input<typeof PurchaseRow>;

/** An item of the menu whose dish is deleted. Nothing is bought for it. */
const MissingDish = z.object({ day: z.int(), meal: z.enum(meals), dish: z.int() });

/** How many people of a group eat on a day, where these are not as many as the group has. */
const PurchasePeople = z.object({ group: z.string(), people: z.int() });

const PurchaseDay = z.object({
  day: z.int(),
  date: z.string(),
  people: z.optional(z.array(PurchasePeople)),
  ingredients: z.array(PurchaseRow),
});

/** The ingredients to buy for a menu: by day, and in total. */
export const Purchase = z.object({
  days: z.array(PurchaseDay),
  total: z.array(PurchaseRow),
  /** Yuan for everything that has a price; absent if the caller may not see prices. */
  cost: z.optional(ExactNumber),
  missingDishes: z.optional(z.array(MissingDish)),
});
nameSchemas({ Purchase, PurchaseDay, PurchasePeople, PurchaseRow, MissingDish });
export type Purchase = z.input<typeof Purchase>;
