import * as z from 'zod/mini';
import { ingredientKey, ingredientsPartition, prefix } from '../../../tables/keys.ts';
import { Ingredient, UNMARKED } from '../../domain/ingredient/ingredient.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { isSameAs, searchFor } from '../../domain/values/keyword.ts';
import type { Page, PageRequest } from '../../domain/values/page.ts';
import { type Collection, readHead } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import { hasRested } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import type { Item } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';

/** The filter of the catalogue. */
export interface IngredientFilter {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly mark?: string | undefined;
}

const IngredientRow = z.object({
  number: z.int(),
  /** The version of the food: so the version of a block also tells whether figures have changed. */
  version: z.int(),
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

/** Up to this number, foods are read one by one. More of them are taken from the whole catalogue. */
const MOST_ONE_BY_ONE = 100;

/** The catalogue at one version. */
interface KeptCatalogue {
  readonly version: string;
  readonly foods: ReadonlyMap<string, Ingredient>;
}

/** The catalogue that a function keeps. */
const keptCatalogues = new WeakMap<Database, KeptCatalogue>();

/** One page of the catalogue, last added first, of what passes the filter. `marks` are those of the caller's unit. */
export async function listIngredients(
  db: Database,
  request: PageRequest,
  filter: IngredientFilter,
  marks: Marks,
): Promise<Page<IngredientRow>> {
  return readPage(db, ingredients, request, {
    filter: rowFilterOfFoods(filter, marks),
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
): Promise<readonly MarkableIngredient[]> {
  const rows = await findRows(db, ingredients, () => true);
  const listed = new Set(rows.map(({ code }) => code));
  const others = [...own].filter((code) => !listed.has(code)).map((code) => ({ code, name: '', category: '' }));
  const all: readonly MarkableIngredient[] = [...rows, ...others];
  const passes = rowFilterOfFoods(filter, marks);
  const meant = passes ? all.filter((one) => passes(one, textOf(one))) : all;
  return meant.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** Categories of the catalogue, in the order in which they were added. */
export async function listIngredientCategories(db: Database): Promise<string[]> {
  const rows = await findRows(db, ingredients, () => true);
  return [...new Set(rows.toReversed().map(({ category }) => category))];
}

/** The names of all foods of the catalogue by code. */
export async function readFoodNames(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await findRows(db, ingredients, () => true);
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Those of the codes that the catalogue has. A few are read one by one, more are looked up among all. */
export async function findListedCodes(db: Database, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length <= MOST_ONE_BY_ONE) return new Set((await findIngredients(db, codes)).keys());
  return readListedCodes(db);
}

/** The codes of the catalogue. */
async function readListedCodes(db: Database): Promise<ReadonlySet<string>> {
  const rows = await findRows(db, ingredients, () => true);
  return new Set(rows.map(({ code }) => code));
}

/** The foods of the catalogue that have these codes, by code. */
export async function findIngredients(
  db: Database,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Ingredient>> {
  const wanted = [...new Set(codes)];
  if (wanted.length <= MOST_ONE_BY_ONE) {
    const items = await db.getMany(wanted.map(ingredientKey));
    return toFoods(items.filter((item) => item !== undefined));
  }
  const foods = await readFoods(db);
  return new Map(
    wanted.flatMap((code) => {
      const food = foods.get(code);
      return food ? [[code, food]] : [];
    }),
  );
}

/** All foods by code. They are kept only where everything that the head tells of is visible: see `hasRested`. */
async function readFoods(db: Database): Promise<KeptCatalogue['foods']> {
  const { total, blocks } = await readHead(db, ingredientsPartition);
  const version = JSON.stringify(blocks);
  const kept = keptCatalogues.get(db.root);
  if (kept?.version === version) return kept.foods;
  const foods = toFoods(await db.query(ingredientsPartition, { prefix: prefix.ingredient }));
  const isWhole = foods.size === total && Object.values(blocks).every(([, , changed]) => hasRested(changed));
  if (isWhole) keptCatalogues.set(db.root, { version, foods });
  return foods;
}

function toFoods(items: readonly Item[]): ReadonlyMap<string, Ingredient> {
  return new Map(items.map((item) => Ingredient.parse(item)).map((food) => [food.code, food]));
}

function toRow({ number, version, code, name, category, edible }: Ingredient): IngredientRow {
  return { number, version, code, name, category, ...(edible === undefined ? {} : { edible }) };
}

function rowFilterOfFoods(
  { keyword, category, mark }: IngredientFilter,
  marks: Marks,
): RowFilter<MarkableIngredient> | undefined {
  if (keyword === undefined && category === undefined && mark === undefined) return undefined;
  const [isFound, isMeant] = [searchFor(keyword), isSameAs(category)];
  return (row, text) =>
    isMeant(row.category) &&
    (mark === undefined || (marks.get(row.code) ?? UNMARKED) === mark) &&
    isFound(text, row.pinyin);
}
