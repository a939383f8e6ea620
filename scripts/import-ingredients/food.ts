import type { FoodFacts } from '../../lib/domain/ingredient/ingredient.ts';
import { code, NAME_MAX, requiredText } from '../../lib/domain/values/fields.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { readFigures } from './figures.ts';
import type { Finding } from './finding.ts';
import { joinHalves } from './halves.ts';
import { PRINTED_CODE } from './printed-table.ts';
import type { RawFood, RawTable } from './table-file.ts';
import { words } from './words.ts';

/** The foods of all tables, each code once, and all findings. */
export interface Foods {
  /** The number of read rows, used or not. */
  readonly rows: number;
  readonly foods: readonly FoodFacts[];
  readonly findings: readonly Finding[];
}

const Code = code();
/** The name of a food or of its category. */
const Name = requiredText(NAME_MAX);

/** Turns the rows of tables into foods. If several rows have one code, the first one is used. */
export function toFoods(tables: readonly RawTable[]): Foods {
  const kept = new Map<string, { food: FoodFacts; raw: RawFood }>();
  const findings: Finding[] = [];
  for (const table of tables) {
    const { foods, findings: halves } = joinHalves(table.foods);
    findings.push(...table.findings, ...halves);
    for (const raw of foods) {
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

/** A row as a food, with the findings about it. Without a code or a name it is not a food. */
function toFood(raw: RawFood): { food: FoodFacts | undefined; findings: readonly Finding[] } {
  const text = (field: string) => raw.cells.get(field)?.text ?? '';
  const id = { code: Code.safeParse(text('code')), name: Name.safeParse(text('name')) };
  const unusable = (field: 'code' | 'name', problem: Text): Finding => {
    const cell = raw.cells.get(field);
    const place = { file: raw.file, row: raw.row, food: text('code'), column: cell?.column, value: cell?.text };
    return { kind: 'row', ...place, problem: inLanguage(problem), done: inLanguage(words.notLoaded) };
  };
  const findings = (['code', 'name'] as const)
    .filter((field) => !id[field].success)
    .map((field) => {
      const isAbsent = text(field).trim() === '';
      const zh = field === 'code' ? '编码' : '名称';
      const absent = { en: `has no ${field}`, zh: `没有${zh}` };
      const bad = { en: `the ${field} is too long or has control characters`, zh: `${zh}过长或含有控制字符` };
      return unusable(field, isAbsent ? absent : bad);
    });
  if (!id.code.success || !id.name.success) return { food: undefined, findings };
  if (raw.isPrinted && !PRINTED_CODE.test(id.code.data)) {
    const problem = {
      en: 'is no code of the printed table: six digits, then x or not',
      zh: '不是印刷成分表的编码：六位数字，可后接 x',
    };
    return { food: undefined, findings: [unusable('code', problem)] };
  }
  const category = Name.safeParse(text('category') || raw.category);
  const names = {
    code: id.code.data,
    name: id.name.data,
    category: category.success ? category.data : raw.category,
  };
  const { figures, findings: own } = readFigures(raw, names);
  return { food: { ...names, ...figures }, findings: own };
}

function toRepetition(food: FoodFacts, raw: RawFood, first: { food: FoodFacts; raw: RawFood }): Finding {
  const column = raw.cells.get('code')?.column;
  const place = { file: raw.file, row: raw.row, food: food.code, column, value: food.code };
  const where = `${first.raw.file}, ${inLanguage(words.row(first.raw.row))}`;
  const isSame = hasSameFigures(food, first.food);
  const problem = isSame
    ? { en: `is there already with the same figures: ${where}`, zh: `已有，数值相同：${where}` }
    : { en: `is there already with other figures: ${where}`, zh: `已有，数值不同：${where}` };
  const done = isSame ? { en: 'not needed', zh: '不需要' } : { en: 'the others are kept', zh: '保留已有的' };
  return { kind: isSame ? 'duplicate' : 'row', ...place, problem: inLanguage(problem), done: inLanguage(done) };
}

function hasSameFigures(a: FoodFacts, b: FoodFacts): boolean {
  const figures = ({ edible, nutrients, traces }: FoodFacts) =>
    JSON.stringify([edible ?? null, Object.entries(nutrients).sort(), traces.toSorted()]);
  return figures(a) === figures(b);
}
