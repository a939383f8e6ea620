import { expect, it } from 'vitest';
import { splitFoods, toGrams, toMeals, toMonths, toYesNo } from '../../../lib/domain/dish-text.ts';

/** Rows of a text and what it means, separated by an arrow. What means nothing has no right side. */
const listCases = (text: string) =>
  text
    .split('|')
    .map((row) => row.split('→'))
    .map(([written = '', meant = '']) => [written, meant.trim()] as const);

it.each(
  listCases(
    '50g→50|80克→80|0.1kg→100|0.07公斤→70| １２０ →120|1.5 千克→1500|2两→100|0.5斤→250|1e-7→1e-7|5G→5|适量|50ml|-5|1,000|',
  ),
)('the amount %s is %s', (text, grams) => expect(toGrams(text)).toBe(grams === '' ? undefined : Number(grams)));

it('keeps all digits of an amount', () => expect(toGrams('33.333333333333336')).toBe(33.333333333333336));

it.each(
  listCases(
    '全年→[]|→[]|1-3月→[1,2,3]|11月～2月→[1,2,11,12]|５，6、 7 8→[5,6,7,8]|3月,1至2月份→[1,2,3]|1-12月→[1,2,3,4,5,6,7,8,9,10,11,12]|13|0|1-13|春季',
  ),
)('the months %s are %s', (text, months) => expect(JSON.stringify(toMonths(text)) ?? '').toBe(months));

it.each(
  listCases(
    '中餐→lunch|晚饭、早餐→breakfast dinner|早/中/晚→breakfast lunch dinner|夜宵, 早点→morningSnack supper|不限→none|→none|下午茶',
  ),
)('the meals %s are %s', (text, meals) => {
  const found = toMeals(text);
  expect(found?.length === 0 ? 'none' : (found?.join(' ') ?? '')).toBe(meals);
});

it.each(listCases('是→true|√→true|Ｙ→true|TRUE→true|no→false|×→false|也许'))('%s is %s', (text, isYes) =>
  expect(String(toYesNo(text) ?? '')).toBe(isYes),
);

it.each(
  listCases(
    `猪肉50g，青椒30g→猪肉=50g 青椒=30g|猪肉 50g 青椒 0.03kg→猪肉=50g 青椒=0.03kg|猪肉50克青椒30克→猪肉=50克 青椒=30克
    |猪肉（50g）；青椒：３０→猪肉=50g 青椒=30|马铃薯[土豆、洋芋]100→马铃薯[土豆、洋芋]=100|猪肉（代表值，fat 30g） 50→猪肉(代表值,fat 30g)=50
    |猪肉 50 是\n青椒 30g 否→猪肉=50=true 青椒=30g=false|043119 番茄 120→043119 番茄=120|油适量、→油适量=|，`,
  ),
)('the foods %s', (text, foods) => {
  expect(
    splitFoods(text)
      .map((food) => Object.values(food).join('='))
      .join(' '),
  ).toBe(foods);
});
