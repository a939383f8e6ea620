import { read } from '@e965/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { QUOTAS } from '../../../lib/domain/quota.ts';
import { AppError } from '../../../lib/errors.ts';
import { writeDishes } from '../../../lib/store/dish/dish-workbook.ts';
import { finishAll } from '../../../lib/store/sweep.ts';
import { listTasks } from '../../../lib/store/task.ts';
import { openClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { describeCallers } from '../../support/callers.ts';
import { Attachment } from '../../support/files/attachment.ts';
import { bookOf, rowsOf, type Value } from '../../support/files/sheets.ts';
import { DishBench, FACTOR, useUpNumbers } from '../../support/nouns/dishes.ts';
import { addSchool, addSignedIn, badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

type Rows = readonly (readonly Value[])[];

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
let school: { id: number; token: string };
let other: { id: number; token: string };
const ids: number[] = [];

const facts = [
  {
    name: '番茄炒蛋',
    mark: '半荤',
    poly: '炒',
    month: '1,12',
    ingredient:
      '[{"key":"043119","value":120.5,"isMain":true},{"key":"自编","value":0.1,"isMain":false},{"key":"x","value":7}]',
  },
  { name: '=HYPERLINK("http://evil")', mark: '素菜', ingredient: '[{"key":"+1","value":1}]' },
  { name: '白饭', mark: '主食' },
];

beforeAll(async () => {
  const food = { category: '蔬菜类', edible: '97', nutrients: { energyKcal: '15' }, traces: [] };
  await loadIngredients(service.deps.db, [{ ...food, code: '043119', name: '番茄' }]);
  school = await addSchool(service, 'school');
  other = await addSchool(service, 'other');
  for (const one of facts) ids.push(await bench.add(school.id, one));
});

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

const send = async (book: Uint8Array, { token = school.token, vender, headers = {} }: Sent = {}) => {
  const parameters = { ...(vender === undefined ? {} : { vender }), files: new Attachment('菜品.xlsx', book) };
  return (await service.call('PUT /api/dish/sheet.xlsx', parameters, { token, headers })).json;
};

const done = (created: number, changed: number, unchanged: number) => ({
  ...SUCCESS,
  desc: `成功：新建 ${created} 个，修改 ${changed} 个，未变 ${unchanged} 个`,
});

const HEADER = ['编号', '菜名', '标记', '烹饪方式', '月份'];
const PARTS = ['菜品编号', '菜名', '食材编码', '食材名称', '用量（克）', '主料'];

describe('GET /api/dish/sheet.xlsx', () => {
  it('has a row for each dish and one for each ingredient, as text that no program takes for a formula', async () => {
    const bytes = await download();
    expect(rowsOf(bytes)).toEqual({
      菜品: [
        HEADER,
        [String(ids[0]), '番茄炒蛋', '半荤', '炒', '1,12'],
        [String(ids[1]), '=HYPERLINK("http://evil")', '素菜', '', ''],
        [String(ids[2]), '白饭', '主食', '', ''],
      ],
      食材: [
        PARTS,
        [String(ids[0]), '番茄炒蛋', '043119', '番茄', '120.5', '是'],
        [String(ids[0]), '番茄炒蛋', '自编', '', '0.1', '否'],
        [String(ids[0]), '番茄炒蛋', 'x', '', '7', ''],
        [String(ids[1]), '=HYPERLINK("http://evil")', '+1', '', '1', ''],
      ],
    });
    const cells = Object.values(read(bytes, { cellFormula: true }).Sheets).flatMap((sheet) => Object.values(sheet));
    expect(cells.filter((cell) => typeof cell === 'object' && 'f' in cell)).toEqual([]);
    expect((await download({ keyword: '饭', mark: '主食', poly: '', month: '' })).length).toBeLessThan(bytes.length);
    expect(rowsOf(await download({ mark: '主食' }))['菜品']).toHaveLength(2);
  });

  it('shows the library to units, any unit to the platform, and no other unit', async () => {
    expect(rowsOf(await download({ vender: 0 }))['菜品']).toHaveLength(1);
    expect(rowsOf(await download({ vender: school.id }, admin))['菜品']).toHaveLength(4);
    const answers = [{ vender: school.id }, { vender: 99 }].map((parameters, index) =>
      service.call('GET /api/dish/sheet.xlsx', parameters, { token: index === 0 ? other.token : admin }),
    );
    const [foreign, none] = await Promise.all(answers);
    expect(foreign?.json).toEqual(failure(403, 'foreign_unit'));
    expect(none?.json).toEqual(failure(404, 'unit_not_found'));
  });
});

describe('a workbook that is uploaded as it was downloaded', () => {
  const toNumbers = (rows: Rows) =>
    rows.map((row) =>
      row.map((cell) => (/^\d+(\.\d+)?$/.test(String(cell)) && String(cell)[0] !== '0' ? Number(cell) : cell)),
    );
  const reorder = (rows: Rows) =>
    rows.map((row) => ['备注', ...row].map((cell, index) => (index === 0 ? '' : cell)).toReversed());
  const trail = (rows: Rows): Rows => [...rows, ['', '', ' '], [], [null, ' ']];
  const variations: [string, (dishes: Rows, parts: Rows) => Uint8Array][] = [
    [
      'by another program',
      (dishes, parts) =>
        bookOf([
          ['菜品', dishes],
          ['食材', parts],
        ]),
    ],
    [
      'with shared texts',
      (dishes, parts) =>
        bookOf(
          [
            ['菜品', dishes],
            ['食材', parts],
          ],
          { bookSST: true },
        ),
    ],
    [
      'with numbers as numbers',
      (dishes, parts) =>
        bookOf([
          ['菜品', toNumbers(dishes)],
          ['食材', toNumbers(parts)],
        ]),
    ],
    [
      'with other columns, in another order',
      (dishes, parts) =>
        bookOf([
          ['菜品', reorder(dishes)],
          ['食材', reorder(parts)],
        ]),
    ],
    [
      'with blank rows behind',
      (dishes, parts) =>
        bookOf([
          ['菜品', trail(dishes)],
          ['食材', trail(parts)],
        ]),
    ],
    [
      'with other names and another order of sheets, and one more',
      (dishes, parts) =>
        bookOf([
          ['Sheet2', parts],
          ['说明', [['随便', '写写']]],
          ['Sheet1', dishes],
        ]),
    ],
    [
      'without the sheet of ingredients, and without two columns',
      (dishes) => bookOf([['菜品', dishes.map(([id = '', name = '', mark = '']) => [id, name, mark])]]),
    ],
  ];

  it('changes nothing at all, however it was saved', async () => {
    const bytes = await download();
    const { 菜品: dishes = [], 食材: ingredients = [] } = rowsOf(bytes);
    const before = await dumpTable(service);
    expect(await send(bytes)).toEqual(done(0, 0, 3));
    for (const [title, make] of variations) {
      expect([title, await send(make(dishes, ingredients))]).toEqual([title, done(0, 0, 3)]);
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
    const before = await bench.byId(third);
    const book = bookOf([
      [
        '菜品',
        [
          HEADER,
          [first, '番茄鸡蛋', '荤菜', '', ' '],
          ['', ' 新菜（大份） ', '汤羹', '煮', '2，3、4'],
          [second, '白饭', '主食', '', ''],
        ],
      ],
      [
        '食材',
        [
          PARTS,
          ['', '新菜(大份)', '043119', '', 50, '是'],
          [first, '随便', ' x ', '', '2.50', 'TRUE'],
          ['', '新菜（大份)', 'y', '', '1', 'no'],
        ],
      ],
    ]);
    expect(await send(book, { token: unit.token })).toEqual(done(1, 1, 1));
    expect(await bench.byId(first)).toMatchObject({
      name: '番茄鸡蛋',
      marks: '荤菜',
      poly: '',
      month: [],
      icon: 'egg.png',
      ingredient: [{ key: 'x', value: 2.5, isMain: true }],
    });
    expect(await bench.byId(unit.id * FACTOR + 4)).toMatchObject({
      name: '新菜（大份）',
      marks: '汤羹',
      poly: '煮',
      month: [2, 3, 4],
      ingredient: [
        { key: '043119', value: 50, isMain: true },
        { key: 'y', value: 1, isMain: false },
      ],
    });
    expect(await bench.byId(third)).toEqual(before);
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
    const book = bookOf([
      [
        '菜品',
        [
          HEADER,
          [ids[0] ?? 0, '', '半荤', '炒', '13'],
          [ids[0] ?? 0, '重复', '半荤', '', ''],
          [foreign, '别家', '素菜', '', ''],
          ['x', '字母', '无此', '无', ''],
          ['', '同名', '素菜', '', ''],
          ['', '同名', '', '', ''],
          ['', '日期', '素菜', '', new Date(0)],
        ],
      ],
      [
        '食材',
        [PARTS, ['', '同名', 'a', '', 1, ''], ['', '没有', 'a', '', 0, '也许'], [ids[0] ?? 0, '', '', '', '1e9', '']],
      ],
    ]);
    const { errors, ...answer } = await send(book);
    expect(answer).toEqual(badInput());
    const places = errors.map(({ field, file, sheet, row, column }: Record<string, unknown>) =>
      [field, file, sheet, row, column].join(' '),
    );
    expect(places.toSorted()).toEqual(
      [
        '菜品 2 菜名',
        '菜品 2 月份',
        '菜品 3 编号',
        '菜品 4 编号',
        '菜品 5 标记',
        '菜品 5 烹饪方式',
        '菜品 5 编号',
        '菜品 7 标记',
        '菜品 8 月份',
        '食材 2 菜名',
        '食材 3 主料',
        '食材 3 用量（克）',
        '食材 3 菜名',
        '食材 4 用量（克）',
        '食材 4 食材编码',
      ]
        .map((place) => `files 菜品.xlsx ${place}`)
        .toSorted(),
    );
    expect(errors[0]).toMatchObject({ message: '菜品.xlsx 工作表「菜品」 第 2 行「菜名」：不能为空' });
    const english = await service.call(
      'PUT /api/dish/sheet.xlsx',
      { files: new Attachment('菜品.xlsx', book) },
      { token: school.token, headers: { 'accept-language': 'en' } },
    );
    expect(english.json.errors[0].message).toBe('菜品.xlsx sheet "菜品" row 2 "菜名": must not be empty');
    const gone = bookOf([['菜品', [HEADER, [school.id * FACTOR + 77, '没了', '素菜', '', '']]]]);
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

  it('refuses what is no workbook of dishes, and more than it takes', async () => {
    const many = Array.from({ length: 2001 }, (_, index) => ['', `菜${index}`, '素菜']);
    const cases: [Uint8Array, string][] = [
      [Buffer.from('编号,菜名\n'), '菜品.xlsx：不是 .xlsx 工作簿'],
      [bookOf([['说明', [['随便']]]]), '菜品.xlsx 工作表「菜品」：必填'],
      [
        bookOf([
          ['一', [HEADER]],
          ['二', [HEADER]],
        ]),
        '菜品.xlsx 工作表「二」：该工作表重复出现',
      ],
      [
        bookOf([
          ['菜品', [HEADER]],
          ['食材', [['食材编码', '菜名', '主料']]],
        ]),
        '菜品.xlsx 工作表「食材」 第 1 行「用量（克）」：缺少该列',
      ],
      [bookOf([['菜品', [['菜名', '标记', '菜名']]]]), '菜品.xlsx 工作表「菜品」 第 1 行「菜名」：该列重复出现'],
      [bookOf([['菜品', [['菜名'], ['无标记']]]]), '菜品.xlsx 工作表「菜品」 第 2 行：必填'],
      [bookOf([['菜品', [HEADER, ...many]]]), '菜品.xlsx 工作表「菜品」：不能超过 2000 行数据'],
    ];
    for (const [book, message] of cases) {
      const { errors } = await send(book);
      expect(errors.map((one: { message: string }) => one.message)).toEqual([message]);
    }
  });

  it('finds no number for a new dish where the unit has used up its numbers, and no room where it is full', async () => {
    const unit = await addSchool(service, 'last');
    await useUpNumbers(service, unit.id);
    const book = bookOf([
      [
        '菜品',
        [
          ['菜名', '标记'],
          ['新', '素菜'],
        ],
      ],
    ]);
    expect(await send(book, { token: unit.token })).toEqual(failure(400, 'too_many_dishes'));
    const writes = Array.from({ length: 3 }, (_, index) => ({ facts: { name: `满${index}`, mark: '素菜' } }));
    const options = { now: 1, isTimeUp: () => false, guard: () => {}, refuse: () => new AppError('internal') };
    const { env } = service.deps;
    const full = new Database(openClient(env), env.table, { quotas: { ...QUOTAS, dishes: 2 } });
    await expect(writeDishes(full, other.id, writes, options)).rejects.toMatchObject({ reason: 'quota_reached' });
  });

  it('asks for the items that what it does needs, and keeps to the own unit', async () => {
    const maker = await addSignedIn(service, school.id, 'maker', [26]);
    const editor = await addSignedIn(service, school.id, 'editor', [27]);
    const viewer = await addSignedIn(service, school.id, 'viewer', [25]);
    const making = bookOf([['菜品', [HEADER, ['', '新', '素菜', '', '']]]]);
    const changing = bookOf([['菜品', [HEADER, [ids[2] ?? 0, '米饭', '主食', '', '']]]]);
    const lacking = failure(403, 'missing_permission');
    expect(await send(making, { token: editor })).toEqual(lacking);
    expect(await send(changing, { token: maker })).toEqual(lacking);
    expect(await send(making, { token: viewer })).toEqual(lacking);
    expect(await send(making, { vender: other.id })).toEqual(failure(403, 'foreign_unit'));
    expect(await send(making, { vender: 99, token: admin })).toEqual(failure(400, 'unknown_unit'));
    expect(await send(changing, { token: editor })).toEqual(done(0, 1, 0));
    expect(await send(making, { token: maker })).toEqual(done(1, 0, 0));
    expect(await send(making, { vender: other.id, token: admin })).toEqual(done(1, 0, 0));
  });
});

describe('a workbook of more dishes than one transaction holds', () => {
  const rows = Array.from({ length: 100 }, (_, index) => ['', `大批${String(index).padStart(3, '0')}`, '素菜', '', '']);
  const book = bookOf([
    ['菜品', [HEADER, ...rows]],
    ['食材', [PARTS, ...rows.map(([, name = '']) => ['', name, 'x', '', 5, ''])]],
  ]);

  it('is written whole, in its order, once under its key', async () => {
    const unit = await addSchool(service, 'many');
    const headers = { 'Idempotency-Key': 'workbook' };
    expect(await send(book, { token: unit.token, headers })).toEqual(done(100, 0, 0));
    expect(await send(book, { token: unit.token, headers })).toEqual(done(100, 0, 0));
    const names = (await bench.all(unit.id)).toReversed().map(({ name }: { name: string }) => name);
    expect(names).toEqual(rows.map(([, name]) => name));
    expect(await listTasks(service.deps.db)).toEqual({ tasks: [], unreadable: 0 });
    const bytes = await download({}, unit.token);
    const before = await dumpTable(service);
    expect(await send(bytes, { token: unit.token })).toEqual(done(0, 0, 100));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('is finished by the sweep where the call was cut short; what has become impossible is left out', async () => {
    const unit = await addSchool(service, 'cut');
    const writes = rows.map(([, name = '']) => ({ facts: { name: String(name), mark: '素菜' } }));
    const options = { now: 1, isTimeUp: () => true, guard: () => {}, refuse: () => new AppError('internal') };
    expect(await writeDishes(service.deps.db, unit.id, writes, options)).toEqual({
      created: 100,
      changed: 0,
      unchanged: 0,
    });
    expect(await bench.all(unit.id)).toEqual([]);
    expect((await listTasks(service.deps.db)).tasks).toHaveLength(3);
    expect(await finishAll(service.deps.db, () => false)).toEqual({ left: 0, failed: 0 });
    expect((await bench.all(unit.id)).toReversed().map(({ name }: { name: string }) => name)).toEqual(
      rows.map(([, name]) => name),
    );

    const numbers = writes.map((_, index) => ({ number: index + 1, facts: { mark: '汤羹' } }));
    await writeDishes(service.deps.db, unit.id, numbers, options);
    await bench.call('DELETE /api/dish', { ids: [7, 8].map((number) => unit.id * FACTOR + number).join(',') });
    await finishAll(service.deps.db, () => false);
    const marks = (await bench.all(unit.id)).map(({ marks: mark }: { marks: string }) => mark);
    expect(marks).toEqual(Array(98).fill('汤羹'));
    await bench.expectSound();
  });
});

describeCallers('GET /api/dish/sheet.xlsx', { business: [25, 26, 27, 28], admin: [9, 10, 11, 12] });
describeCallers('PUT /api/dish/sheet.xlsx', { business: [26, 27], admin: [10, 11] });
