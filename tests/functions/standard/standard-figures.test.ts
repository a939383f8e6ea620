import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { addSchool, badInput, SUCCESS } from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

/** Figures that no other test uses, so that a standard written by mistake is noticed. */
const KEPT = {
  foodCategoryDay: '{"原有":1.50}',
  foodCategoryWeek: '{"原有":2}',
  ingredient: '{"原有":{"蛋白质":{"min":1,"max":2}}}',
};
type Field = keyof typeof KEPT;
const fields: readonly Field[] = ['foodCategoryDay', 'foodCategoryWeek', 'ingredient'];
const amountFields = fields.slice(0, 2);

const { service, admin } = await openPlatform();
let school: { id: number; token: string };
const id = 1;

beforeAll(async () => {
  school = await addSchool(service, 'hongqi');
  const standard = { name: '标准', vendors: school.id, overflow: '0.5' };
  await service.call('PUT /api/nutrition', standard, { token: admin });
  expect((await change(KEPT)).json).toEqual(SUCCESS);
});

const change = (parameters: Readonly<Record<string, string>>) =>
  service.call('POST /api/nutrition', { id, ...parameters }, { token: admin });

/** The texts of the figures in the answers. */
async function readTexts(): Promise<string[]> {
  const reads = [
    service.call('GET /api/nutrition/select', { id }, { token: admin }),
    service.call('GET /api/nutrition/select', { vender: school.id }, { token: school.token }),
    service.call('GET /api/nutrition', {}, { token: admin }),
    service.call('GET /api/nutrition', { keyword: '标' }, { token: school.token }),
  ];
  return (await Promise.all(reads)).map(({ text }) => text);
}

/** An object with as many entries as wanted. */
const entries = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`名${index}`, value]));
const range = (text: string) => `{"轻体力":{"蛋白质":${text}}}`;

it.each(fields)('%s is cleared by the empty string, as any optional field', async (field) => {
  expect((await change({ [field]: '' })).json).toEqual(SUCCESS);
  const { json } = await service.call('GET /api/nutrition/select', { id }, { token: admin });
  expect(json.body[field]).toEqual({});
  expect((await change(KEPT)).json).toEqual(SUCCESS);
});

describe('comes back exactly as sent', () => {
  const amounts: readonly string[] = [
    '{}',
    '{"b":1,"a":2,"C":3}',
    '{"10":1,"9":2,"b":3,"1":4,"a":5,"0":6}',
    '{"甲":1.50,"乙":1e2,"丙":0.1,"丁":0,"戊":1E+2,"己":100.000,"庚":0.30000000000000004,"辛":12345678901234567890}',
    '{ "谷类" : 250 ,\n\t"薯类":\r50 }',
    ' {"首尾":1} ',
    '{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4,"prototype":5,"then":6}',
    '{"$&":1,"$1":2,"$`":3,"\\"":4,"\\\\":5,"</script>":6,"&=+%":7,"\\u8c37":8}',
    '{"full":1,"前 后":2,"\u00e9":4,"𠮷":5}',
    JSON.stringify(entries(100, 1.5)),
    `{"${'名'.repeat(50)}":1,"${'𠮷'.repeat(50)}":2}`,
    '{"小":1e-400,"大":1.7976931348623157e308,"零":-0}',
  ];

  it.each(amounts.flatMap((text) => amountFields.map((field) => [field, text] as const)))(
    '%s %s',
    async (field, text) => {
      expect((await change({ [field]: text })).json).toEqual(SUCCESS);
      for (const answer of await readTexts()) {
        expect(answer).toContain(`"${field}":${text}`);
        expect(JSON.parse(answer)).toMatchObject({ success: true });
      }
    },
  );

  const ranges: readonly string[] = [
    '{}',
    '{"轻体力":{}}',
    range('{"min":1.50,"max":1e2,"ul":0.1}'),
    range('{"ul":1,"max":3,"min":2}'),
    range('{"max":2,"min":2}'),
    range('{"min":0,"max":0,"ul":0}'),
    '{"2":{"9":{"min":1,"max":2},"1":{"max":2.0,"min":1}},"1":{}}',
    '{ "重体力" : { "钙" :\n{ "min":1 , "max":2 } } }',
    '{"__proto__":{"constructor":{"min":1,"max":2}},"constructor":{"__proto__":{"min":1,"max":2}}}',
    JSON.stringify(entries(30, entries(60, { min: 1.25, max: 2.5, ul: 3 }))),
  ];

  it.each(ranges)('ingredient %s', async (text) => {
    expect((await change({ ingredient: text })).json).toEqual(SUCCESS);
    for (const answer of await readTexts()) expect(answer).toContain(`"ingredient":${text}`);
  });

  it('all three at once, with as many entries as the limits allow, of long names', async () => {
    const name = (index: number) => `${'名'.repeat(38)}${String(index).padStart(2, '0')}`;
    const many = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));
    const amount = JSON.stringify(many(100, 250.5));
    const texts = {
      foodCategoryDay: amount,
      foodCategoryWeek: amount,
      ingredient: JSON.stringify(many(30, many(60, { min: 10.5, max: 20.5, ul: 30 }))),
    };
    // Percent-encoded it is three times as long, and more than a body may have; clients may send it so.
    const rawBody = Object.entries({ id, ...texts })
      .map(([field, text]) => `${field}=${text}`)
      .join('&');
    const answer = await service.call('POST /api/nutrition', {}, { token: admin, rawBody });
    expect(answer.json).toEqual(SUCCESS);
    const [text] = await readTexts();
    for (const [field, sent] of Object.entries(texts)) expect(text).toContain(`"${field}":${sent}`);
  });

  it('or is refused, never a 500, where names of the rarest characters make it larger than an item can be', async () => {
    const name = (index: number) => `${'𠮷'.repeat(48)}${String(index).padStart(2, '0')}`;
    const many = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));
    const before = await dumpTable(service);
    const ingredient = JSON.stringify(many(30, many(60, { min: 10.5, max: 20.5, ul: 30 })));
    const rawBody = `id=${id}&ingredient=${ingredient}`;
    const answer = await service.call('POST /api/nutrition', {}, { token: admin, rawBody });
    expect([answer.status, answer.json.success]).toEqual([413, false]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('and keys like __proto__ do no harm', async () => {
    const harm = '{"__proto__":{"polluted":{"min":1,"max":2}},"constructor":{"prototype":{"min":1,"max":2}}}';
    expect((await change({ ingredient: harm, foodCategoryDay: '{"__proto__":1}' })).json).toEqual(SUCCESS);
    await readTexts();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('figures that a standard may lack', () => {
  const further = {
    foodCategoryDayMax: '{"畜禽肉类":50.0}',
    foodCategoryWeekMax: '{"动物肝脏":25}',
    energyShares: '{"fat":{"min":0.20,"max":0.3},"protein":{"max":0.15}}',
  };
  const fieldNames = Object.keys(further);

  it('are answered as they were sent, and not at all without any', async () => {
    expect((await change(further)).json).toEqual(SUCCESS);
    for (const answer of await readTexts()) {
      for (const [field, text] of Object.entries(further)) expect(answer).toContain(`"${field}":${text}`);
    }
    for (const none of ['', '{}', ' { } ']) {
      await change(further);
      expect((await change(Object.fromEntries(fieldNames.map((name) => [name, none])))).json).toEqual(SUCCESS);
      for (const answer of await readTexts()) for (const name of fieldNames) expect(answer).not.toContain(name);
    }
  });

  it.each<[text: string, path: string, problem: Problem]>([
    ['{"fat":{"min":0.4,"max":0.3}}', '.fat', { code: 'min_over_max' }],
    ['{"fat":{}}', '.fat', { code: 'no_bound' }],
    ['{"fat":{"ul":1,"max":1}}', '.fat', { code: 'not_allowed', names: 'ul' }],
    ['{"fat":{"max":-0.1}}', '.fat.max', { code: 'amount' }],
    ['{"fat":{"max":30}}', '.fat.max', { code: 'between', min: 0, max: 1 }],
    ['{"fat":0.3}', '.fat', { code: 'object' }],
    ['{"fibre":{"max":0.3}}', '', { code: 'not_allowed', names: 'fibre' }],
    ['[]', '', { code: 'object' }],
    ['{', '', { code: 'json' }],
  ])('energyShares %s is 400, and nothing is written', async (text, path, problem) => {
    const answer = await expectNoWrites(service, () => change({ name: '不该写入', energyShares: text }));
    expect([answer.status, answer.json]).toEqual([400, badInput([`energyShares${path}`, problem])]);
  });

  it.each(['foodCategoryDayMax', 'foodCategoryWeekMax'])('%s must be amounts by name', async (field) => {
    const answer = await expectNoWrites(service, () => change({ [field]: '{"畜禽肉类":-1,"":2}' }));
    expect([answer.status, answer.json]).toEqual([
      400,
      badInput([`${field}.`, { code: 'empty' }], [`${field}.畜禽肉类`, { code: 'amount' }]),
    ]);
  });
});

const json: Problem = { code: 'json' };
const object: Problem = { code: 'object' };
const amount: Problem = { code: 'amount' };
const empty: Problem = { code: 'empty' };
const control: Problem = { code: 'text' };
const longName: Problem = { code: 'too_long', max: 50 };
type Bad = readonly [text: string, ...problems: (readonly [path: string, problem: Problem])[]];

const notJson: readonly Bad[] = [
  ' ',
  'x',
  '{',
  "{'a':1}",
  '{"a":1,}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":01}',
  '{"a":.5}',
  '{"a":+1}',
  '{"a":0x1}',
  '{a:1}',
  '{"a":1}{}',
  '\ufeff{}',
  '{"a\nb":1}',
  '{"a":1} // 注',
  'undefined',
].map((text) => [text, ['', json]]);
const notAnObject: readonly Bad[] = ['[]', '[{"a":1}]', '1', '"{}"', 'true'].map((text) => [text, ['', object]]);
const badNames: readonly ((value: string) => Bad)[] = [
  (value) => [`{"":${value}}`, ['.', empty]],
  (value) => [`{"${'名'.repeat(51)}":${value}}`, ['', longName]],
  (value) => [`{"${'𠮷'.repeat(51)}":${value}}`, ['', longName]],
  (value) => [`{"a\\u0000":${value}}`, ['', control]],
  (value) => [`{"a\\nb":${value}}`, ['', control]],
  (value) => [`{"\u007f":${value}}`, ['', control]],
  (value) => [`{"\\ud800":${value}}`, ['', control]],
];

const badAmounts: readonly Bad[] = [
  ...['-1', '-0.001', '1e400', '"1"', 'true', '[]', '{}', '{"min":1}', '"NaN"'].map(
    (value): Bad => [`{"谷类":250,"薯类":${value}}`, ['.薯类', amount]],
  ),
  ['{"甲":-1,"乙":1,"丙":1e999,"__proto__":-1}', ['.甲', amount], ['.丙', amount], ['.__proto__', amount]],
  [JSON.stringify(entries(101, 1)), ['', { code: 'too_many', max: 100 }]],
  [`{"a":1${' '.repeat(20_000)}}`, ['', { code: 'too_long', max: 20_000 }]],
  ...badNames.map((make) => make('1')),
];

const at = '.轻体力.蛋白质';
const badRanges: readonly Bad[] = [
  ...['1', '[]', '"a"'].map((value): Bad => [`{"轻体力":${value}}`, ['.轻体力', object]]),
  ...['1', '[]', '"a"'].map((value): Bad => [range(value), [at, object]]),
  [range('{"min":2,"max":1}'), [at, { code: 'min_over_max' }]],
  [range('{"min":1.0000001,"max":1}'), [at, { code: 'min_over_max' }]],
  [range('{}'), [at, { code: 'no_bound' }]],
  [range('{"ul":1}'), [at, { code: 'no_bound' }]],
  [
    range('{"min":-1,"max":-2,"ul":-3}'),
    [`${at}.min`, amount],
    [`${at}.max`, amount],
    [`${at}.ul`, amount],
    [at, { code: 'min_over_max' }],
  ],
  ...['1e400', '"1"', 'true', '{}'].map((value): Bad => [range(`{"min":${value},"max":2}`), [`${at}.min`, amount]]),
  ...['1e400', '"1"'].map((value): Bad => [range(`{"min":1,"max":2,"ul":${value}}`), [`${at}.ul`, amount]]),
  [range('{"min":1,"max":2,"unit":3}'), [at, { code: 'not_allowed', names: 'unit' }]],
  [range('{"min":1,"max":2,"MIN":3}'), [at, { code: 'not_allowed', names: 'MIN' }]],
  [range('{"min":1,"max":2,"__proto__":3}'), [at, { code: 'not_allowed', names: '__proto__' }]],
  [range('{"__proto__":{"min":1},"max":2}'), [at, { code: 'not_allowed', names: '__proto__' }]],
  [JSON.stringify(entries(31, {})), ['', { code: 'too_many', max: 30 }]],
  [JSON.stringify({ 轻体力: entries(61, { min: 1, max: 2 }) }), ['.轻体力', { code: 'too_many', max: 60 }]],
  [`{${' '.repeat(250_000)}}`, ['', { code: 'too_long', max: 250_000 }]],
  ...badNames.map((make) => make('{}')),
  [`{"轻体力":{"":{"min":1,"max":2}}}`, ['.轻体力.', empty]],
  [`{"轻体力":{"${'名'.repeat(51)}":{"min":1,"max":2}}}`, ['.轻体力', longName]],
  [`{"轻体力":{"a\\tb":{"min":1,"max":2}}}`, ['.轻体力', control]],
];

const cases = [
  ...amountFields.flatMap((field) => [...notJson, ...notAnObject, ...badAmounts].map((bad) => ({ field, bad }))),
  ...[...notJson, ...notAnObject, ...badRanges].map((bad) => ({ field: 'ingredient' as const, bad })),
].map(({ field, bad: [text, ...problems] }) => ({
  title: `${field} ${text.length > 80 ? `of ${text.length} characters: ${text.slice(0, 20)}` : JSON.stringify(text)}`,
  field,
  text,
  problems: problems.map(([path, problem]): [string, Problem] => [`${field}${path}`, problem]),
}));

describe('is 400 naming the path, and nothing is written', () => {
  beforeAll(async () => {
    expect((await change(KEPT)).json).toEqual(SUCCESS);
  });

  it.each(cases)('$title', async ({ field, text, problems }) => {
    const answer = await expectNoWrites(service, () => change({ name: '不该写入', [field]: text }));
    expect([answer.status, answer.json]).toEqual([400, badInput(...problems)]);
  });

  it('all three fields and the others at once', async () => {
    const bad = {
      name: '',
      overflow: 'x',
      foodCategoryDay: '[',
      foodCategoryWeek: '{"a":-1}',
      ingredient: range('{}'),
    };
    expect((await change(bad)).json.errors.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'overflow',
      'foodCategoryDay',
      'foodCategoryWeek.a',
      'ingredient.轻体力.蛋白质',
    ]);
  });
});
