import { inLanguage } from '../command/language.ts';
import type { Finding } from './finding.ts';
import { PRINTED_CODE } from './printed-table.ts';
import type { RawFood } from './table-file.ts';

/**
 * Joins foods that came in two rows, one for each page of the printed table. The rows have the same name, each lacks
 * what the other has, and only one of their codes has the table's form.
 */
export function joinHalves(foods: readonly RawFood[]): { foods: readonly RawFood[]; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const gone = new Set<RawFood>();
  const joined = new Map<RawFood, RawFood>();
  const broken = foods.filter((food) => food.isPrinted && !PRINTED_CODE.test(textOf(food, 'code')));
  for (const half of broken) {
    const other = foods.find((food) => isOtherHalf(food, half));
    if (other === undefined) continue;
    gone.add(half);
    joined.set(other, { ...other, cells: new Map([...half.cells, ...other.cells]) });
    const code = textOf(other, 'code');
    const problem = inLanguage({
      en: `is the other half of row ${other.row}, ${code}`,
      zh: `是第 ${other.row} 行 ${code} 的另一半`,
    });
    const done = inLanguage({ en: 'joined with it', zh: '已与其合并' });
    const cell = half.cells.get('code');
    const place = { file: half.file, row: half.row, food: cell?.text, column: cell?.column, value: cell?.text };
    findings.push({ kind: 'joined', ...place, problem, done });
  }
  return { foods: foods.flatMap((food) => (gone.has(food) ? [] : [joined.get(food) ?? food])), findings };
}

function isOtherHalf(food: RawFood, half: RawFood): boolean {
  if (textOf(food, 'name') !== textOf(half, 'name') || !PRINTED_CODE.test(textOf(food, 'code'))) return false;
  const own = [...half.cells.keys()].filter((field) => field !== 'code' && field !== 'name');
  return own.length > 0 && own.every((field) => !food.cells.has(field));
}

function textOf(food: RawFood, field: string): string {
  return food.cells.get(field)?.text.trim() ?? '';
}
