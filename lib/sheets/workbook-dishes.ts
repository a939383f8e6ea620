import { type DishFacts, type DishIngredient, dishFields } from '../domain/dish.ts';
import type { Change } from '../domain/values/change.ts';
import { id, MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import { locate, toId } from '../domain/values/id.ts';
import { comparableText } from '../text/normal-form.ts';
import type { DishTables } from './dish-sheets.ts';
import { type DishColumn, dishFactColumns, dishForm, type IngredientColumn } from './dish-workbook.ts';
import { readFacts } from './fact-columns.ts';
import type { TableRow } from './table-sheet.ts';

type DishRow = TableRow<DishColumn>;
type IngredientRow = TableRow<IngredientColumn>;

/** A version is an integer from 1, as an id is, so the field of ids reads it. */
const versionField = id();

/** The column that says which food is meant. */
export type FoodColumn = 'code' | 'foodName';

/** An ingredient in a workbook. Its value is `NaN` if the grams are missing or unreadable, which is reported. */
interface WorkbookIngredient extends DishIngredient {
  /** The column whose text is the `key` because the catalogue does not have the food; undefined if it has. */
  readonly unknownIn: FoodColumn | undefined;
}

export interface WorkbookDish {
  readonly row: DishRow;
  /** The number in the unit; undefined for a new dish, and for an id that is unreadable or another unit's. */
  readonly dishNumber: number | undefined;
  /** Undefined if the row has none, or if the dish has no number. */
  readonly version: number | undefined;
  readonly facts: Change<DishFacts>;
  /** Empty at first: `IngredientReader` adds each as it reads its row. */
  readonly ingredients: WorkbookIngredient[];
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
  readonly #unitNumber: number;
  readonly #dishById = new Map<number, WorkbookDish>();
  /** The new dishes, and those with another unit's id or an unreadable one. */
  readonly #unnumberedDishesByName: ReadonlyMap<string, readonly WorkbookDish[]>;
  /** In a combined worksheet: the dish of each row. */
  readonly #dishByRowNumber = new Map<number, WorkbookDish>();
  /** The ids and names whose problem is reported. Rows of ingredients that refer to them are not reported as well. */
  readonly #referencesNotToReport = new Set<string>();

  /** Reads the dishes. Problems of their rows are reported. */
  constructor(unitNumber: number, { dishTable, isCombined }: DishTables) {
    this.#unitNumber = unitNumber;
    this.isCombined = isCombined;
    this.dishes = isCombined ? this.#readCombined(dishTable.rows) : dishTable.rows.map((row) => this.#readDish(row));
    const unnumberedDishes = this.dishes.filter(({ dishNumber }) => dishNumber === undefined);
    this.#unnumberedDishesByName = Map.groupBy(unnumberedDishes, ({ facts: { name } }) => comparableText(name ?? ''));
  }

  /** Finds the dish of a row of ingredients. A missing or ambiguous dish is reported once, however many rows refer to it. */
  findDish(row: IngredientRow): WorkbookDish | undefined {
    if (this.isCombined) return this.#dishByRowNumber.get(row.number);
    const column = row.isEmpty('id') ? 'name' : 'id';
    const text = readCell(row, column);
    const reference = `${column} ${text}`;
    if (this.#referencesNotToReport.has(reference)) return undefined;
    const [dish, second] = column === 'id' ? this.#listById(row) : this.#listUnnumberedByName(row);
    if (dish && !second) return dish;
    row.reportProblem(column, second ? { code: 'repeated' } : { code: 'not_in_sheet', names: dishForm.name });
    if (text !== '') this.#referencesNotToReport.add(reference);
    return undefined;
  }

  #listById(row: IngredientRow): readonly WorkbookDish[] {
    const dishId = row.read('id', id());
    const dish = dishId === undefined ? undefined : this.#dishById.get(dishId);
    return dish ? [dish] : [];
  }

  #listUnnumberedByName(row: IngredientRow): readonly WorkbookDish[] {
    const name = row.read('name', dishFields.name);
    return name === undefined ? [] : (this.#unnumberedDishesByName.get(comparableText(name)) ?? []);
  }

  /** Reads dishes of a combined worksheet. A row that names the dish above, or none, belongs to it; any other begins one. */
  #readCombined(rows: readonly DishRow[]): WorkbookDish[] {
    const dishes: WorkbookDish[] = [];
    const seenKeys = new Set<string>();
    let dish: WorkbookDish | undefined;
    let dishKey = '';
    for (const row of rows) {
      const rowKey = `${comparableText(row.text('id') ?? '')}\n${comparableText(row.text('name') ?? '')}`;
      const hasReference = rowKey !== '\n';
      if (!dish || (hasReference && rowKey !== dishKey)) {
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
    // Once a problem of a cell is reported the cell has no text, so the references are read first.
    const idReference = `id ${readCell(row, 'id')}`;
    const nameReference = `name ${readCell(row, 'name')}`;
    const dishNumber = row.isEmpty('id') ? undefined : this.#readDishNumber(row);
    if (row.isEmpty('id') && row.text('mark') === undefined) row.reportProblem('mark', { code: 'required' });
    const facts = readFacts(row, dishFactColumns);
    const version = row.isEmpty('version') || dishNumber === undefined ? undefined : row.read('version', versionField);
    const dish = { row, dishNumber, version, facts, ingredients: [] };
    if (facts.name === undefined) this.#referencesNotToReport.add(nameReference);
    if (!row.isEmpty('id') && !this.#registerDish(dish)) this.#referencesNotToReport.add(idReference);
    return dish;
  }

  /** Reads the dish's number in the unit. A dish of another unit is reported. */
  #readDishNumber(row: DishRow): number | undefined {
    const dishId = row.read('id', id());
    if (dishId === undefined) return undefined;
    const { unit, number } = locate(dishId);
    if (unit === this.#unitNumber) return number;
    reportUnknownId(row);
    return undefined;
  }

  /** Registers a dish under its id. Returns whether the dish can be found by its id; a repeated id is reported. */
  #registerDish(dish: WorkbookDish): boolean {
    if (dish.dishNumber === undefined) return false;
    const dishId = toId(this.#unitNumber, dish.dishNumber);
    const isRepeated = this.#dishById.has(dishId);
    if (isRepeated) dish.row.reportProblem('id', { code: 'repeated' });
    else this.#dishById.set(dishId, dish);
    return !isRepeated;
  }
}
