import { type DishFacts, type DishIngredient, dishFields } from '../domain/dish.ts';
import type { Change } from '../domain/values/change.ts';
import { id, MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import { locate } from '../domain/values/id.ts';
import { comparableText } from '../text/normal-form.ts';
import type { findDishSheets } from './dish-sheets.ts';
import { type DishColumn, dishForm, factColumns, type IngredientColumn } from './dish-workbook.ts';
import { readFacts } from './fact-columns.ts';
import type { TableRow } from './table-sheet.ts';

type DishRow = TableRow<DishColumn>;
type IngredientRow = TableRow<IngredientColumn>;

export interface WorkbookDish {
  readonly row: DishRow;
  /** Its number in the unit; undefined for a new dish, and for an id of another unit. */
  readonly number: number | undefined;
  readonly version: number | undefined;
  readonly facts: Change<DishFacts>;
  readonly ingredient: DishIngredient[];
}

/** Reports that the unit has no dish with the row's id. */
export function reportUnknownId(row: DishRow): void {
  row.reportProblem('id', { code: 'unknown', names: readCell(row, 'id').slice(0, MAX_NAME_LENGTH) });
}

/** Reads the text of a cell; empty if the cell has a reported problem. */
function readCell(row: DishRow | IngredientRow, column: 'id' | 'name'): string {
  return withoutBlanks(row.text(column) ?? '');
}

/** The dishes of a workbook. They are found by the rows of their ingredients. */
export class WorkbookDishes {
  readonly dishes: readonly WorkbookDish[];
  /** Whether the worksheet of dishes also has their ingredients. */
  readonly isCombined: boolean;
  readonly #unit: number;
  readonly #dishById = new Map<number, WorkbookDish>();
  readonly #newDishesByName: ReadonlyMap<string, readonly WorkbookDish[]>;
  /** In a combined worksheet: the dish of each row. */
  readonly #dishByRowNumber = new Map<number, WorkbookDish>();
  /** The ids and names whose problem is reported. A wrong name in ten rows of ingredients is one problem. */
  readonly #reportedCells = new Set<string>();

  constructor(unit: number, { dishTable, isCombined }: NonNullable<ReturnType<typeof findDishSheets>>) {
    this.#unit = unit;
    this.isCombined = isCombined;
    this.dishes = isCombined ? this.#readCombined(dishTable.rows) : dishTable.rows.map((row) => this.#readDish(row));
    const newDishes = this.dishes.filter(({ number }) => number === undefined);
    this.#newDishesByName = Map.groupBy(newDishes, ({ facts: { name } }) => comparableText(name ?? ''));
  }

  /** Finds the dish of a row of ingredients. A missing or ambiguous dish is reported once. */
  find(row: IngredientRow): WorkbookDish | undefined {
    if (this.isCombined) return this.#dishByRowNumber.get(row.number);
    const column = row.isEmpty('id') ? 'name' : 'id';
    const text = readCell(row, column);
    if (this.#reportedCells.has(`${column} ${text}`)) return undefined;
    const [dish, second] = column === 'id' ? this.#listById(row) : this.#listNewByName(row);
    if (dish && !second) return dish;
    row.reportProblem(column, second ? { code: 'repeated' } : { code: 'not_in_sheet', names: dishForm.name });
    if (text !== '') this.#reportedCells.add(`${column} ${text}`);
    return undefined;
  }

  #listById(row: IngredientRow): readonly WorkbookDish[] {
    const dishId = row.read('id', id());
    const dish = dishId === undefined ? undefined : this.#dishById.get(dishId);
    return dish ? [dish] : [];
  }

  #listNewByName(row: IngredientRow): readonly WorkbookDish[] {
    const name = row.read('name', dishFields.name);
    return name === undefined ? [] : (this.#newDishesByName.get(comparableText(name)) ?? []);
  }

  /**
   * Reads the dishes of a combined worksheet. A row that names the dish of the row above, or none,
   * belongs to that dish. Every other row begins a dish.
   */
  #readCombined(rows: readonly DishRow[]): WorkbookDish[] {
    const dishes: WorkbookDish[] = [];
    const seenKeys = new Set<string>();
    let dish: WorkbookDish | undefined;
    let dishKey = '';
    for (const row of rows) {
      const rowKey = `${comparableText(row.text('id') ?? '')}\n${comparableText(row.text('name') ?? '')}`;
      const namesDish = rowKey !== '\n';
      if (!dish || (namesDish && rowKey !== dishKey)) {
        if (seenKeys.has(rowKey)) row.reportProblem('name', { code: 'repeated' });
        seenKeys.add(rowKey);
        dish = this.#readDish(row);
        dishKey = rowKey;
        dishes.push(dish);
      }
      this.#dishByRowNumber.set(row.number, dish);
    }
    return dishes;
  }

  #readDish(row: DishRow): WorkbookDish {
    // A cell has no text any more once a problem of it is reported.
    const idCell = `id ${readCell(row, 'id')}`;
    const nameCell = `name ${readCell(row, 'name')}`;
    const dishId = row.isEmpty('id') ? undefined : row.read('id', id());
    const number = dishId === undefined ? undefined : this.#toNumber(dishId, row);
    if (row.isEmpty('id') && row.text('mark') === undefined) row.reportProblem('mark', { code: 'required' });
    const facts = readFacts(row, factColumns);
    const version = row.isEmpty('version') || number === undefined ? undefined : row.read('version', id());
    const dish = { row, number, version, facts, ingredient: [] };
    if (facts.name === undefined) this.#reportedCells.add(nameCell);
    const isRepeated = dishId !== undefined && this.#dishById.has(dishId);
    const hasWrongId = number === undefined && !row.isEmpty('id');
    if (isRepeated || hasWrongId) this.#reportedCells.add(idCell);
    if (isRepeated) row.reportProblem('id', { code: 'repeated' });
    else if (dishId !== undefined && number !== undefined) this.#dishById.set(dishId, dish);
    return dish;
  }

  /** Converts the id in a row to the dish's number in the unit. A dish of another unit is reported. */
  #toNumber(dishId: number, row: DishRow): number | undefined {
    const location = locate(dishId);
    if (location.unit === this.#unit) return location.number;
    reportUnknownId(row);
    return undefined;
  }
}
