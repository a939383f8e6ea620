import type { Dish, DishFacts, DishIngredient, DishWrite } from '../domain/dish.ts';
import type { FoodNames } from '../domain/ingredient/food.ts';
import { type Change, isUnchanged } from '../domain/values/change.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { findDishSheets, type UnreadPart } from './dish-sheets.ts';
import { dishForm, type IngredientColumn, MAX_WORKBOOK_DISHES } from './dish-workbook.ts';
import { FoodIndex } from './food-index.ts';
import {
  explainFood,
  type FoodQuestion,
  IngredientReader,
  listQuestions,
  type UnknownFood,
} from './ingredient-reading.ts';
import { readWorksheets, type Table } from './table-sheet.ts';
import { reportUnknownId, type WorkbookDish, WorkbookDishes } from './workbook-dishes.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** The changes in a workbook of dishes. */
export interface DishWorkbook {
  /** The numbers, in the unit, of the dishes to change. */
  readonly changedNumbers: ReadonlySet<number>;
  /** The codes that the catalogue does not have. */
  readonly codesOutsideCatalogue: readonly string[];
  readonly unread: readonly UnreadPart[];
  /** The foods to ask about. `usedCodes` are as for `planWrites`. */
  readonly listQuestions: (usedCodes: ReadonlySet<string>) => FoodQuestion[];
  /**
   * Plans the writes in the order of the rows. `dishByNumber` has the dishes to change, `usedCodes` those of
   * `codesOutsideCatalogue` that a dish of the unit has. Foods to ask about are problems, but left out in a preview. A
   * second call reports the problems again.
   * @throws AppError with all problems and their positions in field `files`: `changed_meanwhile` if every problem is a
   * changed dish, else `invalid_input`
   */
  readonly planWrites: (
    dishByNumber: ReadonlyMap<number, Dish>,
    usedCodes: ReadonlySet<string>,
    isPreview?: boolean,
  ) => DishWrite[];
}

/**
 * Reads a workbook of a unit's dishes, or a CSV file. A row with an id changes that dish, unless the versions differ; a
 * row without one creates a dish. A missing worksheet or column changes nothing; an empty cell removes the fact. The
 * ingredients of a dish are the rows of the other worksheet with its id or, for a new dish, with its name; or they stand
 * in the worksheet of dishes, beside the dish and below it. `foods` are names by code; `answers` say by the written text
 * which code is meant, an empty one that the food is left out.
 * @throws AppError `invalid_input` if the whole file cannot be read
 */
export function readDishWorkbook(
  unit: number,
  file: { readonly name: string; readonly bytes: Uint8Array },
  foods: ReadonlyMap<string, FoodNames>,
  answers: ReadonlyMap<string, string> = new Map(),
): DishWorkbook {
  const problems = new WorkbookProblems(file.name);
  const sheets = findDishSheets(readWorksheets(file, problems), problems);
  if (!sheets) {
    problems.add({ sheet: dishForm.name }, { code: 'required' });
    throw problems.toError();
  }
  const foodIndex = new FoodIndex(foods);
  const workbookDishes = new WorkbookDishes(unit, sheets);
  if (workbookDishes.dishes.length > MAX_WORKBOOK_DISHES) {
    problems.addFileProblem(
      { sheet: sheets.dishTable.name },
      new FileProblem('', 'too_many_rows', { max: MAX_WORKBOOK_DISHES }),
    );
    throw problems.toError();
  }
  const { foodTable } = sheets;
  const reader = new IngredientReader(workbookDishes, foodIndex, answers);
  for (const row of foodTable?.rows ?? []) reader.readRow(row, sheets.isCombined);
  const isUnknown = (usedCodes: ReadonlySet<string>) => (food: UnknownFood) =>
    food.column === 'food' || !usedCodes.has(food.entry.key);
  return {
    changedNumbers: new Set(workbookDishes.dishes.flatMap(({ number }) => number ?? [])),
    codesOutsideCatalogue: [
      ...new Set(reader.unknown.flatMap(({ column, entry }) => (column === 'code' ? [entry.key] : []))),
    ],
    unread: sheets.unread,
    listQuestions: (usedCodes) =>
      listQuestions(reader.unknown.filter(isUnknown(usedCodes)), foodTable?.name, foodIndex),
    planWrites: (dishByNumber, usedCodes, isPreview = false) => {
      const unknown = new Set(reader.unknown.filter(isUnknown(usedCodes)));
      const unknownEntries = new Set([...unknown].map(({ entry }) => entry));
      const writes = workbookDishes.dishes.map((dish) => {
        const ingredient = dish.ingredient.filter((entry) => !unknownEntries.has(entry));
        return toWrite({ ...dish, ingredient }, dishByNumber, foodTable);
      });
      for (const food of isPreview ? [] : unknown) food.row.reportProblem(food.column, explainFood(food, foodIndex));
      if (!problems.isEmpty) throw problems.toError();
      return writes;
    },
  };
}

function toWrite(
  dish: WorkbookDish,
  dishByNumber: ReadonlyMap<number, Dish>,
  foodTable: Table<IngredientColumn> | undefined,
): DishWrite {
  const { row, number, version } = dish;
  const storedDish = number === undefined ? undefined : dishByNumber.get(number);
  const facts: Change<DishFacts> = foodTable
    ? { ...dish.facts, ingredient: foodTable.has('main') ? dish.ingredient : keepMain(dish.ingredient, storedDish) }
    : dish.facts;
  if (number === undefined) return { facts };
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

/** Without the column of main ingredients those of the stored dish stay main. */
function keepMain(ingredient: readonly DishIngredient[], storedDish: Dish | undefined): DishIngredient[] {
  const storedByKey = new Map(storedDish?.ingredient.map((entry) => [entry.key, entry]));
  return ingredient.map((entry) => {
    const isMain = entry.isMain ?? storedByKey.get(entry.key)?.isMain;
    return isMain === undefined ? entry : { ...entry, isMain };
  });
}
