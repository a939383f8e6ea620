import * as z from 'zod/mini';
import { MAX_GRAMS, MAX_INGREDIENTS } from '../domain/dish.ts';
import { splitFoods, toGrams, toYesNo, type WrittenFood } from '../domain/dish-text.ts';
import { code, MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import { nameSchemas } from '../domain/values/output.ts';
import type { Problem } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { type IngredientColumn, textByIsMain } from './dish-workbook.ts';
import { type FoodIndex, FoodProposal } from './food-index.ts';
import type { TableRow } from './table-sheet.ts';
import type { FoodColumn, WorkbookDish, WorkbookDishes } from './workbook-dishes.ts';

type IngredientRow = TableRow<IngredientColumn>;

const FoodQuestionRow = z.object({ sheet: z.optional(z.string()), row: z.int(), dish: z.string(), amount: z.string() });

/** A question about a text in the workbook that names no food, or may name several. */
export const FoodQuestion = z.object({
  /** A name or a code, as the workbook has it. The answer is found by it. */
  text: z.string(),
  proposals: z.array(FoodProposal),
  rows: z.array(FoodQuestionRow),
});
nameSchemas({ FoodQuestion, FoodQuestionRow });
export type FoodQuestion = z.output<typeof FoodQuestion>;

/** A food as a row names it, by its code or by its name. */
interface NamedFood {
  readonly row: IngredientRow;
  /** The column with the food's code or name. */
  readonly column: FoodColumn;
  readonly written: WrittenFood;
  /** The name beside a code. */
  readonly foodName: string;
  readonly dish: WorkbookDish | undefined;
}

/** A food that the catalogue does not have by its code or name. */
export interface UnknownFood extends NamedFood {
  /** The code or name by which it is looked for. */
  readonly key: string;
}

/** Whether a food is unknown. A code outside the catalogue is known if a dish of the unit has it already (`usedCodes`). */
export function isUnknownFood(unknownIn: FoodColumn | undefined, key: string, usedCodes: ReadonlySet<string>): boolean {
  return unknownIn === 'foodName' || (unknownIn === 'code' && !usedCodes.has(key));
}

const codeField = code();

export function explainUnknownFood({ column, written, foodName }: UnknownFood, foodIndex: FoodIndex): Problem {
  if (column === 'code') return foodIndex.explainUnknownCode(written.nameOrCode, foodName);
  return foodIndex.explainUnknownName(written.nameOrCode);
}

/** Lists the questions about unknown foods: one for all rows with the same text. */
export function listQuestions(foods: readonly UnknownFood[], foodIndex: FoodIndex, sheetName?: string): FoodQuestion[] {
  const foodsByText = Map.groupBy(foods, ({ written }) => normaliseKey(written.nameOrCode));
  return [...foodsByText.values()].flatMap((foodsOfText) => {
    const [first] = foodsOfText;
    if (!first) return [];
    const { column, foodName } = first;
    const text = first.written.nameOrCode;
    // Foods are proposed for the code that an unknown code seems to mean, else for the name beside it.
    const [searchedText = foodName] = column === 'code' ? foodIndex.listMeantCodes(text, foodName) : [text];
    const rows = foodsOfText.map(({ row, dish, written: { amount } }) => {
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
    const codes = this.#unknownFoods.flatMap(({ column, key }) => (column === 'code' ? key : []));
    return [...new Set(codes)];
  }

  /** Lists the foods that are not known, as `isUnknownFood` says. */
  listUnknownFoods(usedCodes: ReadonlySet<string>): UnknownFood[] {
    return this.#unknownFoods.filter(({ column, key }) => isUnknownFood(column, key, usedCodes));
  }

  /** Reads a row and adds its foods to their dish. A food and its grams may be in one cell. Problems are reported. */
  readRow(row: IngredientRow): void {
    const dish = this.#dishes.findDish(row);
    const hasFood = !row.isEmpty('foodName');
    const hasCodeOrGrams = !row.isEmpty('code') || !row.isEmpty('grams');
    const hasDishOnly = this.#dishes.isCombined && !hasFood && !hasCodeOrGrams;
    if (hasDishOnly) return;
    if (hasFood && !hasCodeOrGrams) {
      for (const food of splitFoods(row.text('foodName') ?? '')) this.#readFoodInOneCell(row, dish, food);
    } else this.#readFoodInColumns(row, dish);
  }

  #readFoodInColumns(row: IngredientRow, dish: WorkbookDish | undefined): void {
    const mainText = withoutBlanks(row.text('main') ?? '');
    const isMain = toYesNo(mainText);
    if (mainText !== '' && isMain === undefined)
      row.reportProblem('main', { code: 'choice', names: [...textByIsMain.values()].join(' ') });
    const amount = withoutBlanks(row.text('grams') ?? '');
    const grams = toGrams(amount);
    if (!areAllowedGrams(grams)) row.reportProblem('grams', { code: 'grams', max: MAX_GRAMS });
    const foodName = withoutBlanks(row.text('foodName') ?? '');
    const column = row.isEmpty('code') && foodName !== '' ? 'foodName' : 'code';
    const nameOrCode = column === 'foodName' ? foodName : row.read('code', codeField);
    if (nameOrCode === undefined) reportMissingFood(row);
    else this.#addFood({ row, dish, written: { nameOrCode, amount, isMain }, column, foodName }, grams);
  }

  #readFoodInOneCell(row: IngredientRow, dish: WorkbookDish | undefined, written: WrittenFood): void {
    const grams = toGrams(written.amount);
    const shownName = written.nameOrCode.slice(0, MAX_NAME_LENGTH);
    if (written.amount === '') row.reportProblem('foodName', { code: 'no_grams', names: shownName });
    else if (!areAllowedGrams(grams)) row.reportProblem('foodName', { code: 'grams', max: MAX_GRAMS });
    this.#addFood({ row, dish, written, column: 'foodName', foodName: '' }, grams);
  }

  /** Adds a food to its dish, unless the answer for it is to leave it out. Grams are undefined only if that is reported. */
  #addFood(food: NamedFood, grams = Number.NaN): void {
    const { row, dish, written, column } = food;
    const { isMain } = written;
    const key = this.#resolveKey(food);
    if (key === undefined) return;
    const isInCatalogue = this.#foodIndex.hasCode(key);
    if (!isInCatalogue) this.#unknownFoods.push({ ...food, key });
    // A dish with one too many has its problem already.
    if (!dish || dish.ingredients.length > MAX_INGREDIENTS) return;
    if (dish.ingredients.some((other) => other.key === key)) row.reportProblem(column, { code: 'repeated' });
    const unknownIn = isInCatalogue ? undefined : column;
    dish.ingredients.push({ key, value: String(grams), ...(isMain !== undefined && { isMain }), unknownIn });
    if (dish.ingredients.length > MAX_INGREDIENTS)
      row.reportProblem(column, { code: 'too_many', max: MAX_INGREDIENTS });
  }

  /** Returns the food's code if it is known or answered, else its text. Undefined if it is left out. A mismatch is reported. */
  #resolveKey({ row, written: { nameOrCode }, column, foodName }: NamedFood): string | undefined {
    if (column === 'code' && this.#foodIndex.hasCode(nameOrCode)) {
      const mismatch = this.#foodIndex.findMismatch(nameOrCode, foodName);
      if (mismatch) row.reportProblem(column, mismatch);
      return nameOrCode;
    }
    const foundCode = column === 'foodName' ? this.#foodIndex.findCode(nameOrCode) : undefined;
    const answer = this.#codeByAnsweredText.get(normaliseKey(nameOrCode));
    return answer === '' ? undefined : (answer ?? foundCode ?? nameOrCode);
  }
}

/** Reports that a row has neither a code nor a name. If the code's column is present, `read` has already reported it. */
function reportMissingFood(row: IngredientRow): void {
  if (row.isEmpty('code'))
    row.reportProblem(row.text('foodName') === undefined ? 'code' : 'foodName', { code: 'empty' });
}

function areAllowedGrams(grams = Number.NaN): boolean {
  return grams > 0 && grams <= MAX_GRAMS;
}
