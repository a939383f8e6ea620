import { type DishFacts, type DishIngredient, dishFields } from '../domain/dish.ts';
import type { Change } from '../domain/values/change.ts';
import { id, MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import { locate } from '../domain/values/id.ts';
import { comparableText } from '../text/normal-form.ts';
import type { DishSheets } from './dish-sheets.ts';
import { type DishColumn, dishForm, factColumns, type IngredientColumn } from './dish-workbook.ts';
import { readFacts } from './fact-columns.ts';
import type { TableRow } from './table-sheet.ts';

type DishRow = TableRow<DishColumn>;
type IngredientRow = TableRow<IngredientColumn>;

/** A dish in the workbook. */
export interface WorkbookDish {
  readonly row: DishRow;
  /** The id in the row, if any. */
  readonly dishId: number | undefined;
  /** Its number in the unit; undefined for a new dish, and for an id of another unit. */
  readonly number: number | undefined;
  /** The version in the row, if any. */
  readonly version: number | undefined;
  readonly facts: Change<DishFacts>;
  readonly ingredient: DishIngredient[];
}

/** Reports that the unit has no dish with the row's id. */
export function reportUnknownId(row: DishRow): void {
  row.reportProblem('id', { code: 'unknown', names: withoutBlanks(row.text('id') ?? '').slice(0, MAX_NAME_LENGTH) });
}

/** The dishes of a workbook, to be found by the rows of their ingredients. */
export class WorkbookDishes {
  readonly dishes: readonly WorkbookDish[];
  readonly #unit: number;
  /** The key `undefined` is looked up for a wrong id, but never set. */
  readonly #dishById = new Map<number | undefined, WorkbookDish>();
  readonly #newDishesByName: ReadonlyMap<string | undefined, readonly WorkbookDish[]>;
  /** In a worksheet with dishes and ingredients: the dish of each row, by number. */
  readonly #dishByRow = new Map<number, WorkbookDish>();
  /** Ids and names with a reported problem. A wrong name in ten rows of ingredients is one problem. */
  readonly #reportedCells = new Set<string>();

  constructor(unit: number, { dishTable, isCombined }: DishSheets) {
    this.#unit = unit;
    this.dishes = isCombined ? this.#readRuns(dishTable.rows) : dishTable.rows.map((row) => this.#readDish(row));
    const newDishes = this.dishes.filter(({ number }) => number === undefined);
    this.#newDishesByName = Map.groupBy(newDishes, ({ facts: { name } }) => name && comparableText(name));
  }

  /** Returns the dish of a row of a worksheet with dishes and ingredients. */
  findByRow(row: IngredientRow): WorkbookDish | undefined {
    return this.#dishByRow.get(row.number);
  }

  /** Finds the dish of a row of ingredients. A missing dish is reported once. */
  find(row: IngredientRow): WorkbookDish | undefined {
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

  /** Reads the dishes of rows of ingredients: a row with the dish of the row above, or with none, belongs to that dish. */
  #readRuns(rows: readonly DishRow[]): WorkbookDish[] {
    const dishes: WorkbookDish[] = [];
    const names = new Set<string>();
    let current = '';
    for (const row of rows) {
      const key = (['id', 'name'] as const).map((column) => comparableText(row.text(column) ?? '')).join('\n');
      if (dishes.length === 0 || (key !== '\n' && key !== current)) {
        if (names.has(key)) row.reportProblem('name', { code: 'repeated' });
        names.add(key);
        current = key;
        dishes.push(this.#readDish(row));
      }
      const dish = dishes.at(-1);
      if (dish) this.#dishByRow.set(row.number, dish);
    }
    return dishes;
  }

  #readDish(row: DishRow): WorkbookDish {
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

  /** Makes a dish known by its id. An id or name with a problem needs no second report. */
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
  #toNumber(dishId: number, row: DishRow): number | undefined {
    const location = locate(dishId);
    if (location.unit === this.#unit) return location.number;
    reportUnknownId(row);
    return undefined;
  }
}
