import * as z from 'zod/mini';
import { dishIconKey, dishKey, dishPartition, memberPrefix } from '../../../tables/keys.ts';
import { Dish } from '../../domain/dish.ts';
import { type Meal, meals } from '../../domain/meal.ts';
import { type Location, locate, toId } from '../../domain/values/id.ts';
import { makeKeywordMatcher } from '../../domain/values/keyword.ts';
import type { Page, PageRequest } from '../../domain/values/page.ts';
import type { Collection, Head } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { pageTooLarge } from '../../text/answer-size.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { parseIcon } from '../icon.ts';
import { estimateItemSize, fitOneAnswer, toMinAnswerBytes } from '../item-size.ts';
import { hasCodeToken, splitCodeTokens, toCodeToken } from './code-tokens.ts';

/** The row of a dish: everything that dishes are searched by, in stored words. `poly` is the way of cooking. */
export const DishRow = z.object({
  number: z.int(),
  name: z.string(),
  mark: z.string(),
  poly: z.string(),
  hasIcon: z.boolean(),
  /** The estimated bytes of the dish's item. The cost of reading the dish is estimated from them. */
  size: z.int(),
  /** The estimated bytes of its icon's item; absent where it has no icon. */
  iconSize: z.optional(z.int()),
  /** The months of the dish as bits, January the lowest; absent where it names none. */
  months: z.optional(z.int()),
  /** The meals of the dish as bits, breakfast the lowest; absent where it names none. */
  meals: z.optional(z.int()),
  /** The tokens of its ingredients' codes, one after another; absent where it has no ingredient. */
  codes: z.optional(z.string()),
  pinyin: z.optional(z.string()),
});
export type DishRow = z.output<typeof DishRow>;

export interface DishFilter {
  readonly keyword?: string | undefined;
  readonly mark?: string | undefined;
  readonly poly?: string | undefined;
  readonly month?: number | undefined;
  /** An ingredient's code. */
  readonly ingredient?: string | undefined;
}

/** The maximum bytes of a dish in an answer, apart from its texts. A text takes up to twice its bytes as JSON. */
const MAX_OVERHEAD_BYTES = 400;

/** A dish, and the data URL of its icon: empty where it has none, or where it was read without. */
type DishAndIcon = { readonly dish: Dish; readonly icon: string };
type DishRead = Location & { readonly withIcon: boolean };

/** The dishes of a unit; of unit 0, the library. */
export function dishCollection(unit: number): Collection<DishRow, Dish> {
  return {
    partition: dishPartition(unit),
    Row: DishRow,
    Member: Dish,
    kind: 'dish',
    memberPrefix: memberPrefix(dishPartition(unit)),
    memberKey: ({ number }) => dishKey(unit, number),
    toRow: toDishRow,
    searchText: ({ name }) => normaliseKey(name),
    nameForPinyin: ({ name }) => name,
  };
}

/**
 * Makes the row of a dish. Its `size` leaves out the attributes that every item has: `estimateItemSize` adds a flat sum for
 * them. It also leaves out `hasIcon` and `iconSize`, which no answer has.
 */
export function toDishRow(dish: Dish): DishRow {
  const { number, version: _version, vender: _vender, modify: _modify, iconVersion: _iconVersion, ...facts } = dish;
  const { hasIcon, iconSize, ...content } = facts;
  const { name, mark, poly } = content;
  const row = { number, name, mark, poly, hasIcon, size: estimateItemSize(content), iconSize };
  const monthBits = toMonthBits(content.month) || undefined;
  const mealBits = toMealBits(content.meals) || undefined;
  const codeTokens = content.ingredient.map(({ key: code }) => toCodeToken(code)).join('') || undefined;
  return { ...row, months: monthBits, meals: mealBits, codes: codeTokens };
}

/** The months as bits, January the lowest. */
export function toMonthBits(months: readonly number[]): number {
  return months.reduce((bits, month) => bits | (1 << (month - 1)), 0);
}

/** The meals as bits, breakfast the lowest. */
export function toMealBits(dishMeals: readonly Meal[]): number {
  return dishMeals.reduce((bits, meal) => bits | (1 << meals.indexOf(meal)), 0);
}

/** Reads which of the ingredient codes some dish of the unit contains. `head` is the head of the unit's dishes. */
export async function readUsedCodes(db: Database, unit: number, codes: readonly string[], head: Head) {
  if (codes.length === 0) return new Set<string>();
  const codeByToken = new Map(codes.map((code) => [toCodeToken(code), code]));
  const rows = await findRows(db, dishCollection(unit), ({ codes: codeTokens }) => codeTokens !== undefined, head);
  const usedCodes = new Set<string>();
  for (const { codes: codeTokens = '' } of rows) {
    if (usedCodes.size === codeByToken.size) break;
    for (const token of splitCodeTokens(codeTokens)) {
      const code = codeByToken.get(token);
      if (code !== undefined) usedCodes.add(code);
    }
  }
  return usedCodes;
}

/** Reads one page of a unit's dishes that pass the filter, newest first; throws `page_too_large`. */
export async function listDishes(
  db: Database,
  unit: number,
  request: PageRequest,
  { filter, withIcons = true }: { readonly filter: DishFilter; readonly withIcons?: boolean },
): Promise<Page<DishAndIcon>> {
  return readPage(db, dishCollection(unit), request, {
    filter: makeDishRowFilter(filter),
    readMembers: async (rows) => {
      const toCountedIconSize = ({ iconSize }: DishRow) => (withIcons ? iconSize : undefined);
      // A page that is too large even by the smallest estimate is refused. The largest decides the advised page size.
      const toMinBytes = (row: DishRow) => toMinAnswerBytes(row.size) + toMinAnswerBytes(toCountedIconSize(row));
      const toMaxBytes = (row: DishRow) => MAX_OVERHEAD_BYTES + 2 * row.size + (toCountedIconSize(row) ?? 0);
      if (!fitOneAnswer(rows, toMinBytes)) throw pageTooLarge(rows.map(toMaxBytes), { hasPictures: withIcons });
      const dishReads = rows.map(({ number, hasIcon }) => ({ unit, number, withIcon: hasIcon && withIcons }));
      return readDishes(db, dishReads);
    },
    // A dish may have changed since its row was read: its new row must still pass the filter.
    toRow: ({ dish }) => toDishRow(dish),
  });
}

/** Reads a dish without its icon; undefined where no dish has the id. */
export async function findDish(db: Database, id: number): Promise<Dish | undefined> {
  return (await findDishes(db, [id]))[0];
}

/** Reads a dish, and if `withIcon` its icon; undefined where no dish has the id. */
export async function findDishAndIcon(db: Database, id: number, { withIcon = true } = {}) {
  return (await readDishes(db, [{ ...locate(id), withIcon }]))[0];
}

/**
 * Reads the data URL of a dish's icon; empty where the dish has none. The dish is read along only to notice a change:
 * while a transaction is changing the dish or its icon, the read throws a `RepeatableError`.
 */
export async function readDishIcon(db: Database, { vender, number, hasIcon }: Dish): Promise<string> {
  if (!hasIcon) return '';
  const [, iconItem] = await db.getSnapshot([dishKey(vender, number), dishIconKey(vender, number)]);
  return parseIcon(iconItem);
}

/** Reads those of the dishes that have an icon, in any order. Their rows tell it, and cost less than the dishes. */
export async function readDishesWithIcons(db: Database, ids: readonly number[]): Promise<Dish[]> {
  const idsByUnit = Map.groupBy(ids, (id) => locate(id).unit);
  const idsWithIcon = await Promise.all(
    [...idsByUnit].map(async ([unit, idsOfUnit]) => {
      const numbers = new Set(idsOfUnit.map((id) => locate(id).number));
      const isWanted = ({ number, hasIcon }: DishRow) => hasIcon && numbers.has(number);
      // The rows go into the shared cache, so they must be read consistently.
      const rows = await findRows(db.consistent(), dishCollection(unit), isWanted);
      return rows.map(({ number }) => toId(unit, number));
    }),
  );
  return (await findDishes(db, idsWithIcon.flat())).filter((dish) => dish !== undefined);
}

/** Reads dishes without icons, in the order of the ids; undefined where no dish has the id. */
export async function findDishes(db: Database, ids: readonly number[]): Promise<(Dish | undefined)[]> {
  const dishReads = ids.map((id) => ({ ...locate(id), withIcon: false }));
  return (await readDishes(db, dishReads)).map((dishAndIcon) => dishAndIcon?.dish);
}

/** Reads dishes, each with or without its icon, in the order of `dishReads`; undefined for an absent dish. */
async function readDishes(db: Database, dishReads: readonly DishRead[]): Promise<(DishAndIcon | undefined)[]> {
  const iconReads = dishReads.filter(({ withIcon }) => withIcon);
  const items = await db.getMany([
    ...dishReads.map(({ unit, number }) => dishKey(unit, number)),
    ...iconReads.map(({ unit, number }) => dishIconKey(unit, number)),
  ]);
  const iconItemByRead = new Map(iconReads.map((iconRead, index) => [iconRead, items[dishReads.length + index]]));
  return dishReads.map((dishRead, index) => {
    const item = items[index];
    const dish = item && db.parseOrSkip(item, (dishItem) => Dish.parse(dishItem));
    return dish && { dish, icon: dish.hasIcon ? parseIcon(iconItemByRead.get(dishRead)) : '' };
  });
}

/** Makes a filter of rows that meet all conditions; undefined where there is no condition. */
export function makeDishRowFilter(filter: DishFilter): RowFilter<DishRow> | undefined {
  const { keyword, mark, poly, month, ingredient } = filter;
  if (Object.values(filter).every((value) => value === undefined)) return undefined;
  const hasKeyword = makeKeywordMatcher(keyword);
  const wantedToken = ingredient === undefined ? undefined : toCodeToken(ingredient);
  return (row, searchText) =>
    (mark === undefined || row.mark === mark) &&
    (poly === undefined || row.poly === poly) &&
    (month === undefined || ((row.months ?? 0) & toMonthBits([month])) !== 0) &&
    (wantedToken === undefined || hasCodeToken(row.codes ?? '', wantedToken)) &&
    hasKeyword(searchText, row.pinyin);
}
