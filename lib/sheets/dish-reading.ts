import type { Dish, DishFacts, DishIngredient, DishWrite } from '../domain/dish.ts';
import type { FoodNames } from '../domain/ingredient/food.ts';
import { type Change, isUnchanged } from '../domain/values/change.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { readDishTables } from './dish-sheets.ts';
import { dishForm, type IngredientColumn, MAX_WORKBOOK_DISHES } from './dish-workbook.ts';
import { FoodIndex } from './food-index.ts';
import type { FoodQuestion } from './ingredient-reading.ts';
import { explainUnknownFood, IngredientReader, isUnknownFood, listQuestions } from './ingredient-reading.ts';
import { type NamedFile, readWorksheets, type Table } from './table-sheet.ts';
import type { UnreadPart } from './unread.ts';
import { reportUnknownId, type WorkbookDish, WorkbookDishes } from './workbook-dishes.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** A workbook of dishes as it was read. `usedCodes` are codes outside the catalogue that dishes of the unit have already. */
export interface DishWorkbookReading {
  /** The numbers of the dishes to change. */
  readonly changedNumbers: ReadonlySet<number>;
  readonly codesOutsideCatalogue: readonly string[];
  readonly unread: readonly UnreadPart[];
  readonly listQuestions: (usedCodes: ReadonlySet<string>) => FoodQuestion[];
  /**
   * Plans the writes in the order of the rows. A food that is not known is a problem; a preview leaves it out. A second call
   * is possible only if the first one found no problem.
   * @throws AppError with all problems: `changed_meanwhile` if every problem is a changed dish, else `invalid_input`
   */
  readonly planWrites: (
    dishByNumber: ReadonlyMap<number, Dish>,
    usedCodes: ReadonlySet<string>,
    options?: { readonly isPreview?: boolean },
  ) => DishWrite[];
}

interface KnownFoods {
  readonly foodNamesByCode: ReadonlyMap<string, FoodNames>;
  /** The codes that people meant by texts that name no food. An empty code leaves the food out. */
  readonly codeByAnsweredText?: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads a workbook of a unit's dishes, or a CSV file. A row with an id changes that dish, unless the versions differ. A
 * row without an id creates a dish. A missing worksheet or column changes nothing. An empty cell removes the fact. The
 * ingredients of a dish are rows of another worksheet, with the dish's id or, for a new dish, its name. They may also be in
 * the worksheet of dishes, in the row of the dish and the rows below it.
 * @throws AppError `invalid_input` if the whole file cannot be read
 */
export function readDishWorkbook(
  unitNumber: number,
  file: NamedFile,
  { foodNamesByCode, codeByAnsweredText = new Map() }: KnownFoods,
): DishWorkbookReading {
  const problems = new WorkbookProblems(file.name);
  const tables = readDishTables(readWorksheets(file, problems), problems);
  if (!tables) return problems.fail({ sheet: dishForm.name }, { code: 'required' });
  const { dishTable, ingredientTable, unread } = tables;
  const workbookDishes = new WorkbookDishes(unitNumber, tables);
  const { dishes } = workbookDishes;
  if (dishes.length > MAX_WORKBOOK_DISHES)
    problems.fail({ sheet: dishTable.sheetName }, new FileProblem('too_many_rows', { max: MAX_WORKBOOK_DISHES }));
  const foodIndex = new FoodIndex(foodNamesByCode);
  const ingredientReader = new IngredientReader(workbookDishes, foodIndex, codeByAnsweredText);
  for (const row of ingredientTable?.rows ?? []) ingredientReader.readRow(row);
  return {
    changedNumbers: new Set(dishes.flatMap(({ dishNumber }) => dishNumber ?? [])),
    codesOutsideCatalogue: ingredientReader.listCodesOutsideCatalogue(),
    unread,
    listQuestions: (usedCodes) => {
      return listQuestions(ingredientReader.listUnknownFoods(usedCodes), foodIndex, ingredientTable?.sheetName);
    },
    planWrites: (dishByNumber, usedCodes, { isPreview = false } = {}) => {
      const writes = dishes.map((dish) => {
        const ingredients = dish.ingredients.filter(({ unknownIn, key }) => !isUnknownFood(unknownIn, key, usedCodes));
        return toWrite({ ...dish, ingredients }, dishByNumber, ingredientTable);
      });
      if (!isPreview) {
        for (const food of ingredientReader.listUnknownFoods(usedCodes))
          food.row.reportProblem(food.column, explainUnknownFood(food, foodIndex));
      }
      problems.throwIfAny();
      return writes;
    },
  };
}

/** Converts a dish of the workbook to a write. An id that the unit does not have, and a changed version, are reported. */
function toWrite(
  dish: WorkbookDish,
  dishByNumber: ReadonlyMap<number, Dish>,
  ingredientTable: Table<IngredientColumn> | undefined,
): DishWrite {
  const { row, dishNumber: number, version } = dish;
  const storedDish = number === undefined ? undefined : dishByNumber.get(number);
  const ingredients = dish.ingredients.map(({ unknownIn: _, ...ingredient }) => ingredient);
  const ingredient = ingredientTable?.hasColumn('main') ? ingredients : keepMain(ingredients, storedDish);
  const facts: Change<DishFacts> = ingredientTable ? { ...dish.facts, ingredient } : dish.facts;
  if (number === undefined) return { facts };
  if (!storedDish) reportUnknownId(row);
  else if (version !== undefined && version !== storedDish.version && !isUnchanged(storedDish, facts)) {
    const problem = { code: 'changed_dish', names: storedDish.name, version: storedDish.version } as const;
    row.reportProblem('version', problem, 'changed_meanwhile');
  }
  return { number, facts };
}

/** Keeps which ingredients are main where a workbook lacks the column that says so. */
function keepMain(ingredients: readonly DishIngredient[], storedDish: Dish | undefined): DishIngredient[] {
  const storedIsMainByKey = new Map(storedDish?.ingredient.map(({ key, isMain }) => [key, isMain]));
  return ingredients.map((ingredient) => {
    const isMain = ingredient.isMain ?? storedIsMainByKey.get(ingredient.key);
    return isMain === undefined ? ingredient : { ...ingredient, isMain };
  });
}
