import { expect, it } from 'vitest';
import { splitFoods, toGrams, toMeals, toMonths, toYesNo } from '../../../lib/domain/dish-text.ts';

it.each([
  ['50g', 50],
  ['80克', 80],
  ['0.1kg', 100],
  ['0.07公斤', 70],
  [' １２０ ', 120],
  ['1.5 千克', 1500],
  ['2两', 100],
  ['0.5斤', 250],
  ['33.333333333333336', 33.333333333333336],
  ['1e-7', 1e-7],
  ['5G', 5],
  ['适量', undefined],
  ['50ml', undefined],
  ['-5', undefined],
  ['1,000', undefined],
  ['', undefined],
])('the amount %s is %s', (text, grams) => expect(toGrams(text)).toBe(grams));

it.each([
  ['全年', []],
  ['', []],
  ['1-3月', [1, 2, 3]],
  ['11月～2月', [1, 2, 11, 12]],
  ['５，6、 7 8', [5, 6, 7, 8]],
  ['3月,1至2月份', [1, 2, 3]],
  ['1-12月', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ['13', undefined],
  ['0', undefined],
  ['1-13', undefined],
  ['春季', undefined],
])('the months %s are %j', (text, months) => expect(toMonths(text)).toEqual(months));

it.each([
  ['中餐', ['lunch']],
  ['晚饭、早餐', ['breakfast', 'dinner']],
  ['早/中/晚', ['breakfast', 'lunch', 'dinner']],
  ['夜宵, 早点', ['morningSnack', 'supper']],
  ['不限', []],
  ['', []],
  ['下午茶', undefined],
])('the meals %s are %j', (text, meals) => expect(toMeals(text)).toEqual(meals));

it.each([
  ['是', true],
  ['√', true],
  ['Ｙ', true],
  ['TRUE', true],
  ['no', false],
  ['×', false],
  ['也许', undefined],
])('%s is %s', (text, isYes) => expect(toYesNo(text)).toBe(isYes));

it.each<[string, (readonly [name: string, amount: string, isMain?: boolean])[]]>([
  [
    '猪肉50g，青椒30g',
    [
      ['猪肉', '50g'],
      ['青椒', '30g'],
    ],
  ],
  [
    '猪肉 50g 青椒 0.03kg',
    [
      ['猪肉', '50g'],
      ['青椒', '0.03kg'],
    ],
  ],
  [
    '猪肉50克青椒30克',
    [
      ['猪肉', '50克'],
      ['青椒', '30克'],
    ],
  ],
  [
    '猪肉（50g）；青椒：３０',
    [
      ['猪肉', '50g'],
      ['青椒', '30'],
    ],
  ],
  ['马铃薯[土豆、洋芋]100', [['马铃薯[土豆、洋芋]', '100']]],
  ['猪肉（代表值，fat 30g） 50', [['猪肉(代表值,fat 30g)', '50']]],
  [
    '猪肉 50 是\n青椒 30g 否',
    [
      ['猪肉', '50', true],
      ['青椒', '30g', false],
    ],
  ],
  ['043119 番茄 120', [['043119 番茄', '120']]],
  ['油适量、', [['油适量', '']]],
  ['，', []],
])('the foods %s', (text, foods) => {
  const expected = foods.map(([name, amount, isMain]) => ({ name, amount, ...(isMain !== undefined && { isMain }) }));
  expect(splitFoods(text)).toEqual(expected);
});
