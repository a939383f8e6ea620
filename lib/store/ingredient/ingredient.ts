import * as z from 'zod/mini';
import { ingredientKey, ingredientsPartition, packOf, prefix } from '../../../tables/keys.ts';
import { Ingredient } from '../../domain/ingredient/ingredient.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { searchFor } from '../../domain/values/keyword.ts';
import type { Page, PageRequest } from '../../domain/values/page.ts';
import { takeFitting } from '../../table/allowance.ts';
import { isSettled } from '../../table/collection/blocks.ts';
import { type Collection, type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { unavailable } from '../../table/faults.ts';
import { perOwner, RecentMap } from '../../table/recent-map.ts';
import type { Item } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { findPacks, leavePack, mayLeavePack } from './pack.ts';

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

/** An ingredient that a unit can mark. If the catalogue does not have it, it has neither name nor category. */
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
 * The text in which keywords are looked up. Keywords have no line break, so one is found in the name or in the code,
 * but never across both.
 */
function textOf({ name, code }: MarkableIngredient): string {
  return `${normaliseKey(name)}\n${normaliseKey(code)}`;
}

/** The most ingredients that one call reads one by one. */
const MOST_READ = 400;
/** Up to this number, ingredients are read one by one: that costs no more than reading their packs. */
const FEW = 4;

/** What a function remembers of one version of the catalogue. */
interface KnownFoods {
  /** All codes of the catalogue with their numbers; undefined until somebody needs them. */
  listed: ReadonlyMap<string, number> | undefined;
  /** Ingredients by code. Codes that are not in the catalogue are never added. */
  readonly byCode: Map<string, Ingredient>;
}

/** By version of the catalogue; only the version used last is kept. */
const knownFoodsOf = perOwner((_: Database) => new RecentMap<string, KnownFoods>(1));

/** Reads the catalogue's head, beside the caller's check. */
export async function readCatalogueHead(db: Database): Promise<Head> {
  return readHead(db, ingredientsPartition);
}

/** One page of the catalogue, last added first, of what passes the filter. `marks` are those of the caller's unit. */
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
 * The ingredients that a unit can mark or price and that pass the filter, ordered by code: those of the catalogue, and
 * `own`, the codes that the unit has marked or priced.
 */
export async function listMarkableIngredients(
  db: Database,
  filter: IngredientFilter,
  { marks, own }: { readonly marks: Marks; readonly own: Iterable<string> },
  firstHead: Head,
): Promise<readonly MarkableIngredient[]> {
  const rows = await findRows(db, ingredients, () => true, firstHead);
  const listed = new Set(rows.map(({ code }) => code));
  const others = [...own].filter((code) => !listed.has(code)).map((code) => ({ code, name: '', category: '' }));
  const all: readonly MarkableIngredient[] = [...rows, ...others];
  const isMeant = toFilter(filter, marks);
  const meant = isMeant ? all.filter((one) => isMeant(one, textOf(one))) : all;
  return meant.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** Categories of the catalogue, in the order in which they were added. */
export async function listIngredientCategories(db: Database, head: Head): Promise<string[]> {
  const rows = await findRows(db, ingredients, () => true, head);
  return [...new Set(rows.toReversed().map(({ category }) => category))];
}

/** The names of all foods of the catalogue by code. */
export async function readFoodNames(db: Database, head: Head): Promise<ReadonlyMap<string, string>> {
  const rows = await findRows(db, ingredients, () => true, head);
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/**
 * The codes of the catalogue with their numbers. They come from memory where the catalogue has not changed since
 * `head`.
 */
export async function readListedCodes(db: Database, head: Head): Promise<ReadonlyMap<string, number>> {
  const known = knownAsOf(db, head);
  if (known.listed) return known.listed;
  const rows = await findRows(db, ingredients, () => true, head);
  known.listed = new Map(rows.map(({ code, number }) => [code, number]));
  return known.listed;
}

/**
 * The ingredients of the catalogue that have these codes, from memory where the catalogue has not changed since `head`.
 * Unknown codes cost no read. Many codes cost no more than their packs: even the whole catalogue can be read.
 * @throws AppError `unavailable` where packs are missing and more ingredients are needed than one call reads. The next
 * call finds the packs that this one has left.
 */
export async function findIngredients(
  db: Database,
  codes: readonly string[],
  head: Head,
): Promise<ReadonlyMap<string, Ingredient>> {
  const listed = await readListedCodes(db, head);
  const { byCode } = knownAsOf(db, head);
  const unread = [...new Set(codes)].filter((code) => listed.has(code) && !byCode.has(code));
  if (unread.length > FEW) await readPacks(db, unread, head);
  const rest = unread.filter((code) => !byCode.has(code));
  if (rest.length > MOST_READ) throw unavailable();
  await readEach(db, rest, byCode);
  const found = new Map<string, Ingredient>();
  for (const code of codes) {
    const ingredient = byCode.get(code);
    if (ingredient) found.set(code, ingredient);
  }
  return found;
}

/**
 * Reads the packs that contain the codes. Where a pack has no copy yet, its foods are read one by one and a copy is
 * left, for as many packs as one call may read.
 * @throws AppError `unavailable` where some packs are still missing.
 */
async function readPacks(db: Database, codes: readonly string[], head: Head): Promise<void> {
  const listed = await readListedCodes(db, head);
  const { byCode } = knownAsOf(db, head);
  const packs = [...new Set(codes.flatMap((code) => listed.get(code) ?? []).map(packOf))];
  const found = await findPacks(db, packs, head);
  for (const foods of found.values()) for (const food of foods) byCode.set(food.code, food);
  const codesByPack = Map.groupBy(listed.keys(), (code) => packOf(listed.get(code) ?? 0));
  const missing = packs.filter((pack) => !found.has(pack) && mayLeavePack(pack, head));
  const ownOf = (pack: number) => codesByPack.get(pack) ?? [];
  const fitting = takeFitting(missing, MOST_READ, (pack) => ownOf(pack).length);
  const leave = async (pack: number) => leavePack(db, pack, await readEach(db, ownOf(pack), byCode), head);
  await Promise.all(fitting.map(leave));
  if (fitting.length < missing.length) throw unavailable();
}

/** Reads ingredients one by one, adds them to what is remembered, and returns their items. */
async function readEach(db: Database, codes: readonly string[], byCode: KnownFoods['byCode']): Promise<Item[]> {
  const items = codes.length > 0 ? await db.getMany(codes.map(ingredientKey)) : [];
  const present = items.filter((item) => item !== undefined);
  for (const item of present) {
    const ingredient = Ingredient.parse(item);
    byCode.set(ingredient.code, ingredient);
  }
  return present;
}

function toRow({ number, code, name, category, edible }: Ingredient): IngredientRow {
  return { number, code, name, category, ...(edible === undefined ? {} : { edible }) };
}

/**
 * What is remembered of this version of the catalogue. Each change gives a block another version or adds a block. What
 * was read while the last change was not wholly visible is forgotten once the change is.
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
