import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { badInput, failure, SUCCESS as OK } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { admin, school } = setup;

const paste = {
  code: 'DB-1',
  name: '郫县豆瓣酱（一级）',
  alias: '豆瓣酱',
  category: '调味品类',
  foodCategory: '{"name":"大豆类及其制品","amount":200,"counts":50}',
  dark: 'false',
  edible: '100',
  allergens: '大豆，含麸质谷物',
  nutrient: '{"energy":745,"protein":13.6,"脂肪":6.8,"carbohydrate":17.1,"sodium":6012,"retinol":0,"vitamin-a-rae":5}',
};
const shown = {
  ...{ code: 'DB-1', name: '郫县豆瓣酱（一级）', alias: '豆瓣酱', category: '调味品类', edible: 100, traces: [] },
  nutrients: {
    ...{ energy: 745, protein: 13.6, fat: 6.8, carbohydrate: 17.1, 'vitamin-a': 10, sodium: 6012, retinol: 0 },
    'vitamin-a-rae': 5,
  },
  allergens: ['含麸质谷物', '大豆'],
  foodCategory: { name: '大豆类及其制品', amount: 200, counts: 50 },
  ...{ dark: false, mayHaveOthers: false, own: true },
  source: {
    own: ['energy', 'protein', 'fat', 'carbohydrate', 'vitamin-a', 'sodium', 'retinol', 'vitamin-a-rae', 'edible'],
  },
};
const rice = food('012001x', '稻米', { energy: '1450' }, { category: '谷类及其制品' });

const call = (route: string, parameters: Record<string, string | number>, token = school.token) =>
  service.call(route, parameters, { token });
const put = (parameters: Record<string, string | number>, token?: string) =>
  call('PUT /api/ingredient', parameters, token);
const post = (parameters: Record<string, string | number>, token?: string) =>
  call('POST /api/ingredient', parameters, token);
const list = async (parameters: Record<string, string | number> = {}, token?: string) =>
  (await call('GET /api/ingredient', parameters, token)).json.body;
const select = async (codes: string, token?: string) =>
  (await call('GET /api/ingredient/select', { codes }, token)).json.body;
const codesOf = (foods: { code: string }[]) => foods.map(({ code }) => code);

const other = await setup.createSchool();
await stock(service, [rice, food('043119', '番茄', {}, { category: '蔬菜类' }), food('209904', '食盐')]);
expect((await put(paste)).json).toEqual(OK);

describe('a food of its own', () => {
  it('is listed before the catalogue and selected, with all that was said, and by its unit only', async () => {
    const page = await list({ pageSize: 2 });
    expect(page).toMatchObject({ totalElements: 4, totalPages: 2 });
    expect(page.content[0]).toEqual({ ...shown, mark: null });
    expect(codesOf(page.content)).toEqual(['DB-1', '209904']);
    expect(codesOf((await list({ pageSize: 2, pageNo: 1 })).content)).toEqual(['043119', '012001x']);
    expect(codesOf((await list({ keyword: '豆瓣' })).content)).toEqual(['DB-1']);
    expect(codesOf((await list({ keyword: 'pixian' })).content)).toEqual(['DB-1']);
    expect(codesOf((await list({ category: '调味品类' })).content)).toEqual(['DB-1']);
    expect(await select('012001x,DB-1')).toMatchObject([{ code: '012001x', own: false }, shown]);
    for (const token of [other.token, admin]) {
      expect(codesOf((await list({}, token)).content)).toEqual(['209904', '043119', '012001x']);
      expect(await select('DB-1', token)).toEqual([]);
      expect((await post({ code: 'DB-1', name: '抢' }, token)).json).toEqual(failure(404, 'ingredient_not_found'));
      expect((await call('DELETE /api/ingredient', { code: 'DB-1' }, token)).json).toEqual(
        failure(404, 'ingredient_not_found'),
      );
    }
  });

  it('has a code that neither the unit nor the catalogue has; other units may have it, too', async () => {
    const taken = failure(409, 'duplicate_code', ['code', { code: 'taken' }]);
    expect((await put(paste)).json).toEqual(taken);
    expect((await put({ ...paste, code: '043119' })).json).toEqual(taken);
    expect((await put({ code: 'DB-1', name: '别的', category: '其他类' }, other.token)).json).toEqual(OK);
    expect(await select('DB-1', other.token)).toMatchObject([
      { name: '别的', alias: null, allergens: null, edible: null },
    ]);
    expect((await call('DELETE /api/ingredient', { code: 'DB-1' }, other.token)).json).toEqual(OK);
    expect(await select('DB-1', other.token)).toEqual([]);
  });

  it('is changed field by field; empty clears, absent stays, and what changes nothing is fine', async () => {
    await put({ ...paste, code: 'X-1' });
    const cleared = { alias: '', foodCategory: '', edible: '', allergens: '', nutrient: '' };
    expect((await post({ code: 'X-1', ...cleared })).json).toEqual(OK);
    const bare = { alias: null, foodCategory: null, edible: null, allergens: null, nutrients: {}, source: {} };
    expect(await select('X-1')).toEqual([{ ...shown, code: 'X-1', ...bare }]);
    expect(
      (await post({ code: 'X-1', allergens: '无', dark: 'true', foodCategory: '{"name":"蔬菜类"}' })).json,
    ).toEqual(OK);
    const vegetable = { allergens: [], dark: true, foodCategory: { name: '蔬菜类', amount: 100, counts: 100 } };
    expect(await select('X-1')).toEqual([{ ...shown, code: 'X-1', ...bare, ...vegetable }]);
    expect((await post({ code: 'X-1', dark: 'true' })).json).toEqual(OK);
    expect((await call('DELETE /api/ingredient', { code: 'X-1' })).json).toEqual(OK);
    expect((await call('DELETE /api/ingredient', { code: 'X-1' })).json).toEqual(failure(404, 'ingredient_not_found'));
  });

  it('is refused field by field where it cannot be, and doubtful figures are told', async () => {
    const bad = {
      ...{ code: ' ', name: '', alias: 'x'.repeat(101), category: '\u0007', edible: '100.01', dark: 'ja' },
      foodCategory: '{"name":"没听过","amount":0}',
      allergens: '大豆,猫',
      nutrient: '{"energy":-1,"没听过":1,"脂肪":1,"fat":2,"protein":"1"}',
    };
    const answer = await put(bad);
    expect(answer.status).toBe(400);
    const fields: string[] = answer.json.errors.map(({ field }: { field: string }) => field);
    expect([...new Set(fields.map((field) => field.split(/[.[]/)[0]))].sort()).toEqual(Object.keys(bad).sort());
    expect((await put({})).json.errors.map(({ field }: { field: string }) => field)).toEqual([
      'code',
      'name',
      'category',
    ]);
    const broken = { ...paste, code: 'Y-1', nutrient: '{"protein":60,"fat":60,"sodium":50000}' };
    expect((await put(broken)).json).toEqual(
      badInput(['nutrient', { code: 'implausible', names: '钠、蛋白质、脂肪' }]),
    );
    expect((await post({ code: 'DB-1', nutrient: '{"ash":31}' })).json).toEqual(
      badInput(['nutrient', { code: 'implausible', names: '灰分' }]),
    );
    const odd = await put({
      ...paste,
      code: 'Y-2',
      nutrient: '{"energy":100,"protein":20,"fat":20,"carbohydrate":20}',
    });
    expect(odd.json).toEqual({ ...OK, desc: '成功；以下数值互不相符，请核对：能量' });
    await call('DELETE /api/ingredient', { code: 'Y-2' });
  });

  it('is marked, priced and named in the workbook of dishes by its kitchen name', async () => {
    expect((await call('PUT /api/ingredient/mark', { nutrient: 'DB-1', mark: '常用' })).json).toEqual(OK);
    expect((await call('PUT /api/ingredient/price', { nutrient: 'DB-1', price: '12' })).json).toEqual(OK);
    expect((await list({ mark: '常用' })).content).toEqual([{ ...shown, mark: '常用' }]);
    const unknown = (await call('PUT /api/ingredient/mark', { nutrient: 'DB-1', mark: '常用' }, other.token)).json;
    expect(unknown.desc).toContain('DB-1');
  });

  it('is on labels of dishes of its unit, and not on those of others and of the library', async () => {
    const ingredient = '[{"key":"DB-1","value":100},{"key":"012001x","value":50}]';
    const labelled = async (route: string, parameters: Record<string, string | number>, token: string) => {
      const [label] = [(await call(route, parameters, token)).json.body].flat();
      return [label.ingredients, label.component[0]?.nutrition];
    };
    const mine = await setup.createDish({ ingredient });
    const theirs = await setup.createDish({ ingredient }, other);
    expect(await labelled('GET /api/dish/label', { ids: mine }, school.token)).toEqual([
      ['豆瓣酱', '稻米'],
      '1470.00(kJ)',
    ]);
    expect(await labelled('GET /api/dish/label', { ids: mine }, admin)).toEqual([['豆瓣酱', '稻米'], '1470.00(kJ)']);
    expect(await labelled('GET /api/dish/label', { ids: theirs }, other.token)).toEqual([
      ['DB-1', '稻米'],
      '725.00(kJ)',
    ]);
    await call('PUT /api/dish', { name: '库', mark: '素菜', ingredient }, admin);
    const library = (await call('GET /api/dish', { pageSize: 1 }, admin)).json.body.content[0].id;
    expect(await labelled('GET /api/dish/label', { ids: library }, school.token)).toEqual([
      ['DB-1', '稻米'],
      '725.00(kJ)',
    ]);
    const draft = await labelled('POST /api/dish/label', { ingredient }, school.token);
    expect(draft).toEqual([['豆瓣酱', '稻米'], '1470.00(kJ)']);
    const copied = await call('PUT /api/dish/copy', { dishIds: library, vendors: school.id });
    if (copied.status === 200) {
      const copy = (await call('GET /api/dish', { pageSize: 1 })).json.body.content[0].id;
      expect((await labelled('GET /api/dish/label', { ids: copy }, school.token))[0]).toEqual(['豆瓣酱', '稻米']);
    }
  });

  it('is judged and bought in menus of its unit, frozen with them, and gone with its deletion only from drafts', async () => {
    await put({ ...paste, code: 'Z-1', alias: '旧名' });
    const dish = await setup.createDish({ ingredient: '[{"key":"Z-1","value":10}]', mark: '荤菜' });
    const groups = '[{"level":"小学","people":100}]';
    const items = JSON.stringify([{ day: 1, meal: 'lunch', dish }]);
    const menu = { name: '周', start: '2026-11-23', days: 1, meals: 'lunch', groups, items };
    const id = await setup.create('PUT /api/menu', menu, school.token);
    const lookAt = async (revision: Record<string, number> = {}) => {
      const { levels } = (await call('GET /api/menu/analysis', { id, ...revision })).json.body;
      const { total } = (await call('GET /api/menu/purchase', { id, ...revision })).json.body;
      const [{ average, unassigned }] = levels;
      return [average.salt, average.kinds, unassigned, total[0].name, total[0].kg];
    };
    // 10 g with 6,012 mg of sodium in 100 g: 601.2 / 400; a condiment is no kind of food.
    expect(await lookAt()).toEqual([1.5, 0, [], '旧名', 1]);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    await post({ code: 'Z-1', alias: '新名', nutrient: '{"sodium":0}' });
    expect(await lookAt({ revision: 1 })).toEqual([1.5, 0, [], '旧名', 1]);
    const sheet = (await call('GET /api/menu/sheet.html', { id, revision: 1 })).text;
    expect([sheet.includes('旧名'), sheet.includes(paste.name), sheet.includes('含麸质谷物')]).toEqual([
      true,
      false,
      true,
    ]);
    const live = (await call('GET /api/menu/live', { from: '2026-11-23', to: '2026-11-23' })).text;
    expect([live.includes('旧名'), live.includes(paste.name)]).toEqual([true, false]);
    await call('DELETE /api/ingredient', { code: 'Z-1' });
    expect(await lookAt({ revision: 1 })).toEqual([1.5, 0, [], '旧名', 1]);
  });
});

it('the catalogue is edited by the platform, and seen by everybody', async () => {
  const own = { code: 'P-1', name: '米线', category: '谷类及其制品', foodCategory: '{"name":"谷类"}' };
  expect((await put(own, admin)).json).toEqual(OK);
  expect((await put(own, admin)).json).toEqual(failure(409, 'duplicate_code', ['code', { code: 'taken' }]));
  expect((await post({ code: 'P-1', alias: '湿米线' }, admin)).json).toEqual(OK);
  expect((await post({ code: 'P-1', alias: '我的' })).json).toEqual(failure(404, 'ingredient_not_found'));
  const listed = { name: '米线', alias: '湿米线', own: false };
  expect(await select('P-1')).toMatchObject([listed]);
  expect((await list({ keyword: '湿' }, other.token)).content).toMatchObject([listed]);
  expect((await call('DELETE /api/ingredient', { code: 'P-1' }, admin)).json).toEqual(OK);
  expect(await select('P-1')).toEqual([]);
});
