import type { FoodFacts } from '../../lib/domain/ingredient/ingredient.ts';
import { findDoubts, findImpossible } from '../../lib/domain/ingredient/plausibility.ts';
import { greatestValues } from '../../lib/domain/nutrient/greatest-values.ts';
import { nutrients } from '../../lib/domain/nutrient/nutrient.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { type Amount, type Amounts, knownValue, readAmount, readShare, valuesOf } from './cell.ts';
import type { Field } from './columns.ts';
import { findKilocalorieProblems, readEnergy } from './energy.ts';
import type { Finding } from './finding.ts';
import { findShifts } from './shift.ts';
import type { RawFood } from './table-file.ts';
import { deriveVitamins } from './vitamins.ts';
import { words } from './words.ts';

type Names = Pick<FoodFacts, 'code' | 'name' | 'category'>;
type Figures = Pick<FoodFacts, 'edible' | 'nutrients' | 'traces'>;
type Tell = (kind: Finding['kind'], fields: readonly Field[], problem: Text | string, done: Text) => void;

const UNKNOWN: Amount = { kind: 'unknown' };

/** The credible figures of a row, and the findings about the others. */
export function readFigures(raw: RawFood, names: Names): { figures: Figures; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const tell: Tell = (kind, fields, problem, done) => {
    const cells = fields.flatMap((field) => raw.cells.get(field) ?? []);
    const columns = cells.map(({ column }) => column).join('+');
    const texts = cells.map(({ text }) => text.trim()).join('+');
    findings.push({
      kind,
      file: raw.file,
      row: raw.row,
      food: names.code,
      column: columns,
      value: texts,
      problem: inLanguage(problem),
      done: inLanguage(done),
    });
  };
  const amounts = readCells(raw, tell);
  const impossible = refuse(amounts, names, tell);
  withhold(raw, amounts, impossible, tell);
  const figures = conclude(amounts, tell);
  for (const { keys, problem } of findDoubts({ ...names, ...figures })) {
    tell('warning', keys, problem, words.loaded);
  }
  return { figures, findings };
}

function readCells(raw: RawFood, tell: Tell): Map<Field, Amount> {
  const amounts = new Map<Field, Amount>();
  for (const field of raw.pages.flat()) {
    if (field === 'remark') continue;
    const text = raw.cells.get(field)?.text ?? '';
    const amount = field === 'edible' ? readShare(text) : readAmount(text);
    if (amount.kind === 'bad') tell('cell', [field], amount.problem, words.leftUnknown);
    amounts.set(field, amount);
  }
  return amounts;
}

/** Removes values that no food has, reports them, and returns their fields. */
function refuse(amounts: Map<Field, Amount>, names: Names, tell: Tell): ReadonlySet<Field> {
  const values = valuesOf(amounts);
  const impossible = [
    ...findImpossible({ ...names, nutrients: values }),
    ...findKilocalorieProblems(values, greatestValues['energy']?.value),
  ];
  for (const { keys, problem } of impossible) tell('cell', keys, problem, words.leftUnknown);
  const fields = new Set(impossible.flatMap(({ keys }) => keys));
  for (const field of fields) amounts.set(field, UNKNOWN);
  return fields;
}

/** Removes values that may belong to a neighbouring column, and reports the row. */
function withhold(raw: RawFood, amounts: Map<Field, Amount>, impossible: ReadonlySet<Field>, tell: Tell): void {
  const shifts = findShifts(raw, amounts, impossible);
  if (shifts.length === 0) return;
  const unsure = shifts.flatMap((shift) => shift.unsure);
  const lost = unsure.filter((field) => knownValue(amounts.get(field)) !== undefined);
  for (const field of lost) amounts.set(field, UNKNOWN);
  const signs = shifts.flatMap((shift) => shift.signs);
  const lacking = shifts.flatMap((shift) => shift.lacking);
  const columns = lost.map((field) => raw.cells.get(field)?.column ?? field).join(', ');
  const done =
    lost.length > 0
      ? { en: `left unknown: ${columns}`, zh: `视为未知：${columns}` }
      : { en: 'nothing had to be left out', zh: '无需舍去' };
  tell('suspect', signs, describeShift(signs.length > 0, lacking), done);
}

function describeShift(hasSigns: boolean, lacking: readonly string[]): Text {
  const strange = hasSigns ? [{ en: 'this does not belong there', zh: '此值不应在此' }] : [];
  const names = lacking.join(', ');
  const absence = names === '' ? [] : [{ en: `the row has no ${names}`, zh: `该行没有 ${names}` }];
  const all = [...strange, ...absence];
  return {
    en: `cells may stand beside their column: ${all.map(({ en }) => en).join(', ')}`,
    zh: `单元格可能错列：${all.map(({ zh }) => zh).join('，')}`,
  };
}

/** The figures of the catalogue, from these amounts. */
function conclude(amounts: Amounts, tell: Tell): Figures {
  const read = (field: Field) => amounts.get(field) ?? UNKNOWN;
  const kept = new Map(nutrients.map(({ key }) => [key, read(key)]));
  const energy = readEnergy(read, valuesOf(amounts));
  for (const { kind, field, problem, done } of energy.notes) tell(kind, [field], problem, done);
  kept.set('energy', energy.amount);
  for (const [key, amount] of deriveVitamins(read)) if (knownValue(kept.get(key)) === undefined) kept.set(key, amount);
  const edible = knownValue(read('edible'));
  return {
    ...(edible === undefined ? {} : { edible }),
    nutrients: valuesOf(kept),
    traces: [...kept].flatMap(([key, { kind }]) => (kind === 'trace' ? [key] : [])),
  };
}
