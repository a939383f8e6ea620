import * as z from 'zod';
import { dishIconKey, dishKey, dishPartition } from '../../tables/keys.ts';
import { Dish, dishId, locateDish } from '../domain/dish.ts';
import { normaliseKey } from '../domain/fields.ts';
import { searchFor } from '../domain/keyword.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import { type Collection, type Head, readHead } from './collection.ts';
import { type RowFilter, readPage } from './collection-page.ts';
import type { Database } from './database.ts';
import type { Item } from './steps.ts';

export const DishRow = z.object({
  number: z.int(),
  name: z.string(),
  mark: z.string(),
  poly: z.string(),
  hasIcon: z.boolean(),
  pinyin: z.string().optional(),
});
export type DishRow = z.output<typeof DishRow>;

/** A dish with the data string of its icon, empty where it has none. */
export interface DishWithIcon {
  readonly dish: Dish;
  readonly icon: string;
}

/** What a search for dishes lets through. */
export interface DishFilter {
  readonly keyword?: string | undefined;
  readonly mark?: string | undefined;
  readonly poly?: string | undefined;
}

/** The dishes of one unit. */
export function dishesOf(unit: number): Collection<DishRow> {
  return {
    partition: dishPartition(unit),
    Row: DishRow,
    textOf: ({ name }) => normaliseKey(name),
    nameOf: ({ name }) => name,
  };
}

/** The row of a dish. */
export function toDishRow({ number, name, mark, poly, hasIcon }: Dish): DishRow {
  return { number, name, mark, poly, hasIcon };
}

/** Head of a unit's dishes, for a page that is read beside the caller's check. */
export async function readDishesHead(db: Database, unit: number): Promise<Head> {
  return readHead(db, dishPartition(unit));
}

/** One page of a unit's dishes, newest first, with their icons, out of what the filter lets through. */
export async function listDishes(
  db: Database,
  unit: number,
  request: PageRequest,
  filter: DishFilter,
  firstHead?: Head,
): Promise<Page<DishWithIcon>> {
  return readPage(db, dishesOf(unit), request, {
    firstHead,
    filter: toFilter(filter),
    rowOf: ({ dish }) => toDishRow(dish),
    readMembers: (rows) =>
      readDishes(
        db,
        rows.map(({ number, hasIcon }) => ({ unit, number, hasIcon })),
      ),
  });
}

/**
 * Dishes of a unit whose name or its pinyin contains the keyword, newest first, without icons.
 * @throws AppError `too_many_matches` beyond `most`.
 */
export async function selectDishes(
  db: Database,
  unit: number,
  keyword: string | undefined,
  most: number,
  head: Head,
): Promise<Dish[]> {
  const request = { pageNo: 0, pageSize: most };
  const page = await readPage(db, dishesOf(unit), request, {
    firstHead: head,
    filter: toFilter({ keyword }) ?? (() => true),
    most,
    rowOf: toDishRow,
    readMembers: (rows) =>
      findDishes(
        db,
        rows.map(({ number }) => dishId(unit, number)),
      ),
  });
  return page.content;
}

/** A dish without its icon, where there is one of that id. */
export async function findDish(db: Database, id: number): Promise<Dish | undefined> {
  const [found] = await findDishes(db, [id]);
  return found;
}

/**
 * The data string of a dish's icon, empty where it has none. It is as of now, the dish as of then: who writes what he
 * has read demands the version of the dish, or goes by the icon alone.
 */
export async function readDishIcon(db: Database, { vender, number, hasIcon }: Dish): Promise<string> {
  return hasIcon ? iconOf(await db.get(dishIconKey(vender, number))) : '';
}

/** Dishes without icons in the order of the ids, undefined where there is none. */
export async function findDishes(db: Database, ids: readonly number[]): Promise<(Dish | undefined)[]> {
  const found = await readDishes(
    db,
    ids.map((id) => ({ ...locateDish(id), hasIcon: false })),
  );
  return found.map((entry) => entry?.dish);
}

interface Place {
  readonly unit: number;
  readonly number: number;
  readonly hasIcon: boolean;
}

/** Dishes and, where they may have one, icons in one read. */
async function readDishes(db: Database, places: readonly Place[]): Promise<(DishWithIcon | undefined)[]> {
  const withIcons = places.filter((place) => place.hasIcon);
  const items = await db.getMany([
    ...places.map(({ unit, number }) => dishKey(unit, number)),
    ...withIcons.map(({ unit, number }) => dishIconKey(unit, number)),
  ]);
  const icons = new Map(
    withIcons.map(({ unit, number }, index) => [dishId(unit, number), iconOf(items[places.length + index])]),
  );
  return places.map(({ unit, number }, index) => {
    const item = items[index];
    return item && { dish: Dish.parse(item), icon: icons.get(dishId(unit, number)) ?? '' };
  });
}

function iconOf(item: Item | undefined): string {
  return typeof item?.icon === 'string' ? item.icon : '';
}

function toFilter({ keyword, mark, poly }: DishFilter): RowFilter<DishRow> | undefined {
  if (keyword === undefined && mark === undefined && poly === undefined) return undefined;
  const isFound = searchFor(keyword);
  return (row, text) =>
    (mark === undefined || row.mark === mark) && (poly === undefined || row.poly === poly) && isFound(text, row.pinyin);
}
