import Big from 'big.js';
import { code, NAME_MAX, requiredText } from '../../lib/domain/fields.ts';
import type { FoodFacts } from '../../lib/domain/ingredient.ts';
import { nutrients } from '../../lib/domain/nutrient.ts';
import { toRetinolActivity, toRetinolEquivalents, toTocopherolEquivalents } from '../../lib/domain/vitamin.ts';
import { type Amount, readAmount, readShare } from './cell.ts';
import type { Field } from './columns.ts';
import type { Finding } from './finding.ts';
import { findDoubts } from './plausibility.ts';
import type { RawFood, RawTable } from './table-file.ts';

const KJ_PER_KCAL = '4.184';
/** Energy is given in whole kJ. */
const ENERGY_DECIMALS = 0;

/** The foods of all tables, each code once, and everything there is to tell about them. */
export interface Foods {
  /** Rows that were read, used or not. */
  readonly rows: number;
  readonly foods: readonly FoodFacts[];
  readonly findings: readonly Finding[];
}

/** Turns the rows of tables into foods; of several of one code the first is kept. */
export function toFoods(tables: readonly RawTable[]): Foods {
  const kept = new Map<string, { food: FoodFacts; raw: RawFood }>();
  const findings: Finding[] = [];
  for (const table of tables) {
    findings.push(...table.findings);
    for (const raw of table.foods) {
      const { food, findings: own } = toFood(raw);
      findings.push(...own);
      if (food === undefined) continue;
      const first = kept.get(food.code);
      if (first === undefined) kept.set(food.code, { food, raw });
      else findings.push(toRepetition(food, raw, first));
    }
  }
  const foods = [...kept.values()].map(({ food }) => food);
  return { rows: tables.reduce((sum, table) => sum + table.foods.length, 0), foods, findings };
}

/** One row as a food, with what is wrong with it; without a code or a name there is no food. */
function toFood(raw: RawFood): { food: FoodFacts | undefined; findings: readonly Finding[] } {
  const place = { file: raw.file, row: raw.row };
  const text = (field: Field) => raw.cells.get(field)?.text ?? '';
  const food = { code: code().safeParse(text('code')), name: requiredText(NAME_MAX).safeParse(text('name')) };
  const unusable = (['code', 'name'] as const)
    .filter((field) => !food[field].success)
    .map((field): Finding => {
      const problem =
        text(field).trim() === '' ? `has no ${field}` : `the ${field} is too long or has control characters`;
      const cell = raw.cells.get(field);
      return { kind: 'row', ...place, food: text('code'), column: cell?.column, value: cell?.text, problem };
    });
  if (!food.code.success || !food.name.success) return { food: undefined, findings: unusable };
  const id = { code: food.code.data, name: food.name.data };
  const findings: Finding[] = [];
  const category = requiredText(NAME_MAX).safeParse(text('category') || raw.category);
  const amounts = new Map<Field, Amount>();
  const read = (field: Field, reader: (text: string) => Amount): Amount => {
    const cell = raw.cells.get(field);
    const amount = amounts.get(field) ?? reader(cell?.text ?? '');
    if (amounts.has(field)) return amount;
    amounts.set(field, amount);
    if (cell === undefined || amount.kind !== 'bad') return amount;
    const problem = `${amount.problem}: left unknown`;
    findings.push({ kind: 'cell', ...place, food: id.code, column: cell.column, value: cell.text, problem });
    return amount;
  };
  const edible = read('edible', readShare);
  const facts: FoodFacts = {
    ...id,
    category: category.success ? category.data : raw.category,
    ...(edible.kind === 'known' ? { edible: edible.value } : {}),
    ...readNutrients((field) => read(field, readAmount)),
  };
  const doubts = findDoubts(facts).map((doubt): Finding => ({ kind: 'warning', ...place, food: id.code, ...doubt }));
  return { food: facts, findings: [...findings, ...doubts] };
}

function readNutrients(read: (field: Field) => Amount): Pick<FoodFacts, 'nutrients' | 'traces'> {
  const amounts = new Map(nutrients.map(({ key }) => [key, key === 'energy' ? readEnergy(read) : read(key)]));
  for (const [key, amount] of readVitamins(read)) if (amounts.get(key)?.kind === 'unknown') amounts.set(key, amount);
  const values: Record<string, string> = {};
  const traces: string[] = [];
  for (const [key, amount] of amounts) {
    if (amount.kind === 'known') values[key] = amount.value;
    if (amount.kind !== 'trace') continue;
    values[key] = '0';
    traces.push(key);
  }
  return { nutrients: values, traces };
}

/** Vitamins A and E as they follow from other columns. */
function readVitamins(read: (field: Field) => Amount): [key: string, Amount][] {
  const [activity, equivalents, retinol] = [read('vitamin-a-rae'), read('vitamin-a'), read('retinol')];
  const [alpha, betaAndGamma] = [read('tocopherol-alpha'), read('tocopherol-beta-gamma')];
  for (const field of ['tocopherols', 'tocopherol-delta']) read(field);
  const derive = (from: Amount, make: (value: string) => string | undefined): Amount => {
    const value = knownValue(from);
    const made = value === undefined ? undefined : make(value);
    if (made === undefined) return { kind: 'unknown' };
    return made === '0' && from.kind === 'trace' ? from : { kind: 'known', value: made };
  };
  return [
    ['vitamin-a', derive(activity, (value) => toRetinolEquivalents(value, knownValue(retinol)))],
    ['vitamin-a-rae', derive(equivalents, (value) => toRetinolActivity(value, knownValue(retinol)))],
    [
      'vitamin-e',
      derive(alpha, (value) => toTocopherolEquivalents({ alpha: value, betaAndGamma: knownValue(betaAndGamma) })),
    ],
  ];
}

/** A trace counts as 0. */
function knownValue(amount: Amount): string | undefined {
  if (amount.kind === 'trace') return '0';
  return amount.kind === 'known' ? amount.value : undefined;
}

/** Energy in kJ; from kcal only where there is no usable kJ, rounded half up. */
function readEnergy(read: (field: Field) => Amount): Amount {
  const kilojoules = read('energy');
  const kilocalories = read('energy-kcal');
  if (kilojoules.kind === 'known' || kilojoules.kind === 'trace' || kilocalories.kind !== 'known') {
    return kilojoules.kind === 'unknown' && kilocalories.kind === 'trace' ? kilocalories : kilojoules;
  }
  const converted = new Big(kilocalories.value).times(KJ_PER_KCAL).round(ENERGY_DECIMALS, Big.roundHalfUp);
  return { kind: 'known', value: converted.toFixed() };
}

function toRepetition(food: FoodFacts, raw: RawFood, first: { food: FoodFacts; raw: RawFood }): Finding {
  const place = {
    file: raw.file,
    row: raw.row,
    food: food.code,
    column: raw.cells.get('code')?.column,
    value: food.code,
  };
  const where = `${first.raw.file}, row ${first.raw.row}`;
  return hasSameFigures(food, first.food)
    ? { kind: 'duplicate', ...place, problem: `is there already with the same figures: ${where}` }
    : { kind: 'row', ...place, problem: `is there already with other figures, which are kept: ${where}` };
}

function hasSameFigures(a: FoodFacts, b: FoodFacts): boolean {
  const figures = ({ edible, nutrients, traces }: FoodFacts) =>
    JSON.stringify([edible ?? null, Object.entries(nutrients).sort(), traces.toSorted()]);
  return figures(a) === figures(b);
}
