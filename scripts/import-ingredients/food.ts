import { type FoodFacts, isSameFood } from '../../lib/domain/ingredient/food.ts';
import { findDoubts, findImpossible } from '../../lib/domain/ingredient/plausibility.ts';
import { nutrients } from '../../lib/domain/nutrient/nutrient.ts';
import { toRetinolActivity, toRetinolEquivalents, toTocopherolEquivalents } from '../../lib/domain/nutrient/vitamin.ts';
import { code, MAX_NAME_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { type Amount, findKnownValue, readAmount, readShare } from './cell.ts';
import { type Field, PRINTED_CODE } from './columns.ts';
import { chooseEnergy, findKilocalorieProblem, type Values } from './energy.ts';
import type { AddFinding, Finding, Origin } from './report.ts';
import { findShifts } from './shift.ts';
import { nameColumns, type RawRow, type RawTable } from './table-file.ts';
import { readTraits } from './traits.ts';

/** The foods of all tables, each code once, and all findings. */
export interface Foods {
  /** The number of read rows, used or not. */
  readonly rowCount: number;
  readonly foods: readonly FoodFacts[];
  readonly originByCode: ReadonlyMap<string, Origin>;
  readonly findings: readonly Finding[];
}

type Names = Pick<FoodFacts, 'code' | 'name' | 'category'>;
type Figures = Pick<FoodFacts, 'edible' | 'nutrients' | 'traces'>;

const UNKNOWN: Amount = { kind: 'unknown' };
const LEFT_UNKNOWN = 'left unknown';
const NOT_LOADED = 'not loaded';
const Code = code();
/** The name of a food or of its category. */
const Name = requiredText(MAX_NAME_LENGTH);

/** Turns the rows of tables into foods. If several rows have one code, the first one is used. */
export function toFoods(tables: readonly RawTable[]): Foods {
  const firstByCode = new Map<string, { food: FoodFacts; origin: Origin }>();
  const findings: Finding[] = [];
  for (const table of tables) {
    findings.push(...table.findings);
    for (const row of joinHalves(table, findings)) {
      const addFinding = makeAddFinding(table, row, findings);
      const food = toFood(table, row, addFinding);
      if (food === undefined) continue;
      const first = firstByCode.get(food.code);
      if (first === undefined) firstByCode.set(food.code, { food, origin: { file: table.file, row: row.row } });
      else {
        const position = `${first.origin.file}, row ${first.origin.row}`;
        if (isSameFood(food, first.food)) addFinding('duplicate', ['code'], `is the same as ${position}`, 'not needed');
        else addFinding('row', ['code'], `is there already, but not the same: ${position}`, 'the first one is kept');
      }
    }
  }
  const foods = [...firstByCode.values()].map(({ food }) => food);
  const originByCode = new Map([...firstByCode].map(([foodCode, { origin }]) => [foodCode, origin]));
  return { rowCount: tables.reduce((sum, { rows }) => sum + rows.length, 0), foods, originByCode, findings };
}

/** Makes a function that adds findings about a row. */
function makeAddFinding({ file, columns }: RawTable, { row, cells }: RawRow, findings: Finding[]): AddFinding {
  return (kind, fields, problem, done) => {
    const presentFields = fields.filter((field) => cells.has(field));
    const column = presentFields.map((field) => columns.get(field)).join('+');
    const value = presentFields.map((field) => cells.get(field)).join('+');
    findings.push({ kind, file, row, food: cells.get('code'), column, value, problem, done });
  };
}

/**
 * Joins foods that came in two rows, one for each page of the printed table. The rows have the same name, each lacks
 * what the other has, and only one of their codes has the table's form.
 */
function joinHalves(table: RawTable, findings: Finding[]): readonly RawRow[] {
  const joinedRows = new Map(table.rows.map((row) => [row, row]));
  const readText = ({ cells }: RawRow, field: Field) => cells.get(field)?.trim() ?? '';
  const isHalf = (row: RawRow) => table.isPrinted && !PRINTED_CODE.test(readText(row, 'code'));
  for (const half of table.rows.filter(isHalf)) {
    const halfFields = [...half.cells.keys()].filter((field) => field !== 'code' && field !== 'name');
    const other = table.rows.find(
      (row) =>
        !isHalf(row) &&
        readText(row, 'name') === readText(half, 'name') &&
        halfFields.every((field) => !row.cells.has(field)),
    );
    if (halfFields.length === 0 || other === undefined) continue;
    joinedRows.delete(half);
    joinedRows.set(other, { ...other, cells: new Map([...half.cells, ...other.cells]) });
    const problem = `is the other half of row ${other.row}, ${readText(other, 'code')}`;
    makeAddFinding(table, half, findings)('joined', ['code'], problem, 'joined with it');
  }
  return [...joinedRows.values()];
}

/** Makes a food of a row; undefined without a good code and a name. */
function toFood(table: RawTable, row: RawRow, addFinding: AddFinding): FoodFacts | undefined {
  const text = (field: Field) => row.cells.get(field) ?? '';
  const foodCode = Code.safeParse(text('code'));
  const name = Name.safeParse(text('name'));
  const unfitProblem = 'is missing, too long, or has control characters';
  if (!foodCode.success) addFinding('row', ['code'], unfitProblem, NOT_LOADED);
  if (!name.success) addFinding('row', ['name'], unfitProblem, NOT_LOADED);
  if (!foodCode.success || !name.success) return undefined;
  if (table.isPrinted && !PRINTED_CODE.test(foodCode.data)) {
    addFinding('row', ['code'], 'is no code of the printed table: six digits, then x or not', NOT_LOADED);
    return undefined;
  }
  const category = Name.safeParse(text('category') || table.category).data ?? table.category;
  const names = { code: foodCode.data, name: name.data, category };
  return { ...names, ...readTraits(row, addFinding), ...readFigures(table, row, names, addFinding) };
}

/** Reads the credible figures of a row. The others are reported and left out. */
function readFigures(table: RawTable, row: RawRow, names: Names, addFinding: AddFinding): Figures {
  const amounts = new Map<Field, Amount>();
  for (const field of table.pages.flat().filter((name) => name !== 'remark')) {
    const amount = (field === 'edible' ? readShare : readAmount)(row.cells.get(field) ?? '');
    if (amount.kind === 'bad') addFinding('cell', [field], amount.problem, LEFT_UNKNOWN);
    amounts.set(field, amount);
  }
  refuseImpossible(amounts, names, addFinding);
  dropShifted(table, row, amounts, addFinding);
  const figures = deriveFigures(amounts, addFinding);
  for (const { keys, problem } of findDoubts({ ...names, ...figures })) addFinding('warning', keys, problem, 'loaded');
  return figures;
}

/** Reports and refuses values that no food has. They count as values of another column. */
function refuseImpossible(amounts: Map<Field, Amount>, names: Names, addFinding: AddFinding): void {
  const values = knownValues(amounts);
  const problems = [...findImpossible({ ...names, nutrients: values }), ...findKilocalorieProblem(values)];
  for (const { keys, problem } of problems) {
    addFinding('cell', keys, problem, LEFT_UNKNOWN);
    for (const key of keys) amounts.set(key, { kind: 'bad', problem, isForeign: true });
  }
}

/** Reports and removes values that may belong to a neighbouring column. */
function dropShifted(table: RawTable, row: RawRow, amounts: Map<Field, Amount>, addFinding: AddFinding): void {
  for (const { signs, reasons, unconfirmed } of findShifts(table, row, amounts, knownValues(amounts))) {
    const droppedFields = unconfirmed.filter((field) => findKnownValue(amounts.get(field)) !== undefined);
    for (const field of droppedFields) amounts.set(field, UNKNOWN);
    const done =
      droppedFields.length > 0 ? `${LEFT_UNKNOWN}: ${nameColumns(table, droppedFields)}` : 'nothing had to be left out';
    addFinding('suspect', signs, `cells may stand beside their column: ${reasons.join(', ')}`, done);
  }
}

/** Derives the figures of the catalogue from these amounts. */
function deriveFigures(amounts: ReadonlyMap<Field, Amount>, addFinding: AddFinding): Figures {
  const read = (field: Field) => amounts.get(field) ?? UNKNOWN;
  const figures = new Map(nutrients.map(({ key }) => [key, read(key)]));
  const kilojoules = read('energy');
  const kilocalories = read('energy-kcal');
  if (kilocalories.kind === 'trace' && kilojoules.kind !== 'known') figures.set('energy', kilocalories);
  else if (kilocalories.kind === 'known' && kilojoules.kind !== 'trace') {
    const { value, note } = chooseEnergy(knownValues(amounts), kilocalories.value);
    if (note) addFinding(note.kind, ['energy'], note.problem, note.done);
    figures.set('energy', toAmount(value));
  }
  // The catalogue's other forms of vitamins A and E are derived where the table has only one.
  const retinol = findKnownValue(read('retinol'));
  const betaAndGamma = findKnownValue(read('tocopherol-beta-gamma'));
  const derive = (key: string, from: Field, convert: (text: string) => string | undefined) => {
    const text = findKnownValue(read(from));
    if (text === undefined || findKnownValue(figures.get(key)) !== undefined) return;
    const derived = convert(text);
    // A value that is derived from a trace alone is a trace.
    figures.set(key, derived === '0' && read(from).kind === 'trace' ? read(from) : toAmount(derived));
  };
  derive('vitamin-a', 'vitamin-a-rae', (rae) => toRetinolEquivalents(rae, retinol));
  derive('vitamin-a-rae', 'vitamin-a', (re) => toRetinolActivity(re, retinol));
  derive('vitamin-e', 'tocopherol-alpha', (alpha) => toTocopherolEquivalents({ alpha, betaAndGamma }));
  const edible = findKnownValue(read('edible'));
  return {
    ...(edible === undefined ? {} : { edible }),
    nutrients: knownValues(figures),
    traces: [...figures].flatMap(([key, { kind }]) => (kind === 'trace' ? [key] : [])),
  };
}

function toAmount(value: string | undefined): Amount {
  return value === undefined ? UNKNOWN : { kind: 'known', value, decimals: 0 };
}

function knownValues(amounts: ReadonlyMap<Field, Amount>): Values {
  const values = [...amounts].map(([field, amount]) => [field, findKnownValue(amount)] as const);
  return Object.fromEntries(values.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])));
}
