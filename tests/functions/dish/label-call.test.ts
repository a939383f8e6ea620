import { describe, expect, it } from 'vitest';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { readEnv } from '../../../lib/runtime/env.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { cataloguePartition } from '../../../tables/keys.ts';
import { cook, food, labelLine, stock, withEdition } from '../../support/nouns/foods.ts';
import { addSchool, addSignedIn, badInput, failure, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { settle } from '../../support/table/settle.ts';

/** The reference table: name, unit, values of GB 28050-2011 and -2025; those of 2011 are the values of the food. */
const REFERENCE = [
  ['energy', '能量', 'kJ', '8400', '100.00%'],
  ['protein', '蛋白质', 'g', '60', '100.00%'],
  ['fat', '脂肪', 'g', '60', '100.00%'],
  ['saturated-fat', '饱和脂肪', 'g', '20', '100.00%'],
  ['cholesterol', '胆固醇', 'mg', '300', '-'], // none in 2025
  ['carbohydrate', '碳水化合物', 'g', '300', '100.00%'],
  ['fibre', '膳食纤维', 'g', '25', '100.00%'],
  ['vitamin-a', '维生素A', 'μg RE', '800', '100.00%'],
  ['vitamin-d', '维生素D', 'μg', '5', '50.00%'], // 5 / 10
  ['vitamin-e', '维生素E', 'mg α-TE', '14', '100.00%'],
  ['vitamin-k', '维生素K', 'μg', '80', '100.00%'],
  ['vitamin-b1', '维生素B1', 'mg', '1.4', '100.00%'],
  ['vitamin-b2', '维生素B2', 'mg', '1.4', '100.00%'],
  ['vitamin-b6', '维生素B6', 'mg', '1.4', '100.00%'],
  ['vitamin-b12', '维生素B12', 'μg', '2.4', '100.00%'],
  ['vitamin-c', '维生素C', 'mg', '100', '100.00%'],
  ['niacin', '烟酸', 'mg', '14', '100.00%'],
  ['folate', '叶酸', 'μg DFE', '400', '100.00%'],
  ['pantothenic-acid', '泛酸', 'mg', '5', '100.00%'],
  ['biotin', '生物素', 'μg', '30', '75.00%'], // 30 / 40
  ['choline', '胆碱', 'mg', '450', '90.00%'], // 450 / 500
  ['calcium', '钙', 'mg', '800', '100.00%'],
  ['phosphorus', '磷', 'mg', '700', '100.00%'],
  ['potassium', '钾', 'mg', '2000', '100.00%'],
  ['sodium', '钠', 'mg', '2000', '100.00%'],
  ['magnesium', '镁', 'mg', '300', '100.00%'],
  ['iron', '铁', 'mg', '15', '100.00%'],
  ['zinc', '锌', 'mg', '15', '136.36%'], // 15 / 11 = 136.3636… %
  ['iodine', '碘', 'μg', '150', '125.00%'], // 150 / 120
  ['selenium', '硒', 'μg', '50', '83.33%'], // 50 / 60 = 83.3333… %
  ['copper', '铜', 'mg', '1.5', '187.50%'], // 1.5 / 0.8
  ['fluoride', '氟', 'mg', '1', '100.00%'],
  ['manganese', '锰', 'mg', '3', '100.00%'],
] as const;
const WITHOUT_REFERENCE = [
  ['sugar', '糖', 'g'],
  ['water', '水分', 'g'],
  ['ash', '灰分', 'g'],
  ['carotene', '胡萝卜素', 'μg'],
  ['retinol', '视黄醇', 'μg'],
] as const;

/** The label of 100 g of a food that contains exactly what GB 28050-2011 recommends, or 7 where it says nothing. */
function fullLabel(edition: '2011' | '2025') {
  const twoDecimals = (value: string) => `${value}${value.includes('.') ? '0' : '.00'}`;
  const component = [
    ...REFERENCE.map(([, name, unit, value, nvr]) =>
      labelLine(name, `${twoDecimals(value)}(${unit})`, edition === '2011' ? '100.00%' : nvr),
    ),
    ...WITHOUT_REFERENCE.map(([, name, unit]) => labelLine(name, `7.00(${unit})`, '-')),
  ];
  return success([{ id: idOf(school.id, 1), name: '全', ingredients: ['全营养'], component }]);
}

const { service, admin } = await openPlatform();
const label = (ids: string | number, token = school.token) => service.call('GET /api/dish/label', { ids }, { token });
const idOf = (unit: number, number: number) => unit * 1_000_000 + number;
const empty = (name: string, id: number) => ({ id, name, ingredients: [], component: [] });

const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');
const values = [
  ...REFERENCE.map(([key, , , value]) => [key, value]),
  ...WITHOUT_REFERENCE.map(([key]) => [key, '7']),
  // Standards and menus count vitamin A in this form; labels have it in μg RE.
  ['vitamin-a-rae', '7'],
];
// The food has its nutrients in the opposite order.
await stock(service, [food('full', '全营养', Object.fromEntries(values.reverse()))]);
await cook(service, school.token, '全', [['full', 100]]);
await cook(service, school.token, '甲', []);
await cook(service, school.token, '乙', []);
await cook(service, other.token, '别家', []);
await cook(service, admin, '库', []);

describe('the edition of the reference values', () => {
  it.each(['2011', '2025'] as const)(
    'is %s where the setting says so: energy first, then the order of the reference table, then what has none',
    async (edition) => {
      const answer = await withEdition(service, edition, () => label(idOf(school.id, 1)));
      expect(answer.json).toEqual(fullLabel(edition));
    },
  );

  it('is read from CATERING_NRV_EDITION, which takes 2011 and 2025 and may be absent', () => {
    const read = (edition: Record<string, string>) =>
      readEnv({ CATERING_TABLE: 'table', CATERING_SIGNING_KEYS: `a:${'k'.repeat(32)}`, ...edition }).nrvEdition;
    expect(read({})).toBeUndefined();
    expect(read({ CATERING_NRV_EDITION: '2011' })).toBe('2011');
    expect(read({ CATERING_NRV_EDITION: '2025' })).toBe('2025');
    expect(read({ CATERING_NRV_EDITION: '' })).toBeUndefined();
    expect(() => read({ CATERING_NRV_EDITION: '2013' })).toThrow('CATERING_NRV_EDITION');
  });

  it.each([
    ['2011', '2027-03-15T23:59:50+08:00'],
    ['2025', '2027-03-16T00:00:00+08:00'],
    ['2025', '2027-03-16T12:00:00+08:00'],
    ['2025', '2031-01-01T00:00:00+08:00'],
  ] as const)('without a setting is %s at %s, by the calendar of Asia/Shanghai', async (edition, instant) => {
    service.clockShiftMs = Date.parse(instant) - Date.now();
    try {
      const token = await addSignedIn(service, school.id, `at-${Date.parse(instant)}`);
      const answer = await withEdition(service, undefined, () => label(idOf(school.id, 1), token));
      expect(answer.json).toEqual(fullLabel(edition));
    } finally {
      service.clockShiftMs = 0;
    }
  });

  it('of the setting outdoes the date', async () => {
    service.clockShiftMs = Date.parse('2028-01-01T00:00:00+08:00') - Date.now();
    try {
      const token = await addSignedIn(service, school.id, 'late');
      const answer = await withEdition(service, '2011', () => label(idOf(school.id, 1), token));
      expect(answer.json).toEqual(fullLabel('2011'));
    } finally {
      service.clockShiftMs = 0;
    }
  });
});

describe('the ids of GET /api/dish/label', () => {
  it('are answered in their order, one label per id, a repeated one again', async () => {
    const [one, two] = [idOf(school.id, 2), idOf(school.id, 3)];
    const [first, second] = [empty('甲', one), empty('乙', two)];
    expect((await label(`${two},${one}`)).json).toEqual(success([second, first]));
    expect((await label(`${one}, ${two}`)).json).toEqual(success([first, second]));
    expect((await label(`${two},${one},${one},${two}`)).json).toEqual(success([second, first, first, second]));
  });

  it("may name the library's dishes, and for the platform those of any unit", async () => {
    expect((await label(`1,${idOf(school.id, 2)}`)).json).toEqual(
      success([empty('库', 1), empty('甲', idOf(school.id, 2))]),
    );
    const all = `${idOf(school.id, 2)},1,${idOf(other.id, 1)}`;
    expect((await label(all, admin)).json).toEqual(
      success([empty('甲', idOf(school.id, 2)), empty('库', 1), empty('别家', idOf(other.id, 1))]),
    );
  });

  it("are 404 naming all of those that do not exist, another unit's among them, and nothing is answered", async () => {
    const foreign = idOf(other.id, 1);
    const unknown = idOf(school.id, 99);
    const nowhere = idOf(98_765, 1);
    const ids = [unknown, idOf(school.id, 2), foreign, 0, unknown, nowhere, 2];
    const answer = await label(ids.join(','));
    const names = [unknown, foreign, 0, nowhere, 2].join(', ');
    expect([answer.status, answer.json]).toEqual([
      404,
      failure(404, 'dish_not_found', ['ids', { code: 'unknown', names }]),
    ]);
  });

  it("get the same answer for another unit's dish as for one that never was", async () => {
    const [foreign, never] = [idOf(other.id, 1), idOf(other.id, 2)];
    const texts = [(await label(foreign)).text, (await label(never)).text];
    expect(texts[0]?.replaceAll(String(foreign), '#')).toBe(texts[1]?.replaceAll(String(never), '#'));
  });

  it('are required, at most 100, and integers', async () => {
    const missing = await service.call('GET /api/dish/label', {}, { token: school.token });
    expect([missing.status, missing.json]).toEqual([400, badInput(['ids', { code: 'required' }])]);
    const ids = Array.from({ length: 101 }, () => idOf(school.id, 2)).join(',');
    expect((await label(ids)).json).toEqual(badInput(['ids', { code: 'too_many', max: 100 }]));
    for (const bad of ['x', '1,,2', '1.5', '-1', '1;2', '1,', '99999999999999999']) {
      expect((await label(bad)).json).toEqual(badInput(['ids', { code: 'ids' }]));
    }
  });

  it('take 100, even if they are all the same', async () => {
    const ids = Array.from({ length: 100 }, () => idOf(school.id, 2)).join(',');
    expect((await label(ids)).json).toEqual(success(Array(100).fill(empty('甲', idOf(school.id, 2)))));
  });

  it('are required: empty is 400', async () => {
    const errors = [{ field: 'ids', message: '不能为空' }];
    expect((await label('')).json).toMatchObject({ code: 400, reason: 'invalid_input', errors });
  });
});

describe('GET /api/dish/label', () => {
  it('shows a changed value as soon as the catalogue has changed, whichever process changed it', async () => {
    const { id, token } = await addSchool(service, 'fresh');
    const read = async () => (await withEdition(service, '2011', () => label(idOf(id, 1), token))).json.body[0];
    const shown = (name: string, protein: string, nvr: string) => ({
      id: idOf(id, 1),
      name: '粥',
      ingredients: [name],
      component: [labelLine('蛋白质', `${protein}(g)`, nvr)],
    });
    await cook(service, token, '粥', [['millet', 200]]);
    expect(await read()).toEqual({ id: idOf(id, 1), name: '粥', ingredients: ['millet'], component: [] });
    await stock(service, [food('millet', '小米', { protein: '9' })]); // 200 × 9 / 100 = 18; / 60 = 30 %
    expect(await read()).toEqual(shown('小米', '18.00', '30.00%'));
    await stock(service, [food('millet', '小米', { protein: '9.15' })]); // 18.3; / 60 = 30.5 %
    expect(await read()).toEqual(shown('小米', '18.30', '30.50%'));
    const elsewhere = createDeps(service.deps.env).db;
    await loadIngredients(elsewhere, [food('millet', '小米（黄）', { protein: '3' })]); // 6; / 60 = 10 %
    expect(await read()).toEqual(shown('小米（黄）', '6.00', '10.00%'));
  });

  it('is page_too_large where the labels do not fit into one answer', async () => {
    const { id, token } = await addSchool(service, 'wordy');
    // Each dish names 99 codes of 192 bytes as missing in each of 37 lines: 0.7 MB.
    const own = Array.from({ length: 99 }, (_, index) => [String(index).padStart(64, '菜'), 1] as const);
    for (let dish = 0; dish < 9; dish++) await cook(service, token, `菜${dish}`, [['full', 1], ...own]);
    const ids = Array.from({ length: 9 }, (_, index) => idOf(id, index + 1));
    expect((await label(ids.join(','), token)).json).toEqual(failure(400, 'page_too_large'));
    expect((await label(ids.slice(0, 2).join(','), token)).json.body.length).toBe(2);
  });

  it('of more than 100 foods reads the whole catalogue, which a function keeps', async () => {
    const { id, token } = await addSchool(service, 'kitchen');
    const codes = Array.from({ length: 250 }, (_, index) => `bulk-${index}`);
    await stock(
      service,
      codes.map((code) => food(code, code, { protein: '1' })),
    );
    for (let dish = 0; dish < 100; dish++) {
      // Codes 0–4, 5–9, … 245–249, 0–4, …: all 250 are used.
      const own = Array.from({ length: 5 }, (_, index) => codes[(dish * 5 + index) % 250] ?? '');
      await cook(
        service,
        token,
        `菜${dish}`,
        own.map((code) => [code, 60] as const),
      );
    }
    const ids = Array.from({ length: 100 }, (_, index) => idOf(id, 100 - index)).join(',');
    await settle(service.deps.db, service.deps.env, cataloguePartition);
    const cold = await service.storeCalls.record(() => label(ids, token));
    const warm = await service.storeCalls.record(() => label(ids, token));
    const names = cold.result.json.body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 100 }, (_, index) => `菜${99 - index}`));
    // 5 × 60 × 1 / 100 = 3; / 60 = 5 %
    expect(cold.result.json.body[99].component).toEqual([labelLine('蛋白质', '3.00(g)', '5.00%')]);
    expect(warm.result.json).toEqual(cold.result.json);
    expect([cold.roundTrips, warm.roundTrips]).toEqual([4, 3]);
  });

  it('of dishes full of codes that nobody lists reads none of them one by one', async () => {
    const { id, token } = await addSchool(service, 'unlisted');
    const ids: number[] = [];
    for (let number = 1; number <= 10; number++) {
      const own = Array.from({ length: 100 }, (_, index) => [`own-${number}-${index}`.padEnd(64, 'x'), 60] as const);
      await cook(service, token, `菜${number}`, own);
      ids.push(idOf(id, number));
    }
    await settle(service.deps.db, service.deps.env, cataloguePartition);
    await label(ids.join(','), token);
    const { result, bill } = await service.storeCalls.record(() => label(ids.join(','), token));
    expect(result.status).toBe(200);
    // The caller's check, the unit's name, the catalogue's head, and three read units for each dish of about 10 KB.
    expect(bill.readUnits).toBeLessThanOrEqual(4 + 1 + 1 + 3 * 10);
  });
});
