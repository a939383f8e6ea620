import { type DishIngredient, MAX_GRAMS, MAX_INGREDIENTS } from '../domain/dish.ts';
import { splitFoods, toGrams, toYesNo, type WrittenFood } from '../domain/dish-text.ts';
import { code, MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import type { Problem } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { type IngredientColumn, NO, YES } from './dish-workbook.ts';
import type { FoodIndex, FoodProposal } from './food-index.ts';
import type { TableRow } from './table-sheet.ts';
import type { WorkbookDish, WorkbookDishes } from './workbook-dishes.ts';

type IngredientRow = TableRow<IngredientColumn>;

/** A food that the workbook names but that is not known, or that may be one of several. */
export interface FoodQuestion {
  /** What the workbook says: a name or a code. Answers are found by it. */
  readonly text: string;
  readonly proposals: readonly FoodProposal[];
  /** Where it says so. */
  readonly rows: readonly {
    readonly sheet?: string | undefined;
    readonly row: number;
    readonly dish: string;
    readonly amount: string;
  }[];
}

/** A row with a food that is not known by its code or name. */
export interface UnknownFood {
  readonly row: IngredientRow;
  readonly column: 'code' | 'food';
  readonly written: WrittenFood;
  /** The name beside an unknown code. */
  readonly foodName: string;
  readonly dish: WorkbookDish | undefined;
  readonly entry: DishIngredient;
}

const codeField = code();

/** Explains why a row's food is not known. */
export function explainFood({ column, written, foodName }: UnknownFood, foodIndex: FoodIndex): Problem {
  return column === 'code' ? foodIndex.explainUnknown(written.name, foodName) : foodIndex.explainName(written.name);
}

/** Makes one question of all rows with the same text. */
export function listQuestions(
  unknown: readonly UnknownFood[],
  sheet: string | undefined,
  foodIndex: FoodIndex,
): FoodQuestion[] {
  const foodsByText = Map.groupBy(unknown, ({ written }) => normaliseKey(written.name));
  return [...foodsByText.values()].flatMap((foods) => {
    const [first] = foods;
    if (!first) return [];
    const { written, foodName } = first;
    const [name] = first.column === 'code' ? [...foodIndex.suggest(written.name, foodName), foodName] : [written.name];
    const rows = foods.map(({ row, dish, written: { amount } }) => ({
      sheet,
      row: row.number,
      dish: dish?.facts.name ?? '',
      amount,
    }));
    return { text: written.name, proposals: foodIndex.propose(name || written.name), rows };
  });
}

/** Reads the rows of ingredients, and adds them to their dishes. */
export class IngredientReader {
  /** The foods to ask about. */
  readonly unknown: UnknownFood[] = [];
  readonly #dishes: WorkbookDishes;
  readonly #foodIndex: FoodIndex;
  readonly #answers: ReadonlyMap<string, string>;
  readonly #fullDishes = new Set<WorkbookDish>();

  constructor(dishes: WorkbookDishes, foodIndex: FoodIndex, answers: ReadonlyMap<string, string>) {
    this.#dishes = dishes;
    this.#foodIndex = foodIndex;
    this.#answers = answers;
  }

  readRow(row: IngredientRow, isCombined: boolean): void {
    const dish = isCombined ? this.#dishes.findByRow(row) : this.#dishes.find(row);
    const isEmpty = (['code', 'food', 'grams'] as const).every((column) => row.isEmpty(column));
    // A dish without ingredients.
    if (isCombined && isEmpty) return;
    if (row.isEmpty('code') && row.isEmpty('grams') && !row.isEmpty('food')) {
      for (const food of splitFoods(row.text('food') ?? '')) this.#readFood(row, dish, food);
    } else this.#readColumns(row, dish);
  }

  /** Reads a row with a food in the columns of codes, names and grams. */
  #readColumns(row: IngredientRow, dish: WorkbookDish | undefined): void {
    const main = withoutBlanks(row.text('main') ?? '');
    const isMain = toYesNo(main);
    if (main !== '' && isMain === undefined) row.reportProblem('main', { code: 'choice', names: `${YES} ${NO}` });
    const value = toGrams(row.text('grams') ?? '') ?? Number.NaN;
    if (!isAmount(value)) row.reportProblem('grams', { code: 'grams', max: MAX_GRAMS });
    const food = withoutBlanks(row.text('food') ?? '');
    const isNamed = row.isEmpty('code') && food !== '';
    const name = isNamed ? food : row.read('code', codeField);
    if (name === undefined) {
      reportMissingFood(row);
      return;
    }
    const written = { name, amount: withoutBlanks(row.text('grams') ?? ''), isMain };
    this.#add(row, dish, { written, column: isNamed ? 'food' : 'code', foodName: food }, value);
  }

  /** Reads a food that stands in one cell with its grams. */
  #readFood(row: IngredientRow, dish: WorkbookDish | undefined, written: WrittenFood): void {
    const value = toGrams(written.amount) ?? Number.NaN;
    const names = written.name.slice(0, MAX_NAME_LENGTH);
    if (written.amount === '') row.reportProblem('food', { code: 'no_grams', names });
    else if (!isAmount(value)) row.reportProblem('food', { code: 'grams', max: MAX_GRAMS });
    this.#add(row, dish, { written, column: 'food', foodName: '' }, value);
  }

  #add(
    row: IngredientRow,
    dish: WorkbookDish | undefined,
    { written, column, foodName }: Pick<UnknownFood, 'written' | 'column' | 'foodName'>,
    grams: number,
  ): void {
    const isKnown = column === 'code' && this.#foodIndex.has(written.name);
    const answer = isKnown ? undefined : this.#answers.get(normaliseKey(written.name));
    if (answer === '') return;
    const found = isKnown
      ? written.name
      : (answer ?? (column === 'food' ? this.#foodIndex.find(written.name) : undefined));
    const { name, isMain } = written;
    const entry = { key: found ?? name, value: String(grams), ...(isMain !== undefined && { isMain }) };
    const mismatch = isKnown ? this.#foodIndex.findMismatch(written.name, foodName) : undefined;
    if (mismatch) row.reportProblem(column, mismatch);
    if (found === undefined || !this.#foodIndex.has(found))
      this.unknown.push({ row, column, written, foodName, dish, entry });
    if (!dish || this.#fullDishes.has(dish)) return;
    if (dish.ingredient.some(({ key }) => key === entry.key)) row.reportProblem(column, { code: 'repeated' });
    if (dish.ingredient.length < MAX_INGREDIENTS) dish.ingredient.push(entry);
    else {
      this.#fullDishes.add(dish);
      row.reportProblem(column, { code: 'too_many', max: MAX_INGREDIENTS });
    }
  }
}

/** Reports that a row has neither a code nor a name, unless an empty code is reported. */
function reportMissingFood(row: IngredientRow): void {
  if (row.isEmpty('code')) row.reportProblem(row.text('food') === undefined ? 'code' : 'food', { code: 'empty' });
}

function isAmount(value: number): boolean {
  return value > 0 && value <= MAX_GRAMS;
}
