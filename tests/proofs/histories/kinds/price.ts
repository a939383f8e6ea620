import { readRows } from '../../../../lib/spreadsheet/rows.ts';
import { done } from '../answer.ts';
import { given, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
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
import type { World } from '../world.ts';
import { chooseFilter, type FoodName, marksOf, toTest } from './mark.ts';

function pricesOf(world: World, unit: number): Map<string, string> {
  return bookOf(world.prices, unit);
}

/** A price as it is sent, and as it is kept. */
const PRICES = [
  ['5.6', '5.60'],
  ['0', '0.00'],
  ['012.50', '12.50'],
  ['9999.99', '9999.99'],
] as const;

function choosePrice(draw: Draw) {
  const [sent, means] = draw.some<readonly [string, string]>(...PRICES);
  return draw.rarely(12)
    ? { sent: draw.some('-1', '1.005', '10000', '5元'), means, bad: ['price'] }
    : given(sent, means);
}

const setPrice = defineKind({
  route: 'PUT /api/ingredient/price',
  weight: 3,
  choose: (draw) => ({ ...codeArguments(draw), price: needed(draw, 'price', () => choosePrice(draw)) }),
  answer: (situation, { price, ...named }) =>
    setOne(situation, pricesOf(situation.world, situation.caller.unit), named, price),
});

const removePrice = defineKind({
  route: 'DELETE /api/ingredient/price',
  weight: 1,
  choose: codeArguments,
  answer: (situation, named) => removeOne(situation, pricesOf(situation.world, situation.caller.unit), named),
});

const listPrices = defineKind({
  route: 'GET /api/ingredient/price',
  weight: 2,
  choose: () => ({}),
  answer: ({ world, caller }) =>
    done(entriesOf(pricesOf(world, caller.unit)).map(([nutrient, price]) => ({ nutrient, price: Number(price) }))),
});

/** A file of prices by code; an empty price removes. Some files have a forbidden row. */
const uploadPrices = defineKind({
  route: 'PUT /api/ingredient/price',
  weight: 1,
  choose: (draw) => {
    const rows = draw.few(CODES, 1).map((code) => [code, draw.some('5.60', '0.00', '')] as const);
    const bad = [...rows, ['x', '贵']] as const;
    if (draw.rarely(6)) return { files: { sent: toSheet('编码,价格', bad), means: rows, bad: ['files'] } };
    return { files: given(toSheet('编码,价格', rows), rows) };
  },
  send: ({ files }) => sendSheet(files.sent),
  answer: (situation, { files }) =>
    applySheet(
      situation,
      pricesOf(situation.world, situation.caller.unit),
      files,
      (set, removed) => `成功：设置价格 ${set} 个，删除价格 ${removed} 个`,
    ),
});

const getPriceTemplate = defineKind({
  route: 'GET /api/ingredient/price/template',
  weight: 1,
  choose: chooseFilter,
  read: (file) => {
    const [header, ...rows] = readRows('prices.xlsx', file).rows.map(({ cells }) => cells);
    const body = rows.map(([code, name = '', category = '', price = '']) => [code, name, category, price]);
    return { code: 200, desc: '成功', success: true, body: [header, ...body] };
  },
  answer: ({ world, caller }, filter) => {
    const prices = pricesOf(world, caller.unit);
    const own = [...prices.keys()].filter((code) => world.foods.every((food) => food.code !== code));
    const all: FoodName[] = [...world.foods, ...own.map((code) => ({ code, name: '', category: '' }))];
    const found = all.filter(toTest(filter, marksOf(world, caller.unit))).sort((a, b) => (a.code < b.code ? -1 : 1));
    const rows = found.map(({ code, name, category }) => [code, name, category, prices.get(code) ?? '']);
    return done([['编码', '名称', '类别', '价格（元/kg）'], ...rows]);
  },
});

export const kinds: readonly Kind[] = [setPrice, removePrice, listPrices, uploadPrices, getPriceTemplate];
