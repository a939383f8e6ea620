import {
  type Dish,
  type DishFacts,
  type DishIngredient,
  type DishWrite,
  dishFields,
  dishId,
  dishMarks,
  dishPolys,
  locateDish,
  MOST_GRAMS,
  MOST_INGREDIENTS,
} from '../domain/dish.ts';
import { code, id, NAME_MAX, requiredText, withoutBlanks } from '../domain/values/fields.ts';
import { AppError } from '../errors.ts';
import { MOST_ROWS } from '../spreadsheet/cell.ts';
import { writeXlsx } from '../spreadsheet/xlsx-writer.ts';
import { MOST_FILE_BYTES } from '../text/answer-size.ts';
import { comparedText } from '../text/normal-form.ts';
import { openTables, readTable, type Table, type TableForm, type TableRow } from './table-sheet.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** The most dishes of a workbook. */
export const MOST_WORKBOOK_DISHES = 2000;
const [YES, NO] = ['是', '否'];

type DishColumn = 'id' | 'name' | 'mark' | 'poly' | 'month';
type IngredientColumn = 'id' | 'name' | 'code' | 'grams' | 'main';

const CODE = ['食材编码', '编码', 'code', 'key'] as const;

const dishes: TableForm<DishColumn> = {
  name: '菜品',
  columns: {
    id: ['编号', '菜品编号', 'id'],
    name: ['菜名', '菜品', '名称', 'name'],
    mark: ['标记', 'mark', 'marks'],
    poly: ['烹饪方式', '烹调方式', 'poly'],
    month: ['月份', 'month'],
  },
  telling: ['name'],
  foreign: CODE,
  required: ['name'],
  mostRows: MOST_WORKBOOK_DISHES,
};
const ingredients: TableForm<IngredientColumn> = {
  name: '食材',
  columns: {
    id: ['编号', '菜品编号', 'id'],
    name: ['菜名', '菜品', '名称', 'name'],
    code: CODE,
    grams: ['用量（克）', '用量', '克', 'value', 'grams'],
    main: ['主料', 'isMain', 'main'],
  },
  telling: ['code'],
  required: ['name', 'code', 'grams', 'main'],
  mostRows: MOST_ROWS,
};

/**
 * Writes dishes as a workbook: one worksheet with a row for each dish, and another with a row for each ingredient.
 * Uploading it unchanged changes nothing. `foods` are names by code, only for people to read.
 * @throws AppError `too_many_matches` where there are more rows than an upload takes.
 */
export function writeDishWorkbook(list: readonly Dish[], foods: ReadonlyMap<string, string>): Buffer {
  const rows = list.flatMap(({ vender, number, name, ingredient }) =>
    ingredient.map(({ key, value, isMain }) => {
      const main = isMain === undefined ? '' : isMain ? YES : NO;
      return [String(dishId(vender, number)), name, key, foods.get(key) ?? '', value, main];
    }),
  );
  if (rows.length > MOST_ROWS) throw new AppError('too_many_matches');
  const { columns } = dishes;
  const file = writeXlsx(
    {
      name: dishes.name,
      columns: [
        { header: columns.id[0], width: 12 },
        { header: columns.name[0], width: 32 },
        { header: columns.mark[0], width: 8, choices: { values: dishMarks, refusal: '请从列表中选择' } },
        { header: columns.poly[0], width: 10, choices: { values: dishPolys, refusal: '请从列表中选择，或留空' } },
        { header: columns.month[0], width: 24 },
      ],
      rows: list.map(({ vender, number, name, mark, poly, month }) => {
        return [String(dishId(vender, number)), name, mark, poly, month.join(',')];
      }),
    },
    {
      name: ingredients.name,
      columns: [
        { header: '菜品编号', width: 12 },
        { header: ingredients.columns.name[0], width: 32 },
        { header: ingredients.columns.code[0], width: 14 },
        { header: '食材名称', width: 32 },
        { header: ingredients.columns.grams[0], width: 12 },
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

/** What a workbook of dishes asks for. */
interface DishWorkbook {
  /** In the order of the rows. */
  readonly writes: readonly DishWrite[];
  /** Makes the failure for numbers that the unit does not have. */
  readonly refuse: (unknown: ReadonlySet<number>) => AppError;
}

/** A row of the worksheet of dishes. */
interface WorkbookRow {
  readonly row: TableRow<DishColumn>;
  readonly number: number | undefined;
  readonly facts: DishFacts;
  readonly ingredient: DishIngredient[];
}

/**
 * Reads a workbook of dishes of a unit. A row with an id changes that dish; a row without one creates a dish. A missing
 * worksheet or column changes nothing; an empty cell clears. The ingredients of a dish are all rows of the other
 * worksheet with its id or, for a dish without one, with its name.
 * @throws AppError `invalid_input` naming in field `files` worksheet, row and column of what is wrong, the first 100.
 */
export function readDishWorkbook(
  unit: number,
  file: { readonly name: string; readonly bytes: Uint8Array },
): DishWorkbook {
  const problems = new WorkbookProblems(file.name);
  const sheets = openTables(file, problems);
  const table = readTable(dishes, sheets, problems);
  if (!table) {
    problems.add({ sheet: dishes.name }, { code: 'required' });
    throw problems.toError();
  }
  const rows = readDishes(unit, table);
  const parts = readTable(ingredients, sheets, problems);
  if (parts) readIngredients(unit, parts, rows);
  if (!problems.isEmpty) throw problems.toError();
  return {
    writes: rows.map(({ number, facts, ingredient }) => {
      const all: DishFacts = parts ? { ...facts, ingredient } : facts;
      return number === undefined ? { facts: all } : { number, facts: all };
    }),
    refuse: (unknown) => {
      for (const { row, number } of rows) if (number !== undefined && unknown.has(number)) refuseId(row);
      return problems.toError();
    },
  };
}

function readDishes(unit: number, { rows }: Table<DishColumn>): WorkbookRow[] {
  const seen = new Set<number>();
  return rows.map((row): WorkbookRow => {
    const number = readNumber(unit, row);
    if (number !== undefined && seen.has(number)) row.refuse('id', { code: 'repeated' });
    if (number !== undefined) seen.add(number);
    const isNew = row.isEmpty('id');
    if (isNew && row.text('mark') === undefined) row.refuse('mark', { code: 'required' });
    return { row, number, facts: readFacts(row), ingredient: [] };
  });
}

/** The number, in its unit, of the dish that a row names. */
function readNumber(unit: number, row: TableRow<DishColumn> | TableRow<IngredientColumn>): number | undefined {
  if (row.isEmpty('id')) return undefined;
  const dish = row.read('id', id());
  if (dish === undefined) return undefined;
  const place = locateDish(dish);
  if (place.unit === unit) return place.number;
  refuseId(row);
  return undefined;
}

function refuseId(row: TableRow<DishColumn> | TableRow<IngredientColumn>): void {
  row.refuse('id', { code: 'unknown', names: withoutBlanks(row.text('id') ?? '').slice(0, NAME_MAX) });
}

const fields = {
  name: requiredText(NAME_MAX),
  mark: dishFields.mark.def.innerType,
  poly: dishFields.poly.def.innerType,
  month: dishFields.month.def.innerType,
  code: code(),
};

function readFacts(row: TableRow<DishColumn>): DishFacts {
  const [name, mark, poly] = [
    row.read('name', fields.name),
    row.read('mark', fields.mark),
    row.read('poly', fields.poly),
  ];
  const month = row.readAs('month', fields.month, (text) => text.replace(/[，、;；\s]+/g, ','));
  return {
    ...(name === undefined ? {} : { name }),
    ...(mark === undefined ? {} : { mark }),
    ...(poly === undefined ? {} : { poly }),
    ...(month === undefined ? {} : { month }),
  };
}

/** Gives each dish its ingredients. */
function readIngredients(unit: number, { rows }: Table<IngredientColumn>, all: readonly WorkbookRow[]): void {
  const byNumber = new Map(all.map((dish) => [dish.number, dish]));
  const byName = Map.groupBy(
    all.filter(({ number }) => number === undefined),
    ({ facts: { name } }) => name && comparedText(name),
  );
  for (const row of rows) {
    const entry = readIngredient(row);
    const dish = findDish(unit, row, byNumber, byName);
    if (!dish || !entry) continue;
    if (dish.ingredient.some(({ key }) => key === entry.key)) row.refuse('code', { code: 'repeated' });
    if (dish.ingredient.length === MOST_INGREDIENTS) row.refuse('code', { code: 'too_many', max: MOST_INGREDIENTS });
    else dish.ingredient.push(entry);
  }
}

function findDish(
  unit: number,
  row: TableRow<IngredientColumn>,
  byNumber: ReadonlyMap<number | undefined, WorkbookRow>,
  byName: ReadonlyMap<string | undefined, WorkbookRow[]>,
): WorkbookRow | undefined {
  if (!row.isEmpty('id')) {
    const number = readNumber(unit, row);
    const dish = number === undefined ? undefined : byNumber.get(number);
    if (number !== undefined && !dish) refuseId(row);
    return dish;
  }
  const name = row.read('name', fields.name);
  if (name === undefined) return undefined;
  const [dish, second] = byName.get(comparedText(name)) ?? [];
  if (!dish) row.refuse('name', { code: 'unknown', names: name });
  if (second) row.refuse('name', { code: 'repeated' });
  return dish;
}

function readIngredient(row: TableRow<IngredientColumn>): DishIngredient | undefined {
  const key = row.read('code', fields.code);
  const grams = withoutBlanks(row.text('grams') ?? '');
  const value = /^\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(grams) ? Number(grams) : Number.NaN;
  const isGrams = value > 0 && value <= MOST_GRAMS;
  if (!isGrams) row.refuse('grams', { code: 'grams', max: MOST_GRAMS });
  const main = withoutBlanks(row.text('main') ?? '').toLowerCase();
  const isMain = /^(?:是|true|1|yes)$/.test(main);
  const isKnown = isMain || main === '' || /^(?:否|false|0|no)$/.test(main);
  if (!isKnown) row.refuse('main', { code: 'choice', names: `${YES} ${NO}` });
  if (key === undefined || !isGrams || !isKnown) return undefined;
  return { key, value: String(value), ...(main === '' ? {} : { isMain }) };
}
