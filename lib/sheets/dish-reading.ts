import {
  type Dish,
  type DishFacts,
  type DishIngredient,
  type DishWrite,
  dishFields,
  locateDish,
  MAX_GRAMS,
  MAX_INGREDIENTS,
} from '../domain/dish.ts';
import type { FoodNames } from '../domain/ingredient/ingredient.ts';
import { type Change, isUnchanged } from '../domain/values/change.ts';
import { code, id, MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import { comparableText } from '../text/normal-form.ts';
import {
  type DishColumn,
  dishForm,
  factColumns,
  type IngredientColumn,
  ingredientForm,
  NO,
  YES,
} from './dish-workbook.ts';
import { readFacts } from './fact-columns.ts';
import { FoodIndex } from './food-index.ts';
import { readTable, readWorksheets, type Table, type TableRow } from './table-sheet.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** The changes in a workbook of dishes. */
export interface DishWorkbook {
  /** The numbers, in the unit, of the dishes to change. */
  readonly changedNumbers: ReadonlySet<number>;
  /** The codes that the catalogue does not have. */
  readonly codesOutsideCatalogue: readonly string[];
  /**
   * Plans the writes in the order of the rows. `dishByNumber` has the dishes to change, `usedCodes` those of
   * `codesOutsideCatalogue` that a dish of the unit has. A second call reports the problems again.
   * @throws AppError with all problems and their positions in field `files`: `changed_meanwhile` if every problem is a
   * changed dish, else `invalid_input`
   */
  readonly planWrites: (dishByNumber: ReadonlyMap<number, Dish>, usedCodes: ReadonlySet<string>) => DishWrite[];
}

/** A dish in the worksheet of dishes. */
interface WorkbookDish {
  readonly row: TableRow<DishColumn>;
  /** The id in the row, if any. */
  readonly dishId: number | undefined;
  /** Its number in the unit; undefined for a new dish, and for an id of another unit. */
  readonly number: number | undefined;
  /** The version in the row, if any. */
  readonly version: number | undefined;
  readonly facts: Change<DishFacts>;
  readonly ingredient: DishIngredient[];
}

/** A row of the worksheet of ingredients with a code that the catalogue does not have. */
interface UnknownFoodRow {
  readonly row: TableRow<IngredientColumn>;
  readonly code: string;
  readonly foodName: string;
}

const codeField = code();

/**
 * Reads a workbook of a unit's dishes. A row with an id changes that dish, unless the versions differ; a row without one
 * creates a dish. A missing worksheet or column changes nothing; an empty cell removes the fact. The ingredients of a
 * dish are the rows of the other worksheet with its id or, for a new dish, with its name. `foods` are names by code.
 * @throws AppError `invalid_input` if the whole file cannot be read
 */
export function readDishWorkbook(
  unit: number,
  file: { readonly name: string; readonly bytes: Uint8Array },
  foods: ReadonlyMap<string, FoodNames>,
): DishWorkbook {
  const problems = new WorkbookProblems(file.name);
  const sheets = readWorksheets(file, problems);
  const table = readTable(dishForm, sheets, problems);
  if (!table) {
    problems.add({ sheet: dishForm.name }, { code: 'required' });
    throw problems.toError();
  }
  const foodIndex = new FoodIndex(foods);
  const workbookDishes = new WorkbookDishes(unit, table);
  const ingredientTable = readTable(ingredientForm, sheets, problems);
  const unknownRows = ingredientTable ? readIngredients(ingredientTable, workbookDishes, foodIndex) : [];
  return {
    changedNumbers: new Set(workbookDishes.dishes.flatMap(({ number }) => number ?? [])),
    codesOutsideCatalogue: [...new Set(unknownRows.map((unknownRow) => unknownRow.code))],
    planWrites: (dishByNumber, usedCodes) => {
      const writes = workbookDishes.dishes.map((dish) => toWrite(dish, dishByNumber, ingredientTable !== undefined));
      for (const { row, code: unknownCode, foodName } of unknownRows) {
        if (!usedCodes.has(unknownCode)) row.reportProblem('code', foodIndex.explainUnknown(unknownCode, foodName));
      }
      if (!problems.isEmpty) throw problems.toError();
      return writes;
    },
  };
}

function toWrite(dish: WorkbookDish, dishByNumber: ReadonlyMap<number, Dish>, hasIngredientTable: boolean): DishWrite {
  const { row, number, version, ingredient } = dish;
  const facts: Change<DishFacts> = hasIngredientTable ? { ...dish.facts, ingredient } : dish.facts;
  if (number === undefined) return { facts };
  const storedDish = dishByNumber.get(number);
  if (!storedDish) reportUnknownId(row);
  else if (version !== undefined && version !== storedDish.version && !isUnchanged(storedDish, facts)) {
    row.reportRefusal('version', 'changed_meanwhile', {
      code: 'changed_dish',
      names: storedDish.name,
      max: storedDish.version,
    });
  }
  return { number, facts };
}

function reportUnknownId(row: TableRow<DishColumn>): void {
  row.reportProblem('id', { code: 'unknown', names: withoutBlanks(row.text('id') ?? '').slice(0, MAX_NAME_LENGTH) });
}

/** The dishes of a workbook, to be found by the rows of their ingredients. */
class WorkbookDishes {
  readonly dishes: readonly WorkbookDish[];
  readonly #unit: number;
  /** The key `undefined` is looked up for a wrong id, but never set. */
  readonly #dishById = new Map<number | undefined, WorkbookDish>();
  readonly #newDishesByName: ReadonlyMap<string | undefined, readonly WorkbookDish[]>;
  /** Ids and names with a reported problem. A wrong name in ten rows of ingredients is one problem. */
  readonly #reportedCells = new Set<string>();

  constructor(unit: number, { rows }: Table<DishColumn>) {
    this.#unit = unit;
    this.dishes = rows.map((row) => this.#readDish(row));
    const newDishes = this.dishes.filter(({ number }) => number === undefined);
    this.#newDishesByName = Map.groupBy(newDishes, ({ facts: { name } }) => name && comparableText(name));
  }

  /** Finds the dish of a row of ingredients. A missing dish is reported once. */
  find(row: TableRow<IngredientColumn>): WorkbookDish | undefined {
    const column = row.isEmpty('id') ? 'name' : 'id';
    const text = withoutBlanks(row.text(column) ?? '');
    if (this.#reportedCells.has(`${column} ${text}`)) return undefined;
    const [dish, second] =
      column === 'id'
        ? [this.#dishById.get(row.read('id', id()))]
        : this.#findNewDishes(row.read('name', dishFields.name));
    if (dish && !second) return dish;
    row.reportProblem(column, second ? { code: 'repeated' } : { code: 'not_in_sheet', names: dishForm.name });
    if (text !== '') this.#reportedCells.add(`${column} ${text}`);
    return undefined;
  }

  #findNewDishes(name: string | undefined): readonly WorkbookDish[] {
    return name === undefined ? [] : (this.#newDishesByName.get(comparableText(name)) ?? []);
  }

  #readDish(row: TableRow<DishColumn>): WorkbookDish {
    // A cell with a reported problem has no text any more.
    const [idText, nameText] = [row.text('id'), row.text('name')].map((text) => withoutBlanks(text ?? ''));
    const dishId = row.isEmpty('id') ? undefined : row.read('id', id());
    const number = dishId === undefined ? undefined : this.#toNumber(dishId, row);
    if (row.isEmpty('id') && row.text('mark') === undefined) row.reportProblem('mark', { code: 'required' });
    const facts = readFacts(row, factColumns);
    const version = row.isEmpty('version') || number === undefined ? undefined : row.read('version', id());
    const dish = { row, dishId, number, version, facts, ingredient: [] };
    this.#register(dish, `id ${idText}`, `name ${nameText}`);
    return dish;
  }

  /** Makes a dish known by its id. Marks an id or name with a problem as reported. */
  #register(dish: WorkbookDish, idCell: string, nameCell: string): void {
    const { row, dishId, number, facts } = dish;
    if (number !== undefined && !this.#dishById.has(dishId)) this.#dishById.set(dishId, dish);
    else if (!row.isEmpty('id')) {
      if (number !== undefined) row.reportProblem('id', { code: 'repeated' });
      this.#reportedCells.add(idCell);
    }
    if (facts.name === undefined) this.#reportedCells.add(nameCell);
  }

  /** The number, in the unit, of the row's dish. A dish of another unit is reported. */
  #toNumber(dishId: number, row: TableRow<DishColumn>): number | undefined {
    const location = locateDish(dishId);
    if (location.unit === this.#unit) return location.number;
    reportUnknownId(row);
    return undefined;
  }
}

/** Adds the ingredients to their dishes. Returns the rows with codes that the catalogue does not have. */
function readIngredients(
  { rows }: Table<IngredientColumn>,
  workbookDishes: WorkbookDishes,
  foodIndex: FoodIndex,
): UnknownFoodRow[] {
  const unknownRows: UnknownFoodRow[] = [];
  const fullDishes = new Set<WorkbookDish>();
  for (const row of rows) {
    const dish = workbookDishes.find(row);
    const ingredient = readIngredient(row);
    if (!ingredient) continue;
    const foodName = row.text('food') ?? '';
    const mismatch = foodIndex.findMismatch(ingredient.key, foodName);
    if (!foodIndex.has(ingredient.key)) unknownRows.push({ row, code: ingredient.key, foodName });
    else if (mismatch) row.reportProblem('code', mismatch);
    if (!dish || fullDishes.has(dish)) continue;
    if (dish.ingredient.some(({ key }) => key === ingredient.key)) row.reportProblem('code', { code: 'repeated' });
    if (dish.ingredient.length < MAX_INGREDIENTS) dish.ingredient.push(ingredient);
    else {
      fullDishes.add(dish);
      row.reportProblem('code', { code: 'too_many', max: MAX_INGREDIENTS });
    }
  }
  return unknownRows;
}

/** Reads the ingredient of a row; undefined without a code. Problems are reported, and prevent writing. */
function readIngredient(row: TableRow<IngredientColumn>): DishIngredient | undefined {
  const key = row.read('code', codeField);
  const grams = withoutBlanks(row.text('grams') ?? '');
  const value = /^\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(grams) ? Number(grams) : Number.NaN;
  const isGrams = value > 0 && value <= MAX_GRAMS;
  if (!isGrams) row.reportProblem('grams', { code: 'grams', max: MAX_GRAMS });
  const main = withoutBlanks(row.text('main') ?? '').toLowerCase();
  const isMain = /^(?:是|true|1|yes)$/.test(main);
  const isYesOrNo = isMain || main === '' || /^(?:否|false|0|no)$/.test(main);
  if (!isYesOrNo) row.reportProblem('main', { code: 'choice', names: `${YES} ${NO}` });
  return key === undefined ? undefined : { key, value: String(value), ...(main === '' ? {} : { isMain }) };
}
