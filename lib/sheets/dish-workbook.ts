import { type Dish, dishId, dishMarks, dishPolys } from '../domain/dish.ts';
import type { FoodNames } from '../domain/ingredient/ingredient.ts';
import { mealNames } from '../domain/meal.ts';
import { AppError } from '../errors.ts';
import { MOST_ROWS } from '../spreadsheet/cell.ts';
import { writeXlsx } from '../spreadsheet/xlsx-writer.ts';
import { MOST_FILE_BYTES } from '../text/answer-size.ts';
import type { TableForm } from './table-sheet.ts';

/** The most dishes of a workbook. */
export const MOST_WORKBOOK_DISHES = 2000;
/** The words of `isMain`. */
export const [YES, NO] = ['是', '否'] as const;

export type DishColumn = 'id' | 'name' | 'mark' | 'poly' | 'month' | 'meals' | 'version';
export type IngredientColumn = 'id' | 'name' | 'code' | 'food' | 'grams' | 'main';

const CODE = ['食材编码', '编码', 'code', 'key'] as const;
const GRAMS = ['用量（克）', '用量', '克', 'value', 'grams'] as const;

/** The worksheet of dishes. */
export const dishes: TableForm<DishColumn> = {
  name: '菜品',
  columns: {
    id: ['编号', '菜品编号', 'id'],
    name: ['菜名', '菜品', '名称', 'name'],
    mark: ['标记', 'mark', 'marks'],
    poly: ['烹饪方式', '烹调方式', 'poly'],
    month: ['月份', 'month'],
    meals: ['适用餐次', 'meals'],
    version: ['版本', 'version'],
  },
  telling: ['name'],
  foreign: [...CODE, ...GRAMS],
  required: ['name'],
  mostRows: MOST_WORKBOOK_DISHES,
};
/** The worksheet of what the dishes are made of. */
export const ingredients: TableForm<IngredientColumn> = {
  name: '食材',
  columns: {
    id: ['菜品编号', '编号', 'id'],
    name: ['菜名', '菜品', '名称', 'name'],
    code: CODE,
    food: ['食材名称', '食材', 'food'],
    grams: GRAMS,
    main: ['主料', 'isMain', 'main'],
  },
  telling: ['code', 'grams'],
  required: ['name', 'code', 'grams', 'main'],
  mostRows: MOST_ROWS,
};

/**
 * Writes dishes as a workbook: one worksheet with a row for each dish, and another with a row for each ingredient.
 * Uploading it unchanged changes nothing. `foods` are names by code.
 * @throws AppError `too_many_matches` where there are more rows than an upload takes.
 */
export function writeDishWorkbook(list: readonly Dish[], foods: ReadonlyMap<string, FoodNames>): Buffer {
  const rows = list.flatMap(({ vender, number, name, ingredient }) =>
    ingredient.map(({ key, value, isMain }) => {
      const main = isMain === undefined ? '' : isMain ? YES : NO;
      return [String(dishId(vender, number)), name, key, foods.get(key)?.name ?? '', value, main];
    }),
  );
  if (rows.length > MOST_ROWS) throw new AppError('too_many_matches');
  const { columns } = dishes;
  const file = writeXlsx(
    {
      name: dishes.name,
      columns: [
        { header: columns.id[0], width: 14, numbers: 'whole' },
        { header: columns.name[0], width: 32 },
        { header: columns.mark[0], width: 8, choices: { values: dishMarks, refusal: '请从列表中选择' } },
        { header: columns.poly[0], width: 10, choices: { values: dishPolys, refusal: '请从列表中选择，或留空' } },
        { header: columns.month[0], width: 24 },
        { header: columns.meals[0], width: 24 },
        { header: columns.version[0], width: 8, numbers: 'whole' },
      ],
      rows: list.map(({ vender, number, name, mark, poly, month, meals, version }) => {
        const suited = meals.map((meal) => mealNames[meal]).join(',');
        return [String(dishId(vender, number)), name, mark, poly, month.join(','), suited, String(version)];
      }),
    },
    {
      name: ingredients.name,
      columns: [
        { header: ingredients.columns.id[0], width: 14, numbers: 'whole' },
        { header: ingredients.columns.name[0], width: 32 },
        { header: ingredients.columns.code[0], width: 14 },
        { header: ingredients.columns.food[0], width: 32 },
        { header: ingredients.columns.grams[0], width: 14, numbers: 'quantity' },
        {
          header: ingredients.columns.main[0],
          width: 8,
          choices: { values: [YES, NO], refusal: `请选择${YES}或${NO}` },
        },
      ],
      rows,
    },
  );
  if (file.length > MOST_FILE_BYTES) throw new AppError('too_many_matches');
  return file;
}
