import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { dishIconKey, dishKey, dishPartition, prefix } from '../../../tables/keys.ts';
import { Dish, dishId, locateDish } from '../../domain/dish.ts';
import { searchFor } from '../../domain/values/keyword.ts';
import type { Page, PageRequest } from '../../domain/values/page.ts';
import { type Collection, type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { belongs, iconOf, readFitting } from '../icon.ts';
import { demandAnswerable, itemSize } from '../item-size.ts';

export const DishRow = z.object({
  number: z.int(),
  name: z.string(),
  mark: z.string(),
  poly: z.string(),
  hasIcon: z.boolean(),
  /**
   * About the bytes of the dish's item, so that the cost of reading it is known before. Absent in a table before
   * version 4.
   */
  size: z.optional(z.int()),
  /** About the bytes of its icon's item; absent where it has no icon. */
  iconSize: z.optional(z.int()),
  /** The months it is meant for, one bit each, January the lowest; absent where it names none. */
  months: z.optional(z.int()),
  /** The tokens of its ingredients, one after the other: see `tokenOf`. */
  codes: z.optional(z.string()),
  pinyin: z.optional(z.string()),
});
export type DishRow = z.output<typeof DishRow>;

/** A dish with the data string of its icon, empty where it has none. */
export interface DishWithIcon {
  readonly dish: Dish;
  readonly icon: string;
}

/** Which dishes a search finds. */
export interface DishFilter {
  readonly keyword?: string | undefined;
  readonly mark?: string | undefined;
  readonly poly?: string | undefined;
  readonly month?: number | undefined;
  /** An ingredient's code. */
  readonly ingredient?: string | undefined;
}

/** How dishes are listed. */
interface ListOptions {
  readonly firstHead?: Head | undefined;
  /** Whether icons are read; true unless told otherwise. */
  readonly withIcons?: boolean;
}

/**
 * The dishes of one unit. Their rows hold the ingredients, but the copies do not: for dishes of a hundred ingredients
 * that would be most of a copy, and few searches need them.
 */
export function dishesOf(unit: number): Collection<DishRow, Dish> {
  return {
    partition: dishPartition(unit),
    Row: DishRow,
    Member: Dish,
    kind: 'dish',
    memberPrefix: prefix.dish,
    memberKey: ({ number }) => dishKey(unit, number),
    toRow: toDishRow,
    textOf: ({ name }) => normaliseKey(name),
    nameOf: ({ name }) => name,
    isBounded: true,
    leftOut: ['codes'],
  };
}

/** The same collection for searches by ingredient, with copies of its own. */
function dishesByIngredient(unit: number): Collection<DishRow, Dish> {
  return { ...dishesOf(unit), leftOut: [], view: 'INGREDIENTS' };
}

/** The dishes of one unit in each of the ways that their rows are copied. Bulk loads leave copies for all of them. */
export function viewsOfDishes(unit: number): readonly Collection<DishRow, Dish>[] {
  return [dishesOf(unit), dishesByIngredient(unit)];
}

/** The row of a dish: everything that dishes are searched by. */
export function toDishRow(dish: Dish): DishRow {
  const { number, name, mark, poly, hasIcon, iconSize, iconFile, ingredient, month } = dish;
  const size = itemSize({ name, mark, poly, iconFile, ingredient, month });
  const facts: DishRow = { number, name, mark, poly, hasIcon, size };
  if (iconSize !== undefined) facts.iconSize = iconSize;
  if (month.length > 0) facts.months = bitsOf(month);
  if (ingredient.length > 0) facts.codes = ingredient.map(({ key }) => tokenOf(key)).join('');
  return facts;
}

/** The months as bits, as the row of a dish has them. */
export function bitsOf(months: readonly number[]): number {
  return months.reduce((bits, month) => bits | (1 << (month - 1)), 0);
}

/** Characters of a token. */
const TOKEN_LENGTH = 6;

/**
 * Stands for an ingredient's code in rows: 36 bits of its hash, since codes are up to 64 characters long. Among 20,000
 * dishes of a hundred ingredients, one search in 30,000 finds one dish too many.
 */
function tokenOf(code: string): string {
  return hash('sha256', code, 'base64url').slice(0, TOKEN_LENGTH);
}

/** Those of the codes that some dish of the unit contains, as of the head or later. */
export async function findUsedCodes(
  db: Database,
  unit: number,
  codes: readonly string[],
  head: Head,
): Promise<ReadonlySet<string>> {
  const codeOf = new Map(codes.map((code) => [tokenOf(code), code]));
  const rows = await findRows(db, dishesByIngredient(unit), ({ codes: tokens }) => tokens !== undefined, head);
  const used = new Set<string>();
  for (const { codes: tokens = '' } of rows) {
    for (let at = 0; at < tokens.length && used.size < codeOf.size; at += TOKEN_LENGTH) {
      const code = codeOf.get(tokens.slice(at, at + TOKEN_LENGTH));
      if (code !== undefined) used.add(code);
    }
  }
  return used;
}

/** The head of a unit's dishes, for a page that is read beside the caller's check. */
export async function readDishesHead(db: Database, unit: number): Promise<Head> {
  return readHead(db, dishPartition(unit));
}

/** One page of a unit's dishes that pass the filter, newest first, with their icons. */
export async function listDishes(
  db: Database,
  unit: number,
  request: PageRequest,
  filter: DishFilter,
  { firstHead, withIcons = true }: ListOptions = {},
): Promise<Page<DishWithIcon>> {
  const collection = filter.ingredient === undefined ? dishesOf(unit) : dishesByIngredient(unit);
  return readPage(db, collection, request, {
    firstHead,
    filter: toFilter(filter),
    rowOf: ({ dish }) => toDishRow(dish),
    readMembers: (rows) => {
      demandAnswerable(rows, ({ size = 0, iconSize = 0 }) => size + (withIcons ? iconSize : 0));
      return readDishes(
        db,
        rows.map(({ number, hasIcon }) => ({ unit, number, hasIcon })),
        withIcons,
      );
    },
  });
}

/** A dish without its icon; undefined where no dish has the id. */
export async function findDish(db: Database, id: number): Promise<Dish | undefined> {
  const [found] = await findDishes(db, [id]);
  return found;
}

/**
 * The data string of a dish's icon, empty where it has none. The icon may belong to a later version of the dish: a
 * caller who writes the icon must demand the dish's version, or rely on the icon alone.
 */
export async function readDishIcon(db: Database, dish: Dish): Promise<string> {
  return (await findWithIcon(db, dish))?.icon ?? '';
}

/** The dish with its icon. If the icon has changed since the dish was read, the dish is read again. */
export async function findWithIcon(db: Database, dish: Dish): Promise<DishWithIcon | undefined> {
  const item = dish.hasIcon ? await db.get(dishIconKey(dish.vender, dish.number)) : undefined;
  if (belongs(item, dish)) return { dish, icon: iconOf(item) };
  const [found] = await readDishes(db, [{ unit: dish.vender, number: dish.number, hasIcon: true }], true);
  return found;
}

/** Dishes without icons in the order of the ids; undefined stands for an id that no dish has. */
export async function findDishes(db: Database, ids: readonly number[]): Promise<(Dish | undefined)[]> {
  const found = await readDishes(
    db,
    ids.map((id) => ({ ...locateDish(id), hasIcon: false })),
    false,
  );
  return found.map((entry) => entry?.dish);
}

interface Place {
  readonly unit: number;
  readonly number: number;
  readonly hasIcon: boolean;
}

/** Reads dishes together with the icons that they may have. What does not fit into one batch is read by another. */
async function readDishes(
  db: Database,
  places: readonly Place[],
  withIcons: boolean,
): Promise<(DishWithIcon | undefined)[]> {
  const found = await readFitting(places, (some) => readDishesOnce(db, some, withIcons));
  return found.map((one) => one?.content);
}

async function readDishesOnce(db: Database, places: readonly Place[], withIcons: boolean) {
  const pictured = places.filter((place) => place.hasIcon && withIcons);
  const items = await db.getMany([
    ...places.map(({ unit, number }) => dishKey(unit, number)),
    ...pictured.map(({ unit, number }) => dishIconKey(unit, number)),
  ]);
  const icons = new Map(
    pictured.map(({ unit, number }, index) => [dishId(unit, number), items[places.length + index]]),
  );
  return places.map(({ unit, number }, index) => {
    const [item, icon] = [items[index], icons.get(dishId(unit, number))];
    const dish = item && Dish.parse(item);
    const fits = !dish || !withIcons || belongs(icon, dish);
    return { fits, content: dish && { dish, icon: dish.hasIcon ? iconOf(icon) : '' } };
  });
}

/** Which rows a search finds; undefined: all. */
export function toFilter(filter: DishFilter): RowFilter<DishRow> | undefined {
  const { keyword, mark, poly, month, ingredient } = filter;
  if (Object.values(filter).every((value) => value === undefined)) return undefined;
  const isFound = searchFor(keyword);
  const token = ingredient === undefined ? undefined : tokenOf(ingredient);
  return (row, text) =>
    (mark === undefined || row.mark === mark) &&
    (poly === undefined || row.poly === poly) &&
    (month === undefined || ((row.months ?? 0) & bitsOf([month])) !== 0) &&
    (token === undefined || hasToken(row.codes ?? '', token)) &&
    isFound(text, row.pinyin);
}

function hasToken(codes: string, token: string): boolean {
  for (let at = codes.indexOf(token); at >= 0; at = codes.indexOf(token, at + 1)) {
    if (at % TOKEN_LENGTH === 0) return true;
  }
  return false;
}
