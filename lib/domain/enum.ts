import * as z from 'zod';
import lists from '../../tables/starter/enums.json' with { type: 'json' };

const Choice = z.object({ key: z.string(), value: z.string() });

/** The lists of `GET /api/basic/enum`. */
export const EnumLists = z.object({
  mark: z.array(Choice),
  poly: z.array(Choice),
  /** Types of units. */
  category: z.array(Choice),
  measurement: z.array(Choice),
  nutrient: z.array(Choice.extend({ unit: z.string() })),
  foodCategory: z.array(Choice),
  activity: z.array(Choice),
});

/** The lists as they stand in `tables/starter/enums.json`. */
export const enumLists: z.output<typeof EnumLists> = lists;
