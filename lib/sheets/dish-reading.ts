import type { Dish, DishFacts, DishIngredient, DishWrite } from '../domain/dish.ts';
import type { FoodNames } from '../domain/ingredient/food.ts';
import { type Change, isUnchanged } from '../domain/values/change.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { readDishTables } from './dish-sheets.ts';
import { dishForm, type IngredientColumn, MAX_WORKBOOK_DISHES } from './dish-workbook.ts';
import { FoodIndex } from './food-index.ts';
import { explainUnknownFood, IngredientReader, toQuestions } from './ingredient-reading.ts';
import { type NamedFile, readWorksheets, type Table } from './table-sheet.ts';
import { reportUnknownId, type WorkbookDish, WorkbookDishes } from './workbook-dishes.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** The changes in a workbook of dishes. */
export type DishWorkbook = ReturnType<typeof readDishWorkbook>;

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
) {
  const problems = new WorkbookProblems(file.name);
  const tables =
    readDishTables(readWorksheets(file, problems), problems) ??
    problems.fail({ sheet: dishForm.name }, { code: 'required' });
  const foodIndex = new FoodIndex(foodNamesByCode);
  const workbookDishes = new WorkbookDishes(unitNumber, tables);
  const { dishes } = workbookDishes;
  const { dishTable, ingredientTable, unread } = tables;
  if (dishes.length > MAX_WORKBOOK_DISHES)
    problems.fail({ sheet: dishTable.name }, new FileProblem('too_many_rows', { max: MAX_WORKBOOK_DISHES }));
  const ingredientReader = new IngredientReader(workbookDishes, foodIndex, codeByAnsweredText);
  for (const row of ingredientTable?.rows ?? []) ingredientReader.readRow(row);
  return {
    /** The numbers of the dishes to change. */
    changedNumbers: new Set(dishes.flatMap(({ number }) => number ?? [])),
    codesOutsideCatalogue: ingredientReader.listCodesOutsideCatalogue(),
    unread,
    listQuestions: (usedCodes: ReadonlySet<string>) =>
      toQuestions(ingredientReader.listUnknownFoods(usedCodes), ingredientTable?.name, foodIndex),
    /**
     * Plans the writes in the order of the rows. `dishByNumber` has the dishes to change; `usedCodes` has the codes outside
     * the catalogue that dishes of the unit have already. A food that is not known is a problem; a preview leaves it out.
     * Problems stay: a second call throws those of the first again.
     * @throws AppError with all problems and their positions in field `files`: `changed_meanwhile` if every problem is a
     * changed dish, else `invalid_input`
     */
    planWrites: (
      dishByNumber: ReadonlyMap<number, Dish>,
      usedCodes: ReadonlySet<string>,
      { isPreview = false } = {},
    ) => {
      const unknownFoods = ingredientReader.listUnknownFoods(usedCodes);
      const unknownEntries = new Set(unknownFoods.map(({ entry }) => entry));
      const writes = dishes.map((dish) => {
        const ingredient = dish.ingredient.filter((entry) => !unknownEntries.has(entry));
        return toWrite({ ...dish, ingredient }, dishByNumber, ingredientTable);
      });
      if (!isPreview) {
        for (const food of unknownFoods) food.row.reportProblem(food.column, explainUnknownFood(food, foodIndex));
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
  const { row, number, version } = dish;
  const storedDish = number === undefined ? undefined : dishByNumber.get(number);
  const ingredient = ingredientTable?.has('main') ? dish.ingredient : keepMain(dish.ingredient, storedDish);
  const facts: Change<DishFacts> = ingredientTable ? { ...dish.facts, ingredient } : dish.facts;
  if (number === undefined) return { facts };
  if (!storedDish) reportUnknownId(row);
  else if (version !== undefined && version !== storedDish.version && !isUnchanged(storedDish, facts)) {
    // The text of this problem has the stored version as `{max}`.
    const problem = { code: 'changed_dish', names: storedDish.name, max: storedDish.version } as const;
    row.reportProblem('version', problem, 'changed_meanwhile');
  }
  return { number, facts };
}

/** Keeps which ingredients are main where a workbook lacks the column that says so. */
function keepMain(ingredient: readonly DishIngredient[], storedDish: Dish | undefined): DishIngredient[] {
  const storedEntryByKey = new Map(storedDish?.ingredient.map((entry) => [entry.key, entry]));
  return ingredient.map((entry) => {
    const isMain = entry.isMain ?? storedEntryByKey.get(entry.key)?.isMain;
    return isMain === undefined ? entry : { ...entry, isMain };
  });
}
