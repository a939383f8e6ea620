import { type Dish, type DishFacts, dishFields, dishMarks, dishPolys } from '../domain/dish.ts';
import { splitWords, toMeals, toMonths } from '../domain/dish-text.ts';
import type { FoodNames } from '../domain/ingredient/food.ts';
import { mealNames, meals } from '../domain/meal.ts';
import { toId } from '../domain/values/id.ts';
import { AppError } from '../errors.ts';
import { MAX_ROWS } from '../spreadsheet/cell.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import { requireFittingFile } from '../text/answer-size.ts';
import { cellTextField, type FactColumns, toTextByColumn } from './fact-columns.ts';
import { type TableForm, toListSheet } from './table-sheet.ts';

export const MAX_WORKBOOK_DISHES = 2000;
/** The texts in the column of main ingredients. The cell is empty if the dish does not say whether an ingredient is main. */
export const textByIsMain = new Map<boolean | undefined, string>([
  [true, '是'],
  [false, '否'],
]);

/** The columns in the worksheet of ingredients. `id` and `name` are those of the dish, as in the worksheet of dishes. */
export type IngredientColumn = 'id' | 'name' | 'code' | 'foodName' | 'grams' | 'main';

/** The facts in the worksheet of dishes. Ingredients have a worksheet of their own. */
type DishSheetFacts = Omit<DishFacts, 'ingredient'>;

/** The columns of the facts. The first of the headers is written. The others are those of files that schools have. */
export const dishFactColumns: FactColumns<DishSheetFacts> = {
  name: { headers: ['菜名', '菜品', '名称', 'name'], width: 32, field: dishFields.name, toText: String },
  mark: {
    headers: ['标记', 'mark', 'marks'],
    width: 8,
    choices: { values: dishMarks, errorMessage: '请从列表中选择' },
    field: dishFields.mark,
    toText: String,
  },
  poly: {
    headers: ['烹饪方式', '烹调方法', '烹调方式', '烹饪方法', '烹饪', 'poly'],
    width: 10,
    choices: { values: dishPolys, errorMessage: '请从列表中选择，或留空' },
    field: dishFields.poly,
    toText: String,
  },
  month: {
    headers: ['月份', '供应月份', 'month'],
    width: 24,
    field: cellTextField(toMonths, { code: 'months' }),
    toText: (months) => months.join(','),
  },
  meals: {
    headers: ['适用餐次', '适合餐次', '餐次', 'meals'],
    width: 24,
    field: cellTextField(toMeals, { code: 'choice', names: meals.map((meal) => mealNames[meal]).join(' ') }),
    toText: (meals) => meals.map((meal) => mealNames[meal]).join(','),
  },
  liking: { headers: ['喜爱程度', 'liking'], width: 10, field: dishFields.liking, toText: String },
  notFor: {
    headers: ['不适合年龄', 'notFor'],
    width: 16,
    // The field takes only commas between the bands. People also write semicolons and blanks.
    field: { safeParse: (text) => dishFields.notFor.safeParse(splitWords(text).join()) },
    toText: (bands) => bands.join(','),
  },
};

export type DishColumn = 'id' | keyof DishSheetFacts | 'version';

export const dishForm: TableForm<DishColumn> = {
  name: '菜品',
  columns: {
    id: { headers: ['编号', '菜品编号', 'id'], width: 14, numberStyle: 'whole' },
    ...dishFactColumns,
    version: { headers: ['版本', 'version'], width: 8, numberStyle: 'whole' },
  },
  identifyingColumns: ['name'],
  requiredColumns: ['name'],
  maxRows: MAX_WORKBOOK_DISHES,
};

export const ingredientForm: TableForm<IngredientColumn> = {
  name: '食材',
  columns: {
    id: { headers: ['菜品编号', '编号', 'id'], width: 14, numberStyle: 'whole' },
    name: { headers: ['菜名', '菜品', '名称', 'name'], width: 32 },
    code: { headers: ['食材编码', '编码', 'code', 'key'], width: 14 },
    foodName: { headers: ['食材名称', '食材', '原料', '配料', '名称', 'food'], width: 32 },
    grams: {
      headers: ['用量（克）', '用量', '克', '克数', '用量（g）', '每份用量', '重量', 'value', 'grams'],
      width: 14,
      numberStyle: 'quantity',
    },
    main: {
      headers: ['主料', 'isMain', 'main'],
      width: 8,
      choices: { values: [...textByIsMain.values()], errorMessage: `请选择${[...textByIsMain.values()].join('或')}` },
    },
  },
  identifyingColumns: ['code', 'foodName', 'grams'],
  requiredColumns: ['name'],
  maxRows: MAX_ROWS,
};

/** A worksheet of dishes and their ingredients. A row has one ingredient; the first row of a dish also has its facts. */
export const combinedForm: TableForm<DishColumn | IngredientColumn> = {
  // A row is an ingredient, so the limits are those of ingredients. Both forms have `id` and `name`: the later one counts.
  ...ingredientForm,
  name: dishForm.name,
  columns: { ...dishForm.columns, ...ingredientForm.columns },
};

/** Writes dishes and their ingredients. Uploaded unchanged, they change nothing. @throws AppError `too_many_matches` */
export function writeDishWorkbook(dishes: readonly Dish[], foodNamesByCode: ReadonlyMap<string, FoodNames>): Buffer {
  const toIdText = ({ vender, number }: Dish) => String(toId(vender, number));
  const ingredientRows = dishes.flatMap((dish) =>
    dish.ingredient.map(({ key, value, isMain }) => {
      const foodName = foodNamesByCode.get(key)?.name ?? '';
      const main = textByIsMain.get(isMain) ?? '';
      return { id: toIdText(dish), name: dish.name, code: key, foodName, grams: value, main };
    }),
  );
  if (ingredientRows.length > MAX_ROWS) throw new AppError('too_many_matches');
  const rows = dishes.map((dish) => {
    return { id: toIdText(dish), ...toTextByColumn(dish, dishFactColumns), version: String(dish.version) };
  });
  const file = writeListSheets(toListSheet(dishForm, rows), toListSheet(ingredientForm, ingredientRows));
  return requireFittingFile(file, 'too_many_matches');
}
