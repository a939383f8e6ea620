import { describe, expect, it } from 'vitest';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const INVALID = { code: 400, desc: '请求参数有误', success: false, reason: 'invalid_input' };
const OK = { code: 200, desc: '成功', success: true };
const BAD = '含有不允许的字符';
const TWICE = '重复出现';

const id = await setup.createStandard();
const dish = await setup.createDish();
const setStandard = (figures: Record<string, string>) =>
  service.call('POST /api/nutrition', { id, ...figures }, { token: setup.admin });
const readStandard = async () =>
  (await service.call('GET /api/nutrition/select', { id }, { token: setup.admin })).json.body;
const setDish = (ingredient: string) =>
  service.call('POST /api/dish', { id: dish, ingredient }, { token: setup.school.token });
const readDish = async () => (await service.call('GET /api/dish', { id: dish }, { token: setup.school.token })).json;
const refused = (...errors: [string, string][]) => ({
  ...INVALID,
  errors: errors.map(([field, message]) => ({ field, message })),
});

describe('names in JSON', () => {
  it('are normalised and trimmed; the figures stay as they were sent', async () => {
    const sent = '{ "\u3000谷类（全）":250.50,\n"ＡＢＣ ": 1e2, "1": 0 }';
    expect((await setStandard({ foodCategoryDay: sent })).json).toEqual(OK);
    const answer = await service.call('GET /api/nutrition/select', { id }, { token: setup.admin });
    expect(answer.text).toContain('"foodCategoryDay":{"谷类（全）":250.50,"ABC":1e2,"1":0}');
  });

  it.each([
    '\\u200b',
    '\\u00ad',
    '\u202e',
    '\u3164',
    '\\u2060',
    '\ufe0f',
    '\ufeff',
    '\\n',
    '\\u0000',
    '\\ud800',
    '\ufffd',
  ])('with «%s» in them are 400 at every depth', async (unseen) => {
    for (const name of [`谷类${unseen}`, `${unseen}谷类`, `谷${unseen}类`, unseen]) {
      expect((await setStandard({ foodCategoryDay: `{"${name}":1}` })).json).toEqual(refused(['foodCategoryDay', BAD]));
      const inLevel = await setStandard({ ingredient: `{"轻体力":{"${name}":{"min":1}}}` });
      expect(inLevel.json).toEqual(refused(['ingredient.轻体力', BAD]));
      const inRange = await setStandard({ ingredient: `{"轻体力":{"钙":{"min":1,"${name}":1}}}` });
      expect(inRange.json.errors).toContainEqual({ field: 'ingredient.轻体力.钙', message: BAD });
      expect((await setDish(`[{"key":"a","value":1,"${name}":1}]`)).json).toEqual(refused(['ingredient.0', BAD]));
    }
  });

  it.each(['', ' ', '\u3000', '\\u00a0'])('that are blank («%s») are 400', async (blank) => {
    const answer = await setStandard({
      foodCategoryWeek: `{"${blank}":1}`,
      ingredient: `{"${blank}":{"钙":{"min":1}}}`,
    });
    expect(answer.json).toEqual(refused(['foodCategoryWeek.', '不能为空'], ['ingredient.', '不能为空']));
  });

  it('that stand twice in one object are 400, also where they are the same only when normalised', async () => {
    expect((await setStandard({ foodCategoryDay: '{"谷类":1,"蛋类":2,"谷类":1}' })).json).toEqual(
      refused(['foodCategoryDay.谷类', TWICE]),
    );
    expect((await setStandard({ foodCategoryDay: '{"ABC":1," ＡＢＣ":2}' })).json).toEqual(
      refused(['foodCategoryDay.ABC', TWICE]),
    );
    expect((await setStandard({ foodCategoryDay: '{"谷类(全)":1,"谷类（全）":2}' })).json).toEqual(
      refused(['foodCategoryDay.谷类（全）', TWICE]),
    );
    expect((await setStandard({ foodCategoryDay: '{"__proto__":1,"__pr\\u006fto__":2}' })).json).toEqual(
      refused(['foodCategoryDay.__proto__', TWICE]),
    );
    const deep = '{"轻体力":{"钙":{"min":1,"max":2,"min":2}},"中体力":{"钙":{"min":1},"钙 ":{"min":1}}}';
    expect((await setStandard({ ingredient: deep })).json).toEqual(
      refused(['ingredient.轻体力.钙.min', TWICE], ['ingredient.中体力.钙', TWICE]),
    );
    expect((await setDish('[{"key":"a","value":1},{"key":"b","value":1,"key":"c"}]')).json).toEqual(
      refused(['ingredient.1.key', TWICE]),
    );
    expect((await setStandard({ ingredient: '{"轻体力":{"钙":{"min":1}},"中体力":{"钙":{"min":1}}}' })).json).toEqual(
      OK,
    );
  });

  it('are reported twenty times at most, however often they occur', async () => {
    const many = Array.from({ length: 90 }, () => '"a":1').join(',');
    expect((await setStandard({ foodCategoryDay: `{${many}}` })).json.errors).toHaveLength(20);
  });

  it('of an ingredient entry that nobody knows are ignored, whatever they hold; of a range they are 400', async () => {
    expect((await setDish('[{"key":"甲","value":2,"name":"x","more":{"a":[1,null,{"b":[]}]}}]')).json).toEqual(OK);
    expect((await readDish()).ingredient).toEqual([{ key: '甲', value: 2 }]);
    expect((await setStandard({ ingredient: '{"轻体力":{"钙":{"min":1,"most":2}}}' })).json).toEqual(
      refused(['ingredient.轻体力.钙', '不允许：most']),
    );
  });
});

describe('null in JSON is absent', () => {
  it('as a member', async () => {
    const figures = {
      foodCategoryDay: '{"谷类":null,"蛋类":1}',
      ingredient: '{"轻体力":null,"中体力":{"钙":{"min":null,"max":2,"ul":null},"铁":null}}',
    };
    expect((await setStandard(figures)).json).toEqual(OK);
    const { foodCategoryDay, ingredient } = await readStandard();
    expect({ foodCategoryDay, ingredient }).toEqual({
      foodCategoryDay: { 蛋类: 1 },
      ingredient: { 中体力: { 钙: { max: 2 } } },
    });
    expect((await setDish('[{"key":"甲","value":3,"isMain":null}]')).json).toEqual(OK);
    expect((await readDish()).ingredient).toEqual([{ key: '甲', value: 3 }]);
  });

  it('as the whole text: nothing changes', async () => {
    const before = await readStandard();
    expect((await setStandard({ foodCategoryDay: 'null', ingredient: ' null ' })).json).toEqual(OK);
    expect(await readStandard()).toEqual(before);
    const dishBefore = await readDish();
    expect((await setDish('null')).json).toEqual(OK);
    expect(await readDish()).toEqual(dishBefore);
    await setup.succeed('PUT /api/dish', { name: '空', mark: '素菜', ingredient: 'null' }, setup.school.token);
    const page = await setup.succeed('GET /api/dish', { pageSize: 1 }, setup.school.token);
    expect(page.content[0].ingredient).toEqual([]);
  });

  it('but no entry of a list', async () => {
    expect((await setDish('[null]')).json).toEqual(refused(['ingredient.0', '应为 JSON 对象']));
  });
});

describe('a range', () => {
  it.each(['{"min":1}', '{"max":1}', '{"min":1,"ul":9}', '{"max":3,"ul":2}'])('%s is one', async (range) => {
    expect((await setStandard({ ingredient: `{"轻体力":{"钙":${range}}}` })).json).toEqual(OK);
    expect((await readStandard()).ingredient).toEqual({ 轻体力: { 钙: JSON.parse(range) } });
  });

  it.each(['{}', '{"ul":1}', '{"min":null,"max":null}'])('%s is none', async (range) => {
    expect((await setStandard({ ingredient: `{"轻体力":{"钙":${range}}}` })).json).toEqual(
      refused(['ingredient.轻体力.钙', '应有 min 或 max']),
    );
  });
});

describe('JSON text of many levels', () => {
  it('is refused in no time', async () => {
    const deep = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    const began = performance.now();
    expect((await setStandard({ ingredient: deep })).json.reason).toBe('invalid_input');
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('is refused in no time where names stand twice in the innermost, and only the outer levels are told', async () => {
    const twice = `{"b":1${',"b":1'.repeat(20_000)}}`;
    const deep = `${'{"a":'.repeat(15_000)}${twice}${'}'.repeat(15_000)}`;
    const began = performance.now();
    const { errors } = (await setStandard({ ingredient: deep })).json;
    expect(performance.now() - began).toBeLessThan(2000);
    expect(errors.length).toBeLessThan(30);
    expect(errors[0]).toEqual({ field: 'ingredient.a.a.a.a.b', message: TWICE });
  });
});

describe('codes of a dish', () => {
  it.each(['甲\\u200b', '\\t甲', '甲\\n', '\ufeff甲', '', ' '])('«%s» is none', async (key) => {
    expect((await setDish(`[{"key":"${key}","value":1}]`)).json).toEqual(
      refused(['ingredient.0.key', '应为 1 至 64 个字符的食材编码']),
    );
  });
});
