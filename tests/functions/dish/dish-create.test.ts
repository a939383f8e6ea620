import { afterAll, describe, expect, it } from 'vitest';
import { dishMarks, dishPolys } from '../../../lib/domain/dish.ts';
import { meals } from '../../../lib/domain/meal.ts';
import type { Problem } from '../../../lib/errors.ts';
import { DishBench, dishRecord, fullDish, fullDishRecord, makeIcon, plainDish } from '../../support/nouns/dishes.ts';
import { addSchool, badInput, failure, ICON, SUCCESS, withTitles } from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
afterAll(() => bench.expectSound());

const create = (facts: Readonly<Record<string, string>>, token = school.token) =>
  bench.call('PUT /api/dish', facts, token);
const newest = async () => (await bench.list(school.id))[0];
const made = async () => (await bench.list(school.id)).length;

/** Expects that the call is refused with this body, and that nothing is written. */
async function expectRefused(facts: Readonly<Record<string, string>>, body: unknown, token = school.token) {
  expect((await expectNoWrites(service, () => create(facts, token))).json).toEqual(body);
}

const school = await addSchool(service, 'school');

describe('PUT /api/dish', () => {
  it('answers the envelope only and keeps every field', async () => {
    const begun = Date.now();
    expect((await create(fullDish)).json).toEqual(SUCCESS);
    const dish = await newest();
    expect(dish).toEqual(dishRecord(school.id, await made(), fullDishRecord));
    expect([dish.modify >= begun, dish.modify <= Date.now()]).toEqual([true, true]);
  });

  it('needs name and mark only; all else is empty', async () => {
    await create(plainDish);
    expect(await newest()).toEqual(dishRecord(school.id, await made()));
  });

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['a name of 1 character', { name: '粥' }, { name: '粥' }],
    ['a name of 100 characters', { name: '菜'.repeat(100) }, { name: '菜'.repeat(100) }],
    ['a name of 100 characters beyond the basic plane', { name: '𩽾'.repeat(100) }, { name: '𩽾'.repeat(100) }],
    ['a name in full-width letters with blanks around', { name: ' ＡＢ豆腐 ' }, { name: 'AB豆腐' }],
    ['poly empty', { poly: '' }, { poly: '' }],
    ['months in any order and repeated', { month: '12,1,12, 3' }, { month: [1, 3, 12] }],
    ['all months', { month: '12,11,10,9,8,7,6,5,4,3,2,1' }, { month: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }],
    ['no month', { month: '' }, { month: [] }],
    ['meals in any order and repeated', { meals: 'supper, lunch,supper' }, { meals: ['lunch', 'supper'] }],
    ['no meal, which means all of them', { meals: '' }, {}],
    ['an icon as data string', { icon: ICON }, { icon: ICON }],
    ['an icon as file name', { icon: '番茄 1.png' }, { icon: '番茄 1.png' }],
    ['an icon whose file name has 255 characters', { icon: 'a'.repeat(255) }, { icon: 'a'.repeat(255) }],
    ['an icon of just below 50 KB', { icon: makeIcon(51_198) }, { icon: makeIcon(51_198) }],
    ['no icon', { icon: '' }, { icon: '' }],
    ['no ingredient', { ingredient: '[]' }, { ingredient: [] }],
    ['ingredient empty', { ingredient: '' }, { ingredient: [] }],
  ])('takes %s', async (_, facts, expected) => {
    expect((await create({ ...plainDish, ...facts })).json).toEqual(SUCCESS);
    expect(await newest()).toEqual(dishRecord(school.id, await made(), expected));
  });

  it.each<[string, unknown]>([
    ['a key of 64 characters', { key: '码'.repeat(64), value: 1 }],
    ['100000 grams', { key: 'a', value: 100_000 }],
    ['a tiny amount', { key: 'a', value: 0.0000001 }],
    ['an amount that no binary float holds', { key: 'a', value: 0.1 }],
    ['isMain absent', { key: 'a', value: 1 }],
    ['isMain false', { key: 'a', value: 1, isMain: false }],
    ['the key __proto__', { key: '__proto__', value: 1 }],
    ['the key constructor', { key: 'constructor', value: 1, isMain: true }],
  ])('takes an ingredient with %s', async (_, entry) => {
    expect((await create({ ...plainDish, ingredient: JSON.stringify([entry]) })).json).toEqual(SUCCESS);
    expect(await newest()).toEqual(dishRecord(school.id, await made(), { ingredient: [entry] }));
  });

  it('takes 100 ingredients in their order', async () => {
    const ingredient = Array.from({ length: 100 }, (_, index) => ({ key: `k${99 - index}`, value: index + 1 }));
    await create({ ...plainDish, ingredient: JSON.stringify(ingredient) });
    expect(await newest()).toEqual(dishRecord(school.id, await made(), { ingredient }));
  });

  it('leaves properties out that the contract does not have, __proto__ among them, and harms nothing', async () => {
    const ingredient =
      '[{"key":"a","value":1,"__proto__":{"isMain":true,"polluted":1},"constructor":{"x":1},"more":2}]';
    expect((await create({ ...plainDish, ingredient })).json).toEqual(SUCCESS);
    const entry = { key: 'a', value: 1 };
    expect(await newest()).toEqual(dishRecord(school.id, await made(), { ingredient: [entry] }));
    expect(Object.keys((await newest()).ingredient[0])).toEqual(['key', 'value']);
    expect('polluted' in {}).toBe(false);
  });

  it('takes every mark and every poly of the lists', async () => {
    for (const mark of dishMarks) expect((await create({ ...plainDish, mark })).json).toEqual(SUCCESS);
    for (const poly of dishPolys) expect((await create({ ...plainDish, poly })).json).toEqual(SUCCESS);
    const dishes = await bench.list(school.id);
    const polys = dishes.slice(0, dishPolys.length).map(({ poly }: { poly: string }) => poly);
    expect(polys).toEqual([...dishPolys].reverse());
    const marks = dishes.slice(dishPolys.length).slice(0, dishMarks.length);
    expect(marks.map((dish: { marks: string }) => dish.marks)).toEqual([...dishMarks].reverse());
  });
});

describe('PUT /api/dish is 400 or 413 naming the field, and writes nothing, for', () => {
  const marks = { code: 'choice', names: dishMarks.join(' ') } as const;
  const polys = { code: 'choice', names: dishPolys.join(' ') } as const;
  const months = { code: 'months' } as const;
  const anyMeal = { code: 'choice', names: meals.join(' ') } as const;
  const grams = { code: 'grams', max: 100_000 } as const;
  const code = { code: 'code', max: 64 } as const;
  const list = (entry: unknown) => JSON.stringify([{ key: 'fine', value: 1 }, entry]);
  const many = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, key) => ({ key: `${key}`, value: 1 })));

  it.each(
    withTitles([
      ['name', '', { code: 'empty' }],
      ['name', '  ', { code: 'empty' }],
      ['name', '菜'.repeat(101), { code: 'too_long', max: 100 }],
      ['name', '豆\u0007腐', { code: 'text' }],
      ['mark', '', marks],
      ['mark', '硬菜', marks],
      ['mark', '荤菜,素菜', marks],
      ['poly', '炒炒', polys],
      ['poly', '炒蒸', polys],
      ['poly', '冻', polys],
      ['month', '13', months],
      ['month', '0', months],
      ['month', '1,2,13', months],
      ['month', '-1', { code: 'ids' }],
      ['month', '1.5', { code: 'ids' }],
      ['month', '一月', { code: 'ids' }],
      ['month', '1,,2', { code: 'ids' }],
      ['month', Array(101).fill('1').join(), { code: 'too_many', max: 100 }],
      ['meals', 'brunch', anyMeal],
      ['meals', 'lunch,,dinner', anyMeal],
      ['meals', '午餐', anyMeal],
      ['ingredient', ' ', { code: 'json' }],
      ['ingredient', '鸡蛋', { code: 'json' }],
      ['ingredient', "[{'key':'a','value':1}]", { code: 'json' }],
      ['ingredient', '[{"key":"a","value":NaN}]', { code: 'json' }],
      ['ingredient', '[{"key":"a","value":1}', { code: 'json' }],
      ['ingredient', `[${' '.repeat(20_000)}]`, { code: 'too_long', max: 20_000 }],
      ['ingredient', '{}', { code: 'list' }],
      ['ingredient', '{"key":"a","value":1}', { code: 'list' }],
      ['ingredient', '"[]"', { code: 'list' }],
      ['ingredient', '{"__proto__":[]}', { code: 'list' }],
      ['ingredient', many(101), { code: 'too_many', max: 100 }],
      ['vendors', '1;2', { code: 'ids' }],
      ['vendors', '-1', { code: 'ids' }],
      ['vendors', Array(501).fill('1').join(), { code: 'too_many', max: 500 }],
      ['icon', '图标/a.png', { code: 'icon' }],
      ['icon', '..\\a.png', { code: 'icon' }],
      ['icon', '..', { code: 'icon' }],
      ['icon', 'a'.repeat(256), { code: 'too_long', max: 255 }],
      ['icon', 'https://example.com/a.png', { code: 'icon' }],
      ['icon', 'data:image/svg+xml;base64,PHN2Zy8+', { code: 'icon' }],
      ['icon', 'data:image/png;base64,', { code: 'icon' }],
      ['icon', 'data:image/png;base64,AAA', { code: 'icon' }],
      ['icon', 'data:text/html,<b>', { code: 'icon' }],
    ]),
  )('$title', ({ field, value, problem }) =>
    expectRefused({ ...fullDish, [field]: value }, badInput([field, problem])),
  );

  it.each<[string, unknown, [string, Problem][]]>([
    ['null', null, [['ingredient.1', { code: 'object' }]]],
    ['a string', 'a', [['ingredient.1', { code: 'object' }]]],
    ['a list', ['a', 1], [['ingredient.1', { code: 'object' }]]],
    ['no key', { value: 1 }, [['ingredient.1.key', code]]],
    ['an empty key', { key: ' ', value: 1 }, [['ingredient.1.key', code]]],
    ['a key of 65 characters', { key: 'k'.repeat(65), value: 1 }, [['ingredient.1.key', code]]],
    ['a key with a control character', { key: 'a\u0000b', value: 1 }, [['ingredient.1.key', code]]],
    ['half a surrogate pair as key', { key: '\ud800', value: 1 }, [['ingredient.1.key', code]]],
    ['a number as key', { key: 12, value: 1 }, [['ingredient.1.key', code]]],
    ['the same key', { key: 'fine', value: 2 }, [['ingredient.1.key', { code: 'repeated' }]]],
    ['the same key in full width', { key: 'ｆｉｎｅ ', value: 2 }, [['ingredient.1.key', { code: 'repeated' }]]],
    ['no value', { key: 'a' }, [['ingredient.1.value', grams]]],
    ['0 grams', { key: 'a', value: 0 }, [['ingredient.1.value', grams]]],
    ['negative grams', { key: 'a', value: -1 }, [['ingredient.1.value', grams]]],
    ['100000.01 grams', { key: 'a', value: 100_000.01 }, [['ingredient.1.value', grams]]],
    ['grams as text', { key: 'a', value: '1' }, [['ingredient.1.value', grams]]],
    ['null grams', { key: 'a', value: null }, [['ingredient.1.value', grams]]],
    ['isMain as text', { key: 'a', value: 1, isMain: 'true' }, [['ingredient.1.isMain', { code: 'boolean' }]]],
    ['isMain 1', { key: 'a', value: 1, isMain: 1 }, [['ingredient.1.isMain', { code: 'boolean' }]]],
    [
      'nothing right',
      { key: '', value: -1, isMain: 'no' },
      [
        ['ingredient.1.key', code],
        ['ingredient.1.value', grams],
        ['ingredient.1.isMain', { code: 'boolean' }],
      ],
    ],
  ])('an ingredient that is or has %s', (_, entry, fields) =>
    expectRefused({ ...fullDish, ingredient: list(entry) }, badInput(...fields)),
  );

  it.each([
    ['1e400', '{"key":"a","value":1e400}'],
    ['-0', '{"key":"a","value":-0}'],
    ['1e-400', '{"key":"a","value":1e-400}'],
  ])('%s grams', (_, entry) =>
    expectRefused({ ...fullDish, ingredient: `[${entry}]` }, badInput(['ingredient.0.value', grams])),
  );

  it('an ingredient whose key and value are only in its __proto__', () =>
    expectRefused(
      { ...fullDish, ingredient: '[{"__proto__":{"key":"a","value":1}}]' },
      badInput(['ingredient.0.key', code], ['ingredient.0.value', grams]),
    ));

  it.each([
    ['a data string of 60 KB', makeIcon(61_442)],
    ['a data string of 4 characters more than 50 KB', makeIcon(51_202)],
    ['a file name of 60 KB', 'a'.repeat(61_440)],
  ])('%s as icon, with 413', (_, icon) =>
    expectRefused(
      { ...fullDish, icon },
      failure(413, 'payload_too_large', ['icon', { code: 'icon_too_large', max: 50 }]),
    ),
  );

  it('name and mark absent, and every other bad field at once', () =>
    expectRefused(
      { month: '13', poly: '炒炒', icon: '/', ingredient: '1', vendors: 'x' },
      badInput(
        ['icon', { code: 'icon' }],
        ['month', months],
        ['mark', { code: 'required' }],
        ['poly', polys],
        ['ingredient', { code: 'list' }],
        ['name', { code: 'required' }],
        ['vendors', { code: 'ids' }],
      ),
    ));
});
