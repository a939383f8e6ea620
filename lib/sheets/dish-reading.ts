import {
  type Dish,
  type DishFacts,
  type DishIngredient,
  type DishWrite,
  dishFields,
  locateDish,
  MOST_GRAMS,
  MOST_INGREDIENTS,
} from '../domain/dish.ts';
import type { FoodNames } from '../domain/ingredient/ingredient.ts';
import { type Change, isUnchanged } from '../domain/values/change.ts';
import { code, id, NAME_MAX, withoutBlanks } from '../domain/values/fields.ts';
import { comparableText } from '../text/normal-form.ts';
import { type DishColumn, dishes, factColumns, type IngredientColumn, ingredients, NO, YES } from './dish-workbook.ts';
import { readFacts } from './fact-columns.ts';
import { FoodIndex } from './food-index.ts';
import { openTables, readTable, type Table, type TableRow } from './table-sheet.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** What a workbook of dishes asks for. */
export interface DishWorkbook {
  /** The numbers, in the unit, of the dishes that it changes. */
  readonly numbers: ReadonlySet<number>;
  /** Its codes that the catalogue does not have. */
  readonly unknownCodes: readonly string[];
  /**
   * What is to be written, in the order of the rows. `known` are the unit's dishes by number, `used` those of the
   * unknown codes that a dish of the unit has.
   * @throws AppError naming in field `files` worksheet, row and column of all that is wrong: `changed_meanwhile` where
   * that is all, else `invalid_input`.
   */
  readonly plan: (known: ReadonlyMap<number, Dish>, used: ReadonlySet<string>) => DishWrite[];
}

/** A row of the worksheet of dishes. */
interface WorkbookRow {
  readonly row: TableRow<DishColumn>;
  readonly number: number | undefined;
  /** The version at which the dish was read; undefined where the row does not say it. */
  readonly version: number | undefined;
  readonly facts: Change<DishFacts>;
  readonly ingredient: DishIngredient[];
}

/** A row of the worksheet of ingredients whose code the catalogue does not have. */
interface UnknownFoodRow {
  readonly row: TableRow<IngredientColumn>;
  readonly code: string;
  readonly food: string;
}

const codeField = code();

/**
 * Reads a workbook of dishes of a unit. A row with an id changes that dish, unless the dish has another version than
 * the row; a row without one creates a dish. A missing worksheet or column changes nothing; an empty cell clears. The
 * ingredients of a dish are all rows of the other worksheet with its id or, for a dish without one, with its name.
 * `foods` are the names of all foods by code.
 * @throws AppError `invalid_input` where the whole file cannot be read.
 */
export function readDishWorkbook(
  unit: number,
  file: { readonly name: string; readonly bytes: Uint8Array },
  foods: ReadonlyMap<string, FoodNames>,
): DishWorkbook {
  const problems = new WorkbookProblems(file.name);
  const sheets = openTables(file, problems);
  const table = readTable(dishes, sheets, problems);
  if (!table) {
    problems.add({ sheet: dishes.name }, { code: 'required' });
    throw problems.toError();
  }
  const index = new FoodIndex(foods);
  const named = new NamedDishes(unit, table);
  const parts = readTable(ingredients, sheets, problems);
  const unknownRows = parts ? readIngredients(parts, named, index) : [];
  return {
    numbers: new Set(named.rows.flatMap(({ number }) => number ?? [])),
    unknownCodes: [...new Set(unknownRows.map((one) => one.code))],
    plan: (known, used) => {
      const writes = named.rows.map((one) => toWrite(one, known, parts !== undefined));
      for (const { row, code: unknown, food } of unknownRows) {
        if (!used.has(unknown)) row.refuse('code', index.explainUnknown(unknown, food));
      }
      if (!problems.isEmpty) throw problems.toError();
      return writes;
    },
  };
}

function toWrite(one: WorkbookRow, known: ReadonlyMap<number, Dish>, hasParts: boolean): DishWrite {
  const { row, number, version, ingredient } = one;
  const facts: Change<DishFacts> = hasParts ? { ...one.facts, ingredient } : one.facts;
  if (number === undefined) return { facts };
  const dish = known.get(number);
  if (!dish) refuseId(row);
  else if (version !== undefined && version !== dish.version && !isUnchanged(dish, facts)) {
    row.forbid('version', 'changed_meanwhile', { code: 'changed_dish', names: dish.name, max: dish.version });
  }
  return { number, facts };
}

function refuseId(row: TableRow<DishColumn>): void {
  row.refuse('id', { code: 'unknown', names: withoutBlanks(row.text('id') ?? '').slice(0, NAME_MAX) });
}

/** The dishes of a workbook, as the rows of their ingredients name them. */
class NamedDishes {
  readonly rows: readonly WorkbookRow[];
  readonly #unit: number;
  readonly #byId = new Map<string, WorkbookRow>();
  readonly #byName: ReadonlyMap<string | undefined, readonly WorkbookRow[]>;
  /** Ids and names with a noted mistake. A wrong name in ten rows of ingredients is one mistake. */
  readonly #wrong = new Set<string>();

  constructor(unit: number, { rows }: Table<DishColumn>) {
    this.#unit = unit;
    this.rows = rows.map((row) => this.#readDish(row));
    const created = this.rows.filter(({ number }) => number === undefined);
    this.#byName = Map.groupBy(created, ({ facts: { name } }) => name && comparableText(name));
  }

  /** The dish of a row of ingredients; undefined where there is none, which is noted once. */
  find(row: TableRow<IngredientColumn>): WorkbookRow | undefined {
    const column = row.isEmpty('id') ? 'name' : 'id';
    const text = withoutBlanks(row.text(column) ?? '');
    if (this.#wrong.has(`${column} ${text}`)) return undefined;
    const [dish, second] =
      column === 'id'
        ? [this.#byId.get(String(row.read('id', id())))]
        : this.#findNew(row.read('name', dishFields.name));
    if (dish && !second) return dish;
    row.refuse(column, second ? { code: 'repeated' } : { code: 'not_in_sheet', names: dishes.name });
    if (text !== '') this.#wrong.add(`${column} ${text}`);
    return undefined;
  }

  #findNew(name: string | undefined): readonly WorkbookRow[] {
    return name === undefined ? [] : (this.#byName.get(comparableText(name)) ?? []);
  }

  #readDish(row: TableRow<DishColumn>): WorkbookRow {
    const [idText, nameText] = [row.text('id'), row.text('name')].map((text) => withoutBlanks(text ?? ''));
    const number = this.#readNumber(row);
    if (row.isEmpty('id') && row.text('mark') === undefined) row.refuse('mark', { code: 'required' });
    const facts = readFacts(row, factColumns);
    const version = row.isEmpty('version') || number === undefined ? undefined : row.read('version', id());
    const dish = { row, number, version, facts, ingredient: [] };
    if (!row.isEmpty('id') && (number === undefined || this.#byId.has(String(Number(idText))))) {
      if (number !== undefined) row.refuse('id', { code: 'repeated' });
      this.#wrong.add(`id ${idText}`);
    } else if (number !== undefined) this.#byId.set(String(Number(idText)), dish);
    if (facts.name === undefined) this.#wrong.add(`name ${nameText}`);
    return dish;
  }

  /** The number, in the unit, of the dish that a row names. */
  #readNumber(row: TableRow<DishColumn>): number | undefined {
    const dish = row.isEmpty('id') ? undefined : row.read('id', id());
    if (dish === undefined) return undefined;
    const location = locateDish(dish);
    if (location.unit === this.#unit) return location.number;
    refuseId(row);
    return undefined;
  }
}

/** Gives each dish its ingredients. Returns the rows whose codes the catalogue does not have. */
function readIngredients({ rows }: Table<IngredientColumn>, named: NamedDishes, index: FoodIndex): UnknownFoodRow[] {
  const unknownRows: UnknownFoodRow[] = [];
  const full = new Set<WorkbookRow>();
  for (const row of rows) {
    const dish = named.find(row);
    const entry = readIngredient(row);
    if (!entry) continue;
    const food = row.text('food') ?? '';
    const mismatch = index.findMismatch(entry.key, food);
    if (!index.has(entry.key)) unknownRows.push({ row, code: entry.key, food });
    else if (mismatch) row.refuse('code', mismatch);
    if (!dish || full.has(dish)) continue;
    if (dish.ingredient.some(({ key }) => key === entry.key)) row.refuse('code', { code: 'repeated' });
    if (dish.ingredient.length < MOST_INGREDIENTS) dish.ingredient.push(entry);
    else {
      full.add(dish);
      row.refuse('code', { code: 'too_many', max: MOST_INGREDIENTS });
    }
  }
  return unknownRows;
}

/** The ingredient of a row; undefined where it has no code. What is wrong is noted, so that it will not be written. */
function readIngredient(row: TableRow<IngredientColumn>): DishIngredient | undefined {
  const key = row.read('code', codeField);
  const grams = withoutBlanks(row.text('grams') ?? '');
  const value = /^\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(grams) ? Number(grams) : Number.NaN;
  const isGrams = value > 0 && value <= MOST_GRAMS;
  if (!isGrams) row.refuse('grams', { code: 'grams', max: MOST_GRAMS });
  const main = withoutBlanks(row.text('main') ?? '').toLowerCase();
  const isMain = /^(?:是|true|1|yes)$/.test(main);
  const isKnown = isMain || main === '' || /^(?:否|false|0|no)$/.test(main);
  if (!isKnown) row.refuse('main', { code: 'choice', names: `${YES} ${NO}` });
  return key === undefined ? undefined : { key, value: String(value), ...(main === '' ? {} : { isMain }) };
}
