import * as z from 'zod/mini';
import { meals } from '../meal.ts';
import { ExactNumber } from '../values/decimal.ts';
import { nameSchemas } from '../values/schema-name.ts';

/** What a buyer must know about an amount. */
const purchaseFlags = ['edible_unknown', 'unlisted'] as const;
export type PurchaseFlag = (typeof purchaseFlags)[number];

/** What is bought of one ingredient. */
const PurchaseRow = z.object({
  code: z.string(),
  /** The code where the catalogue does not have the ingredient. */
  name: z.string(),
  category: z.string(),
  /** Edible share in percent; null where it is unknown. */
  edible: z.nullable(ExactNumber),
  /** As served to all people. */
  grams: ExactNumber,
  /** As bought, with the reserve; rounded up. */
  kg: ExactNumber,
  /** Yuan for a kilogram. */
  price: z.optional(ExactNumber),
  cost: z.optional(ExactNumber),
  flags: z.optional(z.array(z.enum(purchaseFlags))),
});
export type PurchaseRow = z.input<typeof PurchaseRow>;

/** An item of the menu that nothing is bought for, since its dish is gone. */
const MissingDish = z.object({ day: z.int(), meal: z.enum(meals), dish: z.int() });

/** How many people of a group eat on a day, where it is not as many as the group has. */
const PurchasePeople = z.object({ group: z.string(), people: z.int() });

const PurchaseDay = z.object({
  day: z.int(),
  date: z.string(),
  people: z.optional(z.array(PurchasePeople)),
  ingredients: z.array(PurchaseRow),
});

/** What to buy for a menu: by day, and in total. */
export const Purchase = z.object({
  days: z.array(PurchaseDay),
  total: z.array(PurchaseRow),
  /** Yuan for everything that has a price; absent where prices may not be seen. */
  cost: z.optional(ExactNumber),
  missingDishes: z.optional(z.array(MissingDish)),
});
nameSchemas({ Purchase, PurchaseDay, PurchasePeople, PurchaseRow, MissingDish });
export type Purchase = z.input<typeof Purchase>;
