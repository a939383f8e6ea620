import * as z from 'zod/mini';
import { ingredientKey, ingredientsPartition, prefix } from '../../tables/keys.ts';
import { Ingredient } from '../domain/ingredient.ts';
import { searchFor } from '../domain/keyword.ts';
import type { Marks } from '../domain/mark.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import { AppError } from '../errors.ts';
import { isSettled } from '../table/collection/blocks.ts';
import { type Collection, type Head, readHead } from '../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../table/collection/page.ts';
import type { Database } from '../table/database.ts';
import { perOwner, RecentMap } from '../table/recent-map.ts';
import { normaliseKey } from '../text/normal-form.ts';

/** The filter of the catalogue. */
export interface IngredientFilter {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly mark?: string | undefined;
}

const IngredientRow = z.object({
  number: z.int(),
  code: z.string(),
  name: z.string(),
  category: z.string(),
  edible: z.optional(z.string()),
  pinyin: z.optional(z.string()),
});
type IngredientRow = z.output<typeof IngredientRow>;

/** An ingredient that can be marked; one that only the unit knows has neither name nor category. */
type MarkableIngredient = Pick<IngredientRow, 'code' | 'name' | 'category' | 'pinyin'>;

export const ingredients: Collection<IngredientRow, Ingredient> = {
  partition: ingredientsPartition,
  Row: IngredientRow,
  Member: Ingredient,
  kind: 'ingredient',
  memberPrefix: prefix.ingredient,
  memberKey: ({ code }) => ingredientKey(code),
  toRow,
  textOf,
  nameOf: ({ name }) => name,
};

/**
 * The text in which keywords are looked for. No keyword has a line break: it is found in the name or in the code, never
 * across them.
 */
function textOf({ name, code }: MarkableIngredient): string {
  return `${normaliseKey(name)}\n${normaliseKey(code)}`;
}

/** Most ingredients that one call reads, each by a read of its own. */
const MOST_READ = 400;

/** What was read of one version of the catalogue. */
interface KnownFoods {
  /** All codes of the catalogue; undefined until somebody has asked. */
  listed: ReadonlySet<string> | undefined;
  /** Ingredients by code. Codes that the catalogue does not have are never added. */
  readonly byCode: Map<string, Ingredient>;
}

/** By version of the catalogue; only the one that was asked for last is kept. */
const knownFoodsOf = perOwner((_: Database) => new RecentMap<string, KnownFoods>(1));

/** Reads the catalogue's head, beside the caller's check. */
export async function readCatalogueHead(db: Database): Promise<Head> {
  return readHead(db, ingredientsPartition);
}

/** One page of the catalogue, last added first, out of what the filter lets through; `marks` are the caller's. */
export async function listIngredients(
  db: Database,
  request: PageRequest,
  filter: IngredientFilter,
  marks: Marks,
  firstHead: Head,
): Promise<Page<IngredientRow>> {
  return readPage(db, ingredients, request, {
    firstHead,
    filter: toFilter(filter, marks),
    rowOf: (row) => row,
    readMembers: async (rows) => [...rows],
  });
}

/**
 * The ingredients that a unit can mark and that the filter lets through, in the order of their codes: those of the
 * catalogue, and those of the unit's own codes that it has marked.
 */
export async function listMarkableIngredients(
  db: Database,
  filter: IngredientFilter,
  marks: Marks,
  firstHead: Head,
): Promise<readonly MarkableIngredient[]> {
  const rows = await findRows(db, ingredients, () => true, firstHead);
  const listed = new Set(rows.map(({ code }) => code));
  const own = [...marks.keys()].filter((code) => !listed.has(code)).map((code) => ({ code, name: '', category: '' }));
  const all: readonly MarkableIngredient[] = [...rows, ...own];
  const isMeant = toFilter(filter, marks);
  const meant = isMeant ? all.filter((one) => isMeant(one, textOf(one))) : all;
  return meant.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** Categories of the catalogue, in the order in which they came into it. */
export async function listIngredientCategories(db: Database, head: Head): Promise<string[]> {
  const rows = await findRows(db, ingredients, () => true, head);
  return [...new Set(rows.toReversed().map(({ category }) => category))];
}

/** The codes that the catalogue has, from memory where it has not changed since `head`. */
export async function readListedCodes(db: Database, head: Head): Promise<ReadonlySet<string>> {
  const known = knownAsOf(db, head);
  if (known.listed) return known.listed;
  const rows = await findRows(db, ingredients, () => true, head);
  known.listed = new Set(rows.map(({ code }) => code));
  return known.listed;
}

/**
 * The ingredients of these codes that the catalogue has, from memory where it has not changed since `head`. Codes that
 * it does not have cost no read.
 * @throws AppError `page_too_large` where there are more than one call reads.
 */
export async function findIngredients(
  db: Database,
  codes: readonly string[],
  head: Head,
): Promise<ReadonlyMap<string, Ingredient>> {
  const listed = await readListedCodes(db, head);
  const wanted = [...new Set(codes)].filter((code) => listed.has(code));
  if (wanted.length > MOST_READ) throw new AppError('page_too_large');
  const { byCode } = knownAsOf(db, head);
  const unread = wanted.filter((code) => !byCode.has(code));
  const items = unread.length > 0 ? await db.getMany(unread.map(ingredientKey)) : [];
  for (const item of items) {
    const ingredient = item && Ingredient.parse(item);
    if (ingredient) byCode.set(ingredient.code, ingredient);
  }
  const found = new Map<string, Ingredient>();
  for (const code of codes) {
    const ingredient = byCode.get(code);
    if (ingredient) found.set(code, ingredient);
  }
  return found;
}

function toRow({ number, code, name, category, edible }: Ingredient): IngredientRow {
  return { number, code, name, category, ...(edible === undefined ? {} : { edible }) };
}

/**
 * What is known as of this version of the catalogue. Each change of it changes a block's version or adds a block. What
 * was read while part of the last change might not be seen yet is not used any more once all of it can be.
 */
function knownAsOf(db: Database, { blocks }: Head): KnownFoods {
  const version = JSON.stringify([blocks, Object.values(blocks).every(isSettled)]);
  const versions = knownFoodsOf(db.root);
  const known = versions.get(version) ?? { listed: undefined, byCode: new Map() };
  versions.set(version, known);
  return known;
}

function toFilter(
  { keyword, category, mark }: IngredientFilter,
  marks: Marks,
): RowFilter<MarkableIngredient> | undefined {
  if (keyword === undefined && category === undefined && mark === undefined) return undefined;
  const isFound = searchFor(keyword);
  return (row, text) =>
    (category === undefined || row.category === category) &&
    (mark === undefined || marks.get(row.code) === mark) &&
    isFound(text, row.pinyin);
}
