import * as z from 'zod/mini';
import { dishIconKey, dishKey, dishPartition, memberPrefix } from '../../../tables/keys.ts';
import { Dish } from '../../domain/dish.ts';
import { type Meal, meals } from '../../domain/meal.ts';
import { type Location, locate, toId } from '../../domain/values/id.ts';
import { makeKeywordMatcher } from '../../domain/values/keyword.ts';
import type { PageRequest } from '../../domain/values/page.ts';
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
  /** Not a list: the months of the dish, one bit each, January the lowest; absent where it names none. */
  months: z.optional(z.int()),
  /** Not a list: the meals of the dish, one bit each, breakfast the lowest; absent where it names none. */
  meals: z.optional(z.int()),
  /** Not the codes of its ingredients but their tokens, one after another; absent where it has none. */
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
 * Makes the row of a dish. Its `size` leaves out the attributes that every item has, because `estimateItemSize` adds a
 * flat sum for them, and what says whether there is an icon and how large, because no answer has it.
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
) {
  return readPage(db, dishCollection(unit), request, {
    filter: makeDishRowFilter(filter),
    readMembers: async (rows) => {
      const toCountedIconSize = ({ iconSize }: DishRow) => (withIcons ? iconSize : undefined);
      // A page that is too large even by the smallest estimate is refused. The largest decides the advised page size.
      const toMinBytes = (row: DishRow) => toMinAnswerBytes(row.size) + toMinAnswerBytes(toCountedIconSize(row));
      const toMaxBytes = (row: DishRow) => MAX_OVERHEAD_BYTES + 2 * row.size + (toCountedIconSize(row) ?? 0);
      if (!fitOneAnswer(rows, toMinBytes)) throw pageTooLarge(rows.map(toMaxBytes), { hasPictures: withIcons });
      const requests = rows.map(({ number, hasIcon }) => ({ unit, number, withIcon: hasIcon && withIcons }));
      return readDishes(db, requests);
    },
    // A dish may have changed since its row was read: its new row must still pass the filter.
    toRow: ({ dish }) => toDishRow(dish),
  });
}

/** Reads a dish without its icon; undefined where no dish has the id. */
export async function findDish(db: Database, id: number): Promise<Dish | undefined> {
  return (await findDishes(db, [id]))[0];
}

/** Reads a dish, and if `withIcon` its icon's data URL, empty where it has none; undefined where no dish has the id. */
export async function findDishAndIcon(db: Database, id: number, withIcon = true) {
  const [dishAndIcon] = await readDishes(db, [{ ...locate(id), withIcon }]);
  return dishAndIcon;
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
  const requests = ids.map((id) => ({ ...locate(id), withIcon: false }));
  const dishes = await readDishes(db, requests);
  return dishes.map((dishAndIcon) => dishAndIcon?.dish);
}

/** Reads dishes, and the icons of those requested with one, in the order of the requests; undefined for an absent dish. */
async function readDishes(db: Database, requests: readonly (Location & { readonly withIcon: boolean })[]) {
  const iconRequests = requests.filter(({ withIcon }) => withIcon);
  const items = await db.getMany([
    ...requests.map(({ unit, number }) => dishKey(unit, number)),
    ...iconRequests.map(({ unit, number }) => dishIconKey(unit, number)),
  ]);
  const iconItemByRequest = new Map(iconRequests.map((request, index) => [request, items[requests.length + index]]));
  return requests.map((request, index) => {
    const item = items[index];
    const dish = item && db.parseOrSkip(item, (dishItem) => Dish.parse(dishItem));
    return dish && { dish, icon: dish.hasIcon ? parseIcon(iconItemByRequest.get(request)) : '' };
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
