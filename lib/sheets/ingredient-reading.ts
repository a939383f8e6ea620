import * as z from 'zod/mini';
import { type DishIngredient, MAX_GRAMS, MAX_INGREDIENTS } from '../domain/dish.ts';
import { splitFoods, toGrams, toYesNo, type WrittenFood } from '../domain/dish-text.ts';
import { code, MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import { nameSchemas } from '../domain/values/output.ts';
import type { Problem } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { type IngredientColumn, textByIsMain } from './dish-workbook.ts';
import { type FoodIndex, FoodProposal } from './food-index.ts';
import type { TableRow } from './table-sheet.ts';
import type { WorkbookDish, WorkbookDishes } from './workbook-dishes.ts';

type IngredientRow = TableRow<IngredientColumn>;

const FoodQuestionRow = z.object({ sheet: z.optional(z.string()), row: z.int(), dish: z.string(), amount: z.string() });

/** A question about a text in the workbook that names no food, or may name several. */
export const FoodQuestion = z.object({
  /** A name or a code, as the workbook has it. The answer is found by it. */
  text: z.string(),
  proposals: z.array(FoodProposal),
  /** The rows with this text. */
  rows: z.array(FoodQuestionRow),
});
nameSchemas({ FoodQuestion, FoodQuestionRow });
export type FoodQuestion = z.output<typeof FoodQuestion>;

/** A food as a row names it, by its code or by its name. */
interface ReadFood {
  readonly row: IngredientRow;
  /** The column with the food's code or name. */
  readonly column: 'code' | 'food';
  readonly written: WrittenFood;
  /** The name beside a code. */
  readonly foodName: string;
  readonly dish: WorkbookDish | undefined;
}

/** A food that is not known by its code or name. */
export interface UnknownFood extends ReadFood {
  /** The ingredient that the dish has for it, with its name or unknown code as key. */
  readonly entry: DishIngredient;
}

const codeField = code();

/** Explains why a row's food is not known. */
export function explainUnknownFood({ column, written, foodName }: UnknownFood, foodIndex: FoodIndex): Problem {
  if (column === 'code') return foodIndex.explainUnknownCode(written.nameOrCode, foodName);
  return foodIndex.explainUnknownName(written.nameOrCode);
}

/** Converts unknown foods to questions: one for all rows with the same text. */
export function toQuestions(
  unknownFoods: readonly UnknownFood[],
  sheetName: string | undefined,
  foodIndex: FoodIndex,
): FoodQuestion[] {
  const foodsByText = Map.groupBy(unknownFoods, ({ written }) => normaliseKey(written.nameOrCode));
  return [...foodsByText.values()].flatMap((foods) => {
    const [first] = foods;
    if (!first) return [];
    const { column, foodName } = first;
    const text = first.written.nameOrCode;
    // Foods are proposed for the code that an unknown code seems to mean, else for the name beside it.
    const [searchedText = foodName] = column === 'code' ? foodIndex.listMeantCodes(text, foodName) : [text];
    const rows = foods.map(({ row, dish, written: { amount } }) => {
      return { sheet: sheetName, row: row.number, dish: dish?.facts.name ?? '', amount };
    });
    return { text, proposals: foodIndex.propose(searchedText || text), rows };
  });
}

/** Reads the rows of ingredients, and adds the ingredients to their dishes. */
export class IngredientReader {
  readonly #unknownFoods: UnknownFood[] = [];
  readonly #dishes: WorkbookDishes;
  readonly #foodIndex: FoodIndex;
  /** An empty code means that the food is left out. */
  readonly #codeByAnsweredText: ReadonlyMap<string, string>;

  constructor(dishes: WorkbookDishes, foodIndex: FoodIndex, codeByAnsweredText: ReadonlyMap<string, string>) {
    this.#dishes = dishes;
    this.#foodIndex = foodIndex;
    this.#codeByAnsweredText = codeByAnsweredText;
  }

  /** Lists the codes that the catalogue does not have. */
  listCodesOutsideCatalogue(): string[] {
    const codes = this.#unknownFoods.flatMap(({ column, entry }) => (column === 'code' ? entry.key : []));
    return [...new Set(codes)];
  }

  /** Lists the foods that are not known. A code outside the catalogue is known if a dish of the unit has it (`usedCodes`). */
  listUnknownFoods(usedCodes: ReadonlySet<string>): UnknownFood[] {
    return this.#unknownFoods.filter(({ column, entry }) => column === 'food' || !usedCodes.has(entry.key));
  }

  /** Reads a row and adds its foods to their dish. A food and its grams may be in one cell. Problems are reported. */
  readRow(row: IngredientRow): void {
    const dish = this.#dishes.findDish(row);
    const hasFood = !row.isEmpty('food');
    const hasCodeOrGrams = !row.isEmpty('code') || !row.isEmpty('grams');
    const hasDishOnly = this.#dishes.isCombined && !hasFood && !hasCodeOrGrams;
    if (hasDishOnly) return;
    if (hasFood && !hasCodeOrGrams) {
      for (const food of splitFoods(row.text('food') ?? '')) this.#readFoodInOneCell(row, dish, food);
    } else this.#readFoodInColumns(row, dish);
  }

  #readFoodInColumns(row: IngredientRow, dish: WorkbookDish | undefined): void {
    const mainText = withoutBlanks(row.text('main') ?? '');
    const isMain = toYesNo(mainText);
    if (mainText !== '' && isMain === undefined)
      row.reportProblem('main', { code: 'choice', names: [...textByIsMain.values()].join(' ') });
    const amount = withoutBlanks(row.text('grams') ?? '');
    const grams = toGrams(amount);
    if (!isAllowedAmount(grams)) row.reportProblem('grams', { code: 'grams', max: MAX_GRAMS });
    const foodName = withoutBlanks(row.text('food') ?? '');
    const column = row.isEmpty('code') && foodName !== '' ? 'food' : 'code';
    const nameOrCode = column === 'food' ? foodName : row.read('code', codeField);
    if (nameOrCode === undefined) reportMissingFood(row);
    else this.#addFood({ row, dish, written: { nameOrCode, amount, isMain }, column, foodName }, grams);
  }

  #readFoodInOneCell(row: IngredientRow, dish: WorkbookDish | undefined, written: WrittenFood): void {
    const grams = toGrams(written.amount);
    const names = written.nameOrCode.slice(0, MAX_NAME_LENGTH);
    if (written.amount === '') row.reportProblem('food', { code: 'no_grams', names });
    else if (!isAllowedAmount(grams)) row.reportProblem('food', { code: 'grams', max: MAX_GRAMS });
    this.#addFood({ row, dish, written, column: 'food', foodName: '' }, grams);
  }

  /** Adds a food to its dish, unless the answer for it is to leave it out. */
  #addFood(food: ReadFood, grams = Number.NaN): void {
    const { row, dish, written, column } = food;
    const { isMain } = written;
    const key = this.#resolveKey(food);
    if (key === undefined) return;
    // Without grams the value is `NaN`. That is reported, so that no dish is stored with it.
    const entry = { key, value: String(grams), ...(isMain !== undefined && { isMain }) };
    if (!this.#foodIndex.has(key)) this.#unknownFoods.push({ ...food, entry });
    // A dish with one too many has its problem already.
    if (!dish || dish.ingredient.length > MAX_INGREDIENTS) return;
    if (dish.ingredient.some((other) => other.key === key)) row.reportProblem(column, { code: 'repeated' });
    dish.ingredient.push(entry);
    if (dish.ingredient.length > MAX_INGREDIENTS) row.reportProblem(column, { code: 'too_many', max: MAX_INGREDIENTS });
  }

  /** Finds the food's code, else its name or unknown code; undefined if it is left out. A mismatch of code and name is reported. */
  #resolveKey({ row, written: { nameOrCode }, column, foodName }: ReadFood): string | undefined {
    if (column === 'code' && this.#foodIndex.has(nameOrCode)) {
      const mismatch = this.#foodIndex.findMismatch(nameOrCode, foodName);
      if (mismatch) row.reportProblem(column, mismatch);
      return nameOrCode;
    }
    const foundCode = column === 'food' ? this.#foodIndex.findCode(nameOrCode) : undefined;
    const answer = this.#codeByAnsweredText.get(normaliseKey(nameOrCode));
    return answer === '' ? undefined : (answer ?? foundCode ?? nameOrCode);
  }
}

/** Reports that a row has neither a code nor a name. If the code's column is present, `read` has already reported it. */
function reportMissingFood(row: IngredientRow): void {
  if (row.isEmpty('code')) row.reportProblem(row.text('food') === undefined ? 'code' : 'food', { code: 'empty' });
}

function isAllowedAmount(grams = Number.NaN): boolean {
  return grams > 0 && grams <= MAX_GRAMS;
}
