import { readRows } from '../../../../lib/spreadsheet/rows.ts';
import { done } from '../answer.ts';
import { choice, given, keyword, type Meaning, maybe, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { isFound } from '../gate.ts';
import { defineKind, type Kind } from '../kind.ts';
import {
  applySheet,
  bookOf,
  CODES,
  codeArguments,
  entriesOf,
  removeOne,
  sendSheet,
  setOne,
  toSheet,
} from '../named-codes.ts';
import type { ModelFood, World } from '../world.ts';

const MARKS = ['常用', '忌用'];

export function marksOf(world: World, unit: number): Map<string, string> {
  return bookOf(world.marks, unit);
}

const setMark = defineKind({
  route: 'PUT /api/ingredient/mark',
  weight: 4,
  choose: (draw) => ({
    ...codeArguments(draw),
    mark: needed(draw, 'mark', () => choice(draw, 'mark', MARKS)),
  }),
  answer: (situation, { mark, ...named }) =>
    setOne(situation, marksOf(situation.world, situation.caller.unit), named, mark),
});

const removeMark = defineKind({
  route: 'DELETE /api/ingredient/mark',
  weight: 1,
  choose: codeArguments,
  answer: (situation, named) => removeOne(situation, marksOf(situation.world, situation.caller.unit), named),
});

const listMarks = defineKind({
  route: 'GET /api/ingredient/mark',
  weight: 2,
  choose: () => ({}),
  answer: ({ world, caller }) =>
    done(entriesOf(marksOf(world, caller.unit)).map(([nutrient, mark]) => ({ nutrient, mark }))),
});

/** A file of marks by code; an empty mark removes. Some files have a forbidden row. */
const uploadMarks = defineKind({
  route: 'PUT /api/ingredient/mark',
  weight: 1,
  choose: (draw) => {
    const rows = draw.few(CODES, 1).map((code) => [code, draw.some('常用', '忌用', '')] as const);
    const bad = [...rows, ['x', '喜欢']] as const;
    if (draw.rarely(6)) return { files: { sent: toSheet('编码,标记', bad), means: rows, bad: ['files'] } };
    return { files: given(toSheet('编码,标记', rows), rows) };
  },
  send: ({ files }) => sendSheet(files.sent),
  answer: (situation, { files }) =>
    applySheet(
      situation,
      marksOf(situation.world, situation.caller.unit),
      files,
      (set, removed) => `成功：标记 ${set} 个，取消标记 ${removed} 个`,
    ),
});

/** The filters of a search for foods. */
export function chooseFilter(draw: Draw) {
  return {
    keyword: maybe(draw, () => keyword(draw, '米', '101', '01X', 'mi')),
    category: maybe(draw, () => given('谷类', '谷类')),
    mark: maybe(draw, () => choice(draw, 'mark', [...MARKS, ''])),
  };
}

type Filter = Meaning<ReturnType<typeof chooseFilter>>;
export type FoodName = Pick<ModelFood, 'code' | 'name' | 'category'>;

/** Whether the filter finds a food, with these marks. */
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
