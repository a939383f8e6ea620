import { read } from '@e965/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DishWrite } from '../../../lib/domain/dish.ts';
import { QUOTAS } from '../../../lib/domain/quota.ts';
import { writeDishes } from '../../../lib/store/dish/dish-writing.ts';
import { continueTasks } from '../../../lib/store/sweep.ts';
import { listTasks } from '../../../lib/store/task.ts';
import { openClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { Attachment } from '../../support/files/attachment.ts';
import { makeBook, readSheetRows, type Value } from '../../support/files/sheets.ts';
import { DishBench, FACTOR, useUpNumbers } from '../../support/nouns/dishes.ts';
import { addSchool, addSignedIn, badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

type Rows = readonly (readonly Value[])[];
const makeDishBook = (dishes: Rows, foods: Rows, options = {}) => {
  return makeBook(Object.entries({ 菜品: dishes, 食材: foods }), options);
};

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
const ids: number[] = [];
let serial = 0;

const facts = [
  {
    name: '番茄炒蛋',
    mark: '半荤',
    poly: '炒',
    month: '1,12',
    meals: 'lunch,supper',
    ingredient:
      '[{"key":"043119","value":120.5,"isMain":true},{"key":"自编","value":0.1,"isMain":false},{"key":"x","value":7}]',
  },
  { name: '=HYPERLINK("http://evil")', mark: '素菜', ingredient: '[{"key":"+1","value":1}]' },
  { name: '白饭', mark: '主食' },
];

async function download(parameters: Record<string, string | number> = {}, token = school.token) {
  const answer = await service.call('GET /api/dish/sheet.xlsx', parameters, { token });
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  return answer.bytes;
}

interface Sent {
  readonly token?: string;
  readonly vender?: number;
  readonly headers?: Record<string, string>;
}

const answerTo = (book: Uint8Array, { token = school.token, vender, headers = {} }: Sent = {}) => {
  const parameters = { ...(vender === undefined ? {} : { vender }), files: new Attachment('菜品.xlsx', book) };
  return service.call('PUT /api/dish/sheet.xlsx', parameters, { token, headers });
};
const send = async (book: Uint8Array, sent: Sent = {}) => (await answerTo(book, sent)).json;
const messages = ({ errors }: { errors: { message: string }[] }) => errors.map(({ message }) => message);

/** The success of an upload. What it made and changed is told as text after its number: `1（新菜）`. */
const done = (created: number | string, changed: number | string, unchanged: number) => {
  const [made, edited] = [created, changed].map((told) => `${told}`.replace(/^\d+/, '$& 个'));
  return { ...SUCCESS, desc: `成功：新建 ${made}，修改 ${edited}，未变 ${unchanged} 个` };
};

/** A workbook of these writes, as it was read. */
const toWorkbook = (writes: DishWrite[]) => ({
  changedNumbers: new Set(writes.flatMap(({ number }) => number ?? [])),
  codesOutsideCatalogue: [],
  unread: [],
  listQuestions: () => [],
  planWrites: () => writes,
});

const HEADER = ['编号', '菜名', '标记', '烹饪方式', '月份', '适用餐次'];
const PARTS = ['菜品编号', '菜名', '食材编码', '食材名称', '用量（克）', '主料'];

const food = { category: '蔬菜类', edible: '97', nutrients: { energyKcal: '15' }, traces: [] };
await loadIngredients(service.deps.db, [
  { ...food, code: '043119', name: '番茄' },
  { ...food, code: '043208', name: '黄瓜' },
  { ...food, code: '043209', name: '黄瓜' },
]);
const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');
for (const one of facts) ids.push(await bench.add(school.id, one));

describe('GET /api/dish/sheet.xlsx', () => {
  it('has a row for each dish and one for each ingredient: numbers, and text that no program takes for a formula', async () => {
    const bytes = await download();
    expect(readSheetRows(bytes)).toEqual({
      菜品: [
        [...HEADER, '喜爱程度', '不适合年龄', '版本'],
        [ids[0], '番茄炒蛋', '半荤', '炒', '1,12', '午餐,夜宵', '', '', 1],
        [ids[1], '=HYPERLINK("http://evil")', '素菜', '', '', '', '', '', 1],
        [ids[2], '白饭', '主食', '', '', '', '', '', 1],
      ],
      食材: [
        PARTS,
        [ids[0], '番茄炒蛋', '043119', '番茄', 120.5, '是'],
        [ids[0], '番茄炒蛋', '自编', '', 0.1, '否'],
        [ids[0], '番茄炒蛋', 'x', '', 7, ''],
        [ids[1], '=HYPERLINK("http://evil")', '+1', '', 1, ''],
      ],
    });
    const cells = Object.values(read(bytes, { cellFormula: true }).Sheets).flatMap((sheet) => Object.values(sheet));
    expect(cells.filter((cell) => typeof cell === 'object' && 'f' in cell)).toEqual([]);
    expect((await download({ keyword: '饭', mark: '主食', poly: '', month: '' })).length).toBeLessThan(bytes.length);
    expect(readSheetRows(await download({ mark: '主食' }))['菜品']).toHaveLength(2);
  });

  it('shows the library to units, any unit to the platform, and no other unit', async () => {
    expect(readSheetRows(await download({ vender: 0 }))['菜品']).toHaveLength(1);
    expect(readSheetRows(await download({ vender: school.id }, admin))['菜品']).toHaveLength(4);
    const answers = [{ vender: school.id }, { vender: 99 }].map((parameters, index) =>
      service.call('GET /api/dish/sheet.xlsx', parameters, { token: index === 0 ? other.token : admin }),
    );
    const [foreign, none] = await Promise.all(answers);
    expect(foreign?.json).toEqual(failure(403, 'foreign_unit'));
    expect(none?.json).toEqual(failure(404, 'unit_not_found'));
  });
});

describe('a workbook that is uploaded as it was downloaded', () => {
  const toTexts = (rows: Rows) => rows.map((row) => row.map(String));
  const reorder = (rows: Rows) =>
    rows.map((row) => ['备注', ...row].map((cell, index) => (index === 0 ? '' : cell)).toReversed());
  const trail = (rows: Rows): Rows => [...rows, ['', '', ' '], [], [null, ' ']];
  const variations: [string, (dishes: Rows, parts: Rows) => Uint8Array][] = [
    ['by another program', makeDishBook],
    ['with shared texts', (dishes, parts) => makeDishBook(dishes, parts, { bookSST: true })],
    ['with numbers as text', (dishes, parts) => makeDishBook(toTexts(dishes), toTexts(parts))],
    ['with other columns, in another order', (dishes, parts) => makeDishBook(reorder(dishes), reorder(parts))],
    ['with blank rows behind', (dishes, parts) => makeDishBook(trail(dishes), trail(parts))],
    [
      'with other names and another order of sheets, and one more',
      (dishes, parts) => makeBook(Object.entries({ Sheet2: parts, 说明: [['随便', '写写']], Sheet1: dishes })),
    ],
    [
      'without the sheet of ingredients, and without two columns',
      (dishes) => makeBook([['菜品', dishes.map(([id = '', name = '', mark = '']) => [id, name, mark])]]),
    ],
  ];

  it('changes nothing at all, however it was saved', async () => {
    const bytes = await download();
    const { 菜品: dishes = [], 食材: ingredients = [] } = readSheetRows(bytes);
    const before = await dumpTable(service);
    expect(await send(bytes)).toEqual(done(0, 0, 3));
    for (const [title, make] of variations) {
      const rest = title.endsWith('one more') ? '；没有读取的工作表：说明' : '';
      expect([title, (await send(make(dishes, ingredients))).desc]).toEqual([title, done(0, 0, 3).desc + rest]);
    }
    expect(await dumpTable(service)).toEqual(before);
  });
});

describe('PUT /api/dish/sheet.xlsx', () => {
  it('changes dishes by their ids, makes others, empties what is empty, and leaves alone what it does not name', async () => {
    const unit = await addSchool(service, 'writer');
    const [first = 0, second = 0, third = 0] = [
      await bench.add(unit.id, { ...facts[0], icon: 'egg.png' }),
      await bench.add(unit.id, facts[2] ?? {}),
      await bench.add(unit.id, { name: '在外', mark: '素菜', ingredient: '[{"key":"x","value":1}]' }),
    ];
    const before = await bench.getById(third);
    const book = makeDishBook(
      [
        HEADER,
        [first, '番茄鸡蛋', '荤菜', '', ' ', ''],
        ['', ' 新菜（大份） ', '汤羹', '煮', '2，3、4', '夜宵、 早点'],
        [second, '白饭', '主食', '', ''],
      ],
      [
        PARTS,
        ['', '新菜(大份)', '043119', '', 50, '是'],
        [first, '随便', ' x ', '', '2.50', 'TRUE'],
        ['', '新菜（大份)', 'x', '番茄', '1', 'no'],
      ],
    );
    const answer = await answerTo(book, { token: unit.token });
    expect(answer.json).toEqual(done('1（新菜（大份））', '1（番茄鸡蛋）', 1));
    expect(answer.headers).toMatchObject({
      'catering-ids': String(unit.id * FACTOR + 4),
      location: `/api/dish?id=${unit.id * FACTOR + 4}`,
    });
    expect(await bench.getById(first)).toMatchObject({
      name: '番茄鸡蛋',
      marks: '荤菜',
      poly: '',
      month: [],
      icon: 'egg.png',
      ingredient: [{ key: 'x', value: 2.5, isMain: true }],
    });
    expect(await bench.getById(unit.id * FACTOR + 4)).toMatchObject({
      name: '新菜（大份）',
      marks: '汤羹',
      poly: '煮',
      month: [2, 3, 4],
      meals: ['morningSnack', 'supper'],
      ingredient: [
        { key: '043119', value: 50, isMain: true },
        { key: 'x', value: 1, isMain: false },
      ],
    });
    expect(await bench.getById(third)).toEqual(before);
    const log = await service.call('GET /api/log', { pageSize: 1 }, { token: unit.token });
    expect(log.json.body.content[0]).toMatchObject({
      operation: 'setDishSheet',
      changed: { dish: expect.arrayContaining([first, unit.id * FACTOR + 4]) },
    });
    await bench.expectSound();
  });

  it('names all that is wrong by sheet, row and column, and does nothing then', async () => {
    const foreign = await bench.add(other.id, { name: '别家', mark: '素菜' });
    const before = await dumpTable(service);
    const book = makeDishBook(
      [
        HEADER,
        [ids[0] ?? 0, '', '半荤', '炒', '13'],
        [ids[0] ?? 0, '重复', '半荤', '', '', '下午茶'],
        [foreign, '别家', '素菜', '', ''],
        ['x', '字母', '无此', '无', ''],
        ['', '同名', '素菜', '', ''],
        ['', '同名', '', '', ''],
        ['', '日期', '素菜', '', new Date(0)],
      ],
      [
        PARTS,
        ['', '同名', '043119', '', 1, ''],
        ['', '同名', '043208', '', 1, ''],
        ['', '没有', '043119', '', 0, '也许'],
        ['', '没有', '043208', '', 1, ''],
        [ids[0] ?? 0, '', '', '', '1e9', ''],
        [foreign, '', '043119', '', 1, ''],
        ['x', '', '43208', '', 1, ''],
        [ids[2] ?? 0, '', '043119', '', 1, ''],
        [ids[2] ?? 0, '', '043208', '', 1, ''],
      ],
    );
    const { errors, ...answer } = await send(book);
    expect(answer).toEqual(badInput());
    const positions = errors.map(({ field, file, sheet, row, column }: Record<string, unknown>) =>
      [field, file, sheet, row, column].join(' '),
    );
    expect(positions.toSorted()).toEqual(
      [
        '菜品 2 菜名',
        '菜品 2 月份',
        '菜品 3 编号',
        '菜品 3 适用餐次',
        '菜品 4 编号',
        '菜品 5 标记',
        '菜品 5 烹饪方式',
        '菜品 5 编号',
        '菜品 7 标记',
        '菜品 8 月份',
        '食材 2 菜名',
        '食材 4 主料',
        '食材 4 用量（克）',
        '食材 4 菜名',
        '食材 6 用量（克）',
        '食材 6 食材编码',
        '食材 8 食材编码',
        '食材 9 菜品编号',
      ]
        .map((position) => `files 菜品.xlsx ${position}`)
        .toSorted(),
    );
    expect(errors[0]).toMatchObject({ message: '菜品.xlsx 工作表「菜品」 第 2 行「菜名」：不能为空' });
    const english = await service.call(
      'PUT /api/dish/sheet.xlsx',
      { files: new Attachment('菜品.xlsx', book) },
      { token: school.token, headers: { 'accept-language': 'en' } },
    );
    expect(english.json.errors[0].message).toBe('菜品.xlsx sheet "菜品" row 2 "菜名": must not be empty');
    const gone = makeBook([['菜品', [HEADER, [school.id * FACTOR + 77, '没了', '素菜', '', '']]]]);
    expect((await send(gone)).errors).toEqual([
      {
        field: 'files',
        message: `菜品.xlsx 工作表「菜品」 第 2 行「编号」：不存在：${school.id * FACTOR + 77}`,
        file: '菜品.xlsx',
        sheet: '菜品',
        row: 2,
        column: '编号',
      },
    ]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('tells the first hundred mistakes, and how many more there are', async () => {
    const rows = Array.from({ length: 130 }, (_, index) => ['', `菜${index}`, '无此', '', '']);
    const told = messages(await send(makeBook([['菜品', [HEADER, ...rows]]])));
    expect(told).toHaveLength(101);
    expect(told.at(99)).toMatch(/^菜品\.xlsx 工作表「菜品」 第 101 行「标记」：应为以下之一：/);
    expect(told.at(100)).toBe('另有 30 处错误未列出');
  });

  it('refuses what is no workbook of dishes, and more than it takes', async () => {
    const many = Array.from({ length: 2001 }, (_, index) => ['', `菜${index}`, '素菜']);
    const cases: [Uint8Array, string][] = [
      [Buffer.from('编号,菜名\n'), '菜品.xlsx：不是 .xlsx 工作簿'],
      [makeBook([['说明', [['随便']]]]), '菜品.xlsx 工作表「菜品」：必填'],
      [
        makeDishBook(
          [HEADER, ['', '新', '素菜']],
          [
            ['食材编码', '菜名', '主料'],
            ['043119', '新', '是'],
          ],
        ),
        '菜品.xlsx 工作表「食材」 第 1 行「用量（克）」：缺少该列',
      ],
      [makeBook([['菜品', [['菜名', '标记', '菜名']]]]), '菜品.xlsx 工作表「菜品」 第 1 行「菜名」：该列重复出现'],
      [
        makeBook([['菜品', [['菜名'], ['无标记'], ['也无标记']]]]),
        '菜品.xlsx 工作表「菜品」 第 1 行「标记」：缺少该列',
      ],
      [
        makeDishBook(
          [HEADER, ['', '新', '素菜']],
          [
            ['菜名', '用量', '主料'],
            ['新', 5, '是'],
          ],
        ),
        '菜品.xlsx 工作表「食材」 第 1 行「食材编码」：缺少该列',
      ],
      [makeBook([['菜品', [HEADER, ...many]]]), '菜品.xlsx 工作表「菜品」：不能超过 2000 行数据'],
    ];
    for (const [book, message] of cases) {
      expect(messages(await send(book))).toEqual([message]);
    }
  });

  it('finds no number for a new dish where the unit has used up its numbers, and no room where it is full', async () => {
    const unit = await addSchool(service, 'last');
    await useUpNumbers(service, unit.id);
    const book = makeBook(
      Object.entries({
        菜品: [
          ['菜名', '标记'],
          ['新', '素菜'],
        ],
      }),
    );
    expect(await send(book, { token: unit.token })).toEqual(failure(400, 'too_many_dishes'));
    const writes = Array.from({ length: 3 }, (_, index) => ({ facts: { name: `满${index}`, mark: '素菜' } }));
    const options = { now: 1, isTimeUp: () => false, requirePermission: () => {} };
    const { env } = service.deps;
    const full = new Database(openClient(env), env.table, { quotas: { ...QUOTAS, dishes: 2 } });
    await expect(writeDishes(full, other.id, toWorkbook(writes), options)).rejects.toMatchObject({
      reason: 'quota_reached',
    });
  });

  it('asks for the items that what it does needs, and keeps to the own unit', async () => {
    const maker = await addSignedIn(service, school.id, 'maker', [26]);
    const editor = await addSignedIn(service, school.id, 'editor', [27]);
    const viewer = await addSignedIn(service, school.id, 'viewer', [25]);
    const making = makeBook([['菜品', [HEADER, ['', '新', '素菜', '', '']]]]);
    const changing = makeBook([['菜品', [HEADER, [ids[2] ?? 0, '米饭', '主食', '', '']]]]);
    const lacking = failure(403, 'missing_permission');
    expect(await send(making, { token: editor })).toEqual(lacking);
    expect(await send(changing, { token: maker })).toEqual(lacking);
    expect(await send(making, { token: viewer })).toEqual(lacking);
    expect(await send(making, { vender: other.id })).toEqual(failure(403, 'foreign_unit'));
    expect(await send(making, { vender: 99, token: admin })).toEqual(failure(400, 'unknown_unit'));
    expect(await send(changing, { token: editor })).toEqual(done(0, '1（米饭）', 0));
    expect(await send(making, { token: maker })).toEqual(done('1（新）', 0, 0));
    expect(await send(making, { vender: other.id, token: admin })).toEqual(done('1（新）', 0, 0));
  });
});

describe('the version of a row', () => {
  const VERSIONED = [...HEADER.slice(0, -1), '版本'];
  const changed = (row: number, name: string, version: number) =>
    `菜品.xlsx 工作表「菜品」 第 ${row} 行「版本」：菜品「${name}」在下载后已被修改（现为版本 ${version}），请重新下载`;
  let unit: { id: number; token: string };
  let own: number[];

  beforeEach(async () => {
    unit = await addSchool(service, `versions${++serial}`);
    own = [];
    for (const name of ['甲', '乙', '丙']) own.push(await bench.add(unit.id, { name, mark: '素菜' }));
  });

  it('keeps what somebody else has changed since: an error names each such dish, and nothing is written', async () => {
    const bytes = await download({}, unit.token);
    await bench.call('POST /api/dish', { id: own[1] ?? 0, name: '乙改' });
    const { 菜品: rows = [] } = readSheetRows(bytes);
    const edited = rows.map((row, index) => (index === 1 ? row.with(1, '甲改') : row));
    const before = await dumpTable(service);
    const answer = await answerTo(makeBook([['菜品', edited]]), { token: unit.token });
    expect(answer.json).toEqual({
      ...failure(409, 'changed_meanwhile'),
      errors: [
        { field: 'files', message: changed(3, '乙改', 2), file: '菜品.xlsx', sheet: '菜品', row: 3, column: '版本' },
      ],
    });
    expect(await dumpTable(service)).toEqual(before);
    const english = await answerTo(makeBook([['菜品', edited]]), {
      token: unit.token,
      headers: { 'accept-language': 'en' },
    });
    expect(messages(english.json)).toEqual([
      '菜品.xlsx sheet "菜品" row 3 "版本": the dish "乙改" was changed after the download (it has version 2 now): ' +
        'download it again',
    ]);
  });

  it('does not matter where the row says what the dish is now, nor in a row that makes a dish', async () => {
    await bench.call('POST /api/dish', { id: own[0] ?? 0, name: '甲改' });
    const rows = [VERSIONED, [own[0] ?? 0, '甲改', '素菜', '', '', 1], ['', '丁', '素菜', '', '', 7]];
    expect(await send(makeBook([['菜品', rows]]), { token: unit.token })).toEqual(done('1（丁）', 0, 1));
  });

  it('is not asked for: without the column, or in a row without it, the last one wins', async () => {
    await bench.call('POST /api/dish', { id: own[0] ?? 0, name: '甲改' });
    const without = makeBook([['菜品', [HEADER, [own[0] ?? 0, '甲二', '素菜', '', '']]]]);
    expect(await send(without, { token: unit.token })).toEqual(done(0, '1（甲二）', 0));
    const empty = makeBook([['菜品', [VERSIONED, [own[0] ?? 0, '甲三', '素菜', '', '', ' ']]]]);
    expect(await send(empty, { token: unit.token })).toEqual(done(0, '1（甲三）', 0));
  });

  it('that was pasted over by another one is refused, and so is what is no version', async () => {
    const rows = [
      VERSIONED,
      [own[0] ?? 0, '甲二', '素菜', '', '', 5],
      [own[1] ?? 0, '乙二', '素菜', '', '', '二'],
      [own[2] ?? 0, '丙', '素菜', '', '', 0],
    ];
    const answer = await send(makeBook([['菜品', rows]]), { token: unit.token });
    expect(answer).toMatchObject({ code: 400, reason: 'invalid_input' });
    const noVersion = '应为 1 至 9007199254740991 的整数';
    expect(messages(answer)).toEqual([
      changed(2, '甲', 1),
      `菜品.xlsx 工作表「菜品」 第 3 行「版本」：${noVersion}`,
      `菜品.xlsx 工作表「菜品」 第 4 行「版本」：${noVersion}`,
    ]);
  });
});

describe('the codes of a workbook', () => {
  const rows = (...parts: (readonly Value[])[]) =>
    makeDishBook(
      [HEADER, ['', '新菜', '素菜', '', '']],
      [PARTS, ...parts.map(([code = '', food = '']) => ['', '新菜', code, food, 1, ''])],
    );
  const at = (row: number, text: string) => `菜品.xlsx 工作表「食材」 第 ${row} 行「食材编码」：${text}`;

  it('must be known, and not be of another food than the name beside them; errors tell what is meant', async () => {
    const before = await dumpTable(service);
    const book = rows(
      ['043119', '番茄'],
      ['43208', ''],
      ['xyz', ' 番 茄'],
      ['abc', '番茄'],
      ['def', '黄瓜'],
      ['043208', '番茄'],
    );
    const answer = await send(book);
    expect(answer).toMatchObject({ code: 400, reason: 'invalid_input' });
    expect(messages(answer)).toEqual([
      at(3, '不存在：43208，应为 043208 黄瓜'),
      at(4, '食材目录和本单位菜品中都没有该编码：xyz'),
      at(5, '不存在：abc，应为 043119 番茄'),
      at(6, '不存在：def，应为 043208 黄瓜 / 043209 黄瓜'),
      at(7, '为 043208 黄瓜，而食材名称对应 043119 番茄'),
    ]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('may be those that a dish of the unit has, and stand beside names of no food', async () => {
    const unit = await addSchool(service, 'coder');
    await bench.add(unit.id, facts[0] ?? {});
    const book = rows(['自编', '自家酱'], ['043119', '西红柿'], ['x', '']);
    expect(await send(book, { token: unit.token })).toEqual(done('1（新菜）', 0, 0));
    const { token } = await addSchool(service, 'stranger');
    expect(messages(await send(book, { token }))).toEqual([
      at(2, '食材目录和本单位菜品中都没有该编码：自编'),
      at(4, '食材目录和本单位菜品中都没有该编码：x'),
    ]);
  });
});

describe('a workbook of more dishes than one transaction holds', () => {
  const rows = Array.from({ length: 100 }, (_, index) => ['', `大批${String(index).padStart(3, '0')}`, '素菜', '', '']);
  const book = makeDishBook(
    [HEADER, ...rows],
    [PARTS, ...rows.map(([, name = '']) => ['', name, '043119', '', 5, ''])],
  );

  it('is written whole, in its order, once under its key', async () => {
    const unit = await addSchool(service, 'many');
    const headers = { 'Idempotency-Key': 'workbook' };
    const told = rows.slice(0, 10).map(([, name]) => name);
    for (const _ of ['first', 'again']) {
      const answer = await answerTo(book, { token: unit.token, headers });
      expect(answer.json).toEqual(done(`100（${told.join('、')} 等）`, 0, 0));
      expect(String(answer.headers['catering-ids']).split(',').map(Number)).toEqual(
        rows.map((_, index) => unit.id * FACTOR + 1 + index),
      );
    }
    const names = (await bench.list(unit.id)).toReversed().map(({ name }: { name: string }) => name);
    expect(names).toEqual(rows.map(([, name]) => name));
    expect(await listTasks(service.deps.db)).toEqual({ tasks: [], unreadableCount: 0 });
    const bytes = await download({}, unit.token);
    const before = await dumpTable(service);
    expect(await send(bytes, { token: unit.token })).toEqual(done(0, 0, 100));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('is finished by the sweep where the call was cut short; what has become impossible is left out', async () => {
    const unit = await addSchool(service, 'cut');
    const writes = rows.map(([, name = '']) => ({ facts: { name: String(name), mark: '素菜' } }));
    const options = { now: 1, isTimeUp: () => true, requirePermission: () => {} };
    expect(await writeDishes(service.deps.db, unit.id, toWorkbook(writes), options)).toEqual({
      createdNames: rows.map(([, name]) => name),
      changedNames: [],
      unchangedCount: 0,
      ids: [],
    });
    expect(await bench.list(unit.id)).toEqual([]);
    expect((await listTasks(service.deps.db)).tasks).toHaveLength(3);
    expect(await continueTasks(service.deps.db, () => false)).toEqual({ unfinishedCount: 0, failedCount: 0 });
    expect((await bench.list(unit.id)).toReversed().map(({ name }: { name: string }) => name)).toEqual(
      rows.map(([, name]) => name),
    );

    const numbers = writes.map((_, index) => ({ number: index + 1, facts: { mark: '汤羹' } }));
    await writeDishes(service.deps.db, unit.id, toWorkbook(numbers), options);
    await bench.call('DELETE /api/dish', { ids: [7, 8].map((number) => unit.id * FACTOR + number).join(',') });
    await continueTasks(service.deps.db, () => false);
    const marks = (await bench.list(unit.id)).map(({ marks: mark }: { marks: string }) => mark);
    expect(marks).toEqual(Array(98).fill('汤羹'));
    await bench.expectSound();
  });
});
