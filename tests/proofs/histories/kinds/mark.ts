import { readRows } from '../../../../lib/spreadsheet/rows.ts';
import type { CallOptions } from '../../../support/service.ts';
import { done, type Expected, fails } from '../answer.ts';
import { type Argument, choice, given, keyword, type Meaning, maybe, name, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { isFound } from '../gate.ts';
import { defineKind, type Kind, type Situation } from '../kind.ts';
import { dishesOf, type ModelFood, type World } from '../world.ts';

const MARKS = ['常用', '忌用'];
/** Some of the catalogue, one of it without its zero, some of the unit's own. */
const CODES = ['012001x', '042101', '42101', 'Own-1', '自编码', '081101', '101401'];

export function marksOf(world: World, unit: number): Map<string, string> {
  const known = world.marks.get(unit) ?? new Map<string, string>();
  world.marks.set(unit, known);
  return known;
}

/**
 * The code under its name in the contract, or under the one that people expect; hardly ever under neither, or under both
 * and not alike.
 */
function codeArguments(draw: Draw) {
  const code = name(draw, 'nutrient', CODES, 64);
  if (draw.rarely(40)) return { nutrient: missing('nutrient') };
  if (draw.rarely(40)) return { nutrient: given('a', 'a'), ingredient: { ...given('b', 'b'), bad: ['ingredient'] } };
  if (draw.rarely(6)) return { ingredient: { ...code, ...(code.bad ? { bad: ['ingredient'] } : {}) } };
  return draw.rarely(10) && !code.bad ? { nutrient: code, ingredient: code } : { nutrient: code };
}

function missing(field: string): Argument<string> {
  return { sent: undefined, means: '', bad: [field] };
}

interface NamedCode {
  readonly nutrient?: string | undefined;
  readonly ingredient?: string | undefined;
}

/** What a code is taken for; undefined where nobody knows it. */
function meantBy(code: string, { world, caller }: Situation): string | undefined {
  const isListed = (one: string) => world.foods.some((food) => food.code === one);
  const isUsed = dishesOf(world, caller.unit).some(({ ingredient }) => ingredient.some(({ key }) => key === code));
  if (isListed(code) || isUsed || marksOf(world, caller.unit).has(code)) return code;
  const zeros = ['0', '00', '000', '0000', '00000'].map((some) => `${some}${code}`);
  return zeros.find((one) => /^\d{6}x?$/.test(one) && isListed(one));
}

function tellUnknown(codes: readonly string[]): string {
  const more = codes.length > 5 ? ` 等，另有 ${codes.length - 5} 个` : '';
  return codes.length > 0 ? `；食材目录和本单位菜品中都没有的编码：${codes.slice(0, 5).join('、')}${more}` : '';
}

function codeOf({ nutrient, ingredient }: NamedCode): string {
  return nutrient ?? ingredient ?? '';
}

const setMark = defineKind({
  route: 'PUT /api/ingredient/mark',
  weight: 4,
  choose: (draw) => ({
    ...codeArguments(draw),
    mark: needed(draw, 'mark', () => choice(draw, 'mark', MARKS)),
  }),
  answer: (situation, { mark, ...named }): Expected => {
    const marks = marksOf(situation.world, situation.caller.unit);
    const meant = meantBy(codeOf(named), situation);
    const code = meant ?? codeOf(named);
    const isIdle = marks.get(code) === mark;
    marks.set(code, mark);
    return { kind: 'success', desc: `成功${tellUnknown(meant === undefined ? [code] : [])}`, isIdle };
  },
});

const removeMark = defineKind({
  route: 'DELETE /api/ingredient/mark',
  weight: 1,
  choose: codeArguments,
  answer: (situation, named): Expected => {
    const code = meantBy(codeOf(named), situation) ?? codeOf(named);
    const isIdle = !marksOf(situation.world, situation.caller.unit).delete(code);
    return { kind: 'success', isIdle };
  },
});

const listMarks = defineKind({
  route: 'GET /api/ingredient/mark',
  weight: 2,
  choose: () => ({}),
  answer: ({ world, caller }) => {
    const entries = [...marksOf(world, caller.unit)].sort(([a], [b]) => (a < b ? -1 : 1));
    return done(entries.map(([nutrient, mark]) => ({ nutrient, mark })));
  },
});

const BOUNDARY = 'mark-sheet';

/** A file of marks by code; an empty mark removes. Some hold a row that may not be. */
const uploadMarks = defineKind({
  route: 'PUT /api/ingredient/mark',
  weight: 1,
  choose: (draw) => {
    const rows = draw.few(CODES, 1).map((code) => [code, draw.some('常用', '忌用', '')] as const);
    if (draw.rarely(6)) return { files: { sent: toSheet([...rows, ['x', '喜欢']]), means: rows, bad: ['files'] } };
    return { files: given(toSheet(rows), rows) };
  },
  send: ({ files }): CallOptions => ({
    rawBody: files.sent ?? '',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }),
  answer: (situation, { files }) => applySheet(situation, files),
});

function toSheet(rows: readonly (readonly [string, string])[]): string {
  const lines = ['编码,标记', ...rows.map((row) => row.join(','))];
  const head = `Content-Disposition: form-data; name="files"; filename="marks.csv"\r\nContent-Type: text/csv`;
  return `--${BOUNDARY}\r\n${head}\r\n\r\n${lines.join('\r\n')}\r\n--${BOUNDARY}--\r\n`;
}

function applySheet(situation: Situation, sent: readonly (readonly [string, string])[]): Expected {
  const marks = marksOf(situation.world, situation.caller.unit);
  const unknown = sent.filter(([code, mark]) => mark !== '' && meantBy(code, situation) === undefined);
  const rows = sent.map(([code, mark]) => [meantBy(code, situation) ?? code, mark] as const);
  const wanted = new Map(rows);
  if (rows.some(([code, mark]) => wanted.get(code) !== mark)) return fails('invalid_input', 'files');
  const changed = [...wanted].filter(([code, mark]) => (marks.get(code) ?? '') !== mark);
  for (const [code, mark] of changed) {
    if (mark === '') marks.delete(code);
    else marks.set(code, mark);
  }
  const set = changed.filter(([, mark]) => mark !== '').length;
  const desc = `成功：标记 ${set} 个，取消标记 ${changed.length - set} 个${tellUnknown(unknown.map(([code]) => code))}`;
  return { kind: 'success', desc, isIdle: changed.length === 0 };
}

/** By which foods are looked for. */
export function chooseFilter(draw: Draw) {
  return {
    keyword: maybe(draw, () => keyword(draw, '米', '101', '01X', 'mi')),
    category: maybe(draw, () => given('谷类', '谷类')),
    mark: maybe(draw, () => choice(draw, 'mark', [...MARKS, ''])),
  };
}

type Filter = Meaning<ReturnType<typeof chooseFilter>>;
type FoodName = Pick<ModelFood, 'code' | 'name' | 'category'>;

/** Whether a food is found so, among those with these marks. */
export function toTest({ keyword: word, category, mark }: Filter, marks: ReadonlyMap<string, string>) {
  return (food: FoodName) =>
    (isFound(food.name, word) || isFound(food.code, word)) &&
    (category === undefined || food.category === category) &&
    (!mark || marks.get(food.code) === mark);
}

const getMarkTemplate = defineKind({
  route: 'GET /api/ingredient/mark/template',
  weight: 1,
  choose: chooseFilter,
  read: (file) => {
    const [header, ...rows] = readRows('marks.xlsx', file).rows.map(({ cells }) => cells);
    const body = rows.map(([code, name = '', category = '', mark = '']) => [code, name, category, mark]);
    return { code: 200, desc: '成功', success: true, body: [header, ...body] };
  },
  answer: ({ world, caller }, filter) => {
    const marks = marksOf(world, caller.unit);
    const own = [...marks.keys()].filter((code) => world.foods.every((food) => food.code !== code));
    const all: FoodName[] = [...world.foods, ...own.map((code) => ({ code, name: '', category: '' }))];
    const found = all.filter(toTest(filter, marks)).sort((a, b) => (a.code < b.code ? -1 : 1));
    const rows = found.map(({ code, name: food, category }) => [code, food, category, marks.get(code) ?? '']);
    return done([['编码', '名称', '类别', '标记'], ...rows]);
  },
});

export const kinds: readonly Kind[] = [setMark, removeMark, listMarks, uploadMarks, getMarkTemplate];
