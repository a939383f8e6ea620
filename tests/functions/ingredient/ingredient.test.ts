import { describe, expect, it } from 'vitest';
import type { FoodFacts } from '../../../lib/domain/ingredient/food.ts';
import { classify } from '../../../lib/domain/ingredient/food-class.ts';
import { compareNutrients } from '../../../lib/domain/nutrient/nutrient.ts';
import type { Problem } from '../../../lib/errors.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { addSchool, badInput, page, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const rice = food('011001', '大米', { energy: '1447', protein: '7.40' }, { category: '谷类', edible: '100' });
const flour = food('011002x', '小麦粉（标准粉）', { protein: '15.7' }, { category: '谷类', edible: '99.50' });
const tomato = food('043105', '番茄', { protein: '9.0', fat: '0' }, { category: '蔬菜', traces: ['fat'] });
const vegetable = { name: '蔬菜类', amount: '1', counts: '1.0' };
const cabbage = food('045101', '大白菜', {}, { category: '蔬菜', edible: '0.0', foodCategory: vegetable, dark: true });
const ghee = food(
  'GHEE-1',
  'Ghee',
  { zinc: '0.10', calcium: '4', fat: '99.9000', energy: '3700', protein: '0.3', iron: '0.1' },
  { category: '油脂', allergens: ['乳'] },
);
const all = [rice, flour, tomato, cabbage, ghee];

/** The source of a food that came by an import. */
const imported = (keys: readonly string[], edible?: string) => {
  const all = [...keys, ...(edible === undefined ? [] : ['edible'])];
  return all.length > 0 ? { import: all } : {};
};

const record = (food: FoodFacts, mark: string | null = null) => {
  const { code, name, category, edible, traces, nutrients, foodCategory, ...told } = classify(food);
  const values = Object.entries(nutrients).map(([key, value]) => [key, Number(value)]);
  return {
    ...{ code, name, alias: null, category, edible: edible === undefined ? null : Number(edible), traces },
    nutrients: Object.fromEntries(values),
    allergens: told.allergens ?? null,
    foodCategory: foodCategory
      ? { name: foodCategory.name, amount: Number(foodCategory.amount), counts: Number(foodCategory.counts) }
      : null,
    dark: told.dark ?? false,
    mayHaveOthers: told.mayHaveOthers ?? false,
    own: false,
    source: imported(Object.keys(nutrients).toSorted(compareNutrients), edible),
    mark,
  };
};

const { service, admin } = await openPlatform();

const list = (parameters: Record<string, string | number> = {}, token = school.token) =>
  service.call('GET /api/ingredient', parameters, { token });
const select = (codes: string, token = school.token) =>
  service.call('GET /api/ingredient/select', { codes }, { token });

const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');
await stock(service, all);
const mark = (token: string, nutrient: string, value: string) =>
  service.call('PUT /api/ingredient/mark', { nutrient, mark: value }, { token });
await mark(school.token, rice.code, '常用');
await mark(school.token, ghee.code, '忌用');
await mark(school.token, 'OWN-1', '常用');
await mark(other.token, tomato.code, '常用');

describe('GET /api/ingredient', () => {
  it("lists the whole catalogue, last added first, with the marks of the caller's own unit only", async () => {
    const answer = await list();
    const own = [record(ghee, '忌用'), record(cabbage), record(tomato), record(flour), record(rice, '常用')];
    expect([answer.status, answer.json]).toEqual([200, page(own)]);
    const others = [record(ghee), record(cabbage), record(tomato, '常用'), record(flour), record(rice)];
    expect((await list({}, other.token)).json).toEqual(page(others));
  });

  it('answers the platform, too, without marks', async () => {
    expect((await list({}, admin)).json).toEqual(page(all.map((one) => record(one)).reverse()));
  });

  it('prints the edible share with the decimals it was given, null where it is unknown', async () => {
    expect((await list({ category: '谷类' })).text).toContain('"category":"谷类","edible":99.50,');
    expect((await list({ keyword: '白菜' })).text).toContain('"edible":0.0,');
    expect((await list({ keyword: 'ghee' })).text).toContain('"edible":null,');
  });

  it.each([
    ['大', [cabbage, rice]],
    ['ＧＨＥＥ', [ghee]],
    ['hee-', [ghee]],
    ['011', [flour, rice]],
    ['2X', [flour]],
    ['(标准', [flour]],
    [' 番茄 ', [tomato]],
    ['', [...all].reverse()],
    ['马铃薯', []],
    ['.', []],
    ['%', []],
  ])(
    'finds by keyword %j, which may be part of the name or of the code, ignoring case and width',
    async (keyword, found) => {
      const marks = new Map([
        [rice, '常用'],
        [ghee, '忌用'],
      ]);
      const content = found.map((one) => record(one, marks.get(one) ?? null));
      expect((await list({ keyword })).json).toEqual(page(content, { totalPages: Math.ceil(found.length / 20) }));
    },
  );

  it('filters by the exact category, the empty one counting as absent', async () => {
    expect((await list({ category: '蔬菜' })).json).toEqual(page([record(cabbage), record(tomato)]));
    expect((await list({ category: '蔬' })).json).toEqual(page([], { totalPages: 0 }));
    expect((await list({ category: '' })).json.body.totalElements).toBe(5);
  });

  it("filters by the mark of the caller's unit, the empty one counting as absent", async () => {
    expect((await list({ mark: '常用' })).json).toEqual(page([record(rice, '常用')]));
    expect((await list({ mark: '忌用' })).json).toEqual(page([record(ghee, '忌用')]));
    expect((await list({ mark: '常用' }, other.token)).json).toEqual(page([record(tomato, '常用')]));
    expect((await list({ mark: '忌用' }, other.token)).json).toEqual(page([], { totalPages: 0 }));
    expect((await list({ mark: '常用' }, admin)).json).toEqual(page([], { totalPages: 0 }));
    expect((await list({ mark: '' })).json.body.totalElements).toBe(5);
  });

  it('finds what bears no mark of the own unit by mark=none', async () => {
    expect((await list({ mark: 'none' })).json).toEqual(page([record(cabbage), record(tomato), record(flour)]));
    const others = [record(ghee), record(cabbage), record(flour), record(rice)];
    expect((await list({ mark: 'none' }, other.token)).json).toEqual(page(others));
    expect((await list({ mark: 'none', category: '谷类' })).json).toEqual(page([record(flour)]));
    expect((await list({ mark: 'none' }, admin)).json.body.totalElements).toBe(5);
  });

  it('takes filters together', async () => {
    const both = await list({ keyword: '大', category: '谷类', mark: '常用' });
    expect(both.json).toEqual(page([record(rice, '常用')]));
    expect((await list({ keyword: '大', category: '蔬菜', mark: '常用' })).json).toEqual(page([], { totalPages: 0 }));
  });

  it('pages by number with true totals, with and without a filter, and is empty past the end', async () => {
    const five = { size: 2, totalElements: 5, totalPages: 3 };
    expect((await list({ pageSize: 2, pageNo: 1 })).json).toEqual(
      page([record(tomato), record(flour)], { ...five, number: 1 }),
    );
    expect((await list({ pageSize: 2, pageNo: 2 })).json).toEqual(page([record(rice, '常用')], { ...five, number: 2 }));
    expect((await list({ pageSize: 2, pageNo: 3 })).json).toEqual(page([], { ...five, number: 3 }));
    const two = { size: 1, totalElements: 2, totalPages: 2 };
    const filtered = { category: '蔬菜', pageSize: 1 };
    expect((await list({ ...filtered, pageNo: 1 })).json).toEqual(page([record(tomato)], { ...two, number: 1 }));
    expect((await list({ ...filtered, pageNo: 2 })).json).toEqual(page([], { ...two, number: 2 }));
  });

  it('names every bad parameter at once', async () => {
    const answer = await list({
      mark: '喜欢',
      pageSize: 201,
      pageNo: -1,
      keyword: 'x'.repeat(101),
      category: '\u0007',
    });
    const max = Number.MAX_SAFE_INTEGER;
    const problems = new Map<string, Problem>([
      ['keyword', { code: 'too_long', max: 100 }],
      ['category', { code: 'text' }],
      ['mark', { code: 'choice', names: '常用 忌用 none' }],
      ['pageSize', { code: 'integer', min: 1, max: 200 }],
      ['pageNo', { code: 'integer', min: 0, max }],
    ]);
    expect(answer.status).toBe(400);
    expect(answer.json.errors.map(({ field }: { field: string }) => field)).toEqual([...problems.keys()]);
    const rest = [...problems].filter(([field]) => field !== 'mark');
    const others = await list({ pageSize: 201, pageNo: -1, keyword: 'x'.repeat(101), category: '\u0007' });
    expect(others.json).toEqual(badInput(...rest));
  });
});

describe('GET /api/ingredient/select', () => {
  it('answers in the order of the codes, unknown values absent and traces named', async () => {
    const answer = await select(`${tomato.code},${cabbage.code}, ${rice.code}`);
    expect([answer.status, answer.json]).toEqual([
      200,
      success([
        {
          code: '043105',
          name: '番茄',
          alias: null,
          category: '蔬菜',
          edible: null,
          nutrients: { protein: 9, fat: 0 },
          traces: ['fat'],
          allergens: [],
          foodCategory: { name: '蔬菜类', amount: 100, counts: 100 },
          dark: true,
          mayHaveOthers: false,
          own: false,
          source: imported(['protein', 'fat']),
        },
        {
          code: '045101',
          name: '大白菜',
          alias: null,
          category: '蔬菜',
          edible: 0,
          nutrients: {},
          traces: [],
          allergens: [],
          foodCategory: { name: '蔬菜类', amount: 1, counts: 1 },
          dark: true,
          mayHaveOthers: false,
          own: false,
          source: { import: ['edible'] },
        },
        {
          code: '011001',
          name: '大米',
          alias: null,
          category: '谷类',
          edible: 100,
          nutrients: { energy: 1447, protein: 7.4 },
          traces: [],
          allergens: [],
          foodCategory: { name: '谷类', amount: 100, counts: 100 },
          dark: false,
          mayHaveOthers: false,
          own: false,
          source: imported(['energy', 'protein'], '100'),
        },
      ]),
    ]);
  });

  it('lists the values of a food in the order of the enumeration', async () => {
    const listed = await service.call('GET /api/basic/enum', {}, { token: school.token });
    const order: string[] = listed.json.body.nutrient.map(({ key }: { key: string }) => key);
    const [{ nutrients }] = (await select(ghee.code)).json.body;
    expect(Object.keys(nutrients)).toEqual(order.filter((key) => key in ghee.nutrients));
  });

  it('prints values with the decimals they were given', async () => {
    const { text } = await select(`${tomato.code},${ghee.code},${rice.code}`);
    const nutrients = [...text.matchAll(/"nutrients":(\{.*?\})/g)].map(([, values]) => values);
    expect(nutrients[0]).toMatch(/"protein":9\.0[,}]/);
    expect(nutrients[1]).toMatch(/"fat":99\.9000[,}]/);
    expect(nutrients[1]).toMatch(/"zinc":0\.10[,}]/);
    expect(nutrients[2]).toMatch(/"protein":7\.40[,}]/);
    expect((await select(cabbage.code)).text).toContain(
      '"foodCategory":{"name":"蔬菜类","amount":1,"counts":1.0},"dark":true,"mayHaveOthers":false,"own":false',
    );
  });

  it('answers that a composite food without an entry may have other allergens than those of its name', async () => {
    await stock(service, [food('141101', '包子', {}), food('141102', '糕', {})]);
    expect((await select('141101,141102')).json.body).toMatchObject([
      { allergens: ['含麸质谷物'], mayHaveOthers: true },
      { allergens: null, mayHaveOthers: false },
    ]);
  });

  it('answers a repeated code once, and both sides the same', async () => {
    const own = await select('GHEE-1,011001,GHEE-1');
    const ghees = {
      code: 'GHEE-1',
      name: 'Ghee',
      alias: null,
      category: '油脂',
      edible: null,
      traces: [],
      foodCategory: null,
    };
    const nutrients = { energy: 3700, protein: 0.3, fat: 99.9, calcium: 4, iron: 0.1, zinc: 0.1 };
    const source = imported(Object.keys(nutrients));
    const traits = { allergens: ['乳'], dark: false, mayHaveOthers: false, own: false, source };
    expect(own.json.body[0]).toEqual({ ...ghees, nutrients, ...traits });
    expect(own.json.body.length).toBe(2);
    expect((await select('GHEE-1,011001,GHEE-1', admin)).json).toEqual(own.json);
  });

  it('leaves out codes that the catalogue lacks; codes tell upper from lower case, not width', async () => {
    const codesOf = async (codes: string) => (await select(codes)).json.body.map(({ code }: FoodFacts) => code);
    expect(await codesOf('nope,０１１００1,ghee-1,__proto__,GHEE－1')).toEqual(['011001', 'GHEE-1']);
    expect((await select('nope')).json).toEqual(success([]));
  });

  it('takes 200 codes, not 201, of 64 characters, not 65', async () => {
    const unknown = Array.from({ length: 201 }, (_, index) => String(index).padStart(64, 'c'));
    const two = unknown.slice(0, 200);
    expect((await select(two.join(','))).json).toEqual(success([]));
    const short = Array.from({ length: 201 }, (_, index) => `c${index}`);
    expect((await select(short.join(','))).json).toEqual(badInput(['codes', { code: 'too_many', max: 200 }]));
    expect((await select(`a,${'c'.repeat(65)}`)).json).toEqual(badInput(['codes', { code: 'code', max: 64 }]));
  });

  it('demands codes', async () => {
    const missing = await service.call('GET /api/ingredient/select', {}, { token: school.token });
    expect(missing.json).toEqual(badInput(['codes', { code: 'required' }]));
    expect((await select('')).json).toEqual(badInput(['codes', { code: 'empty' }]));
  });
});
