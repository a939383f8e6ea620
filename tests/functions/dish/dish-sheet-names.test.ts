import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { Attachment } from '../../support/files/attachment.ts';
import { makeBook, readSheetRows, type Value } from '../../support/files/sheets.ts';
import { DishBench, FACTOR } from '../../support/nouns/dishes.ts';
import { addSchool, badInput, SUCCESS, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);

interface Sent {
  readonly preview?: boolean;
  readonly answers?: Readonly<Record<string, string>>;
  readonly name?: string;
}

async function send(file: Uint8Array | string, { preview, answers, name = '菜品.xlsx' }: Sent = {}) {
  const parameters = {
    ...(preview === undefined ? {} : { preview: String(preview) }),
    ...(answers === undefined ? {} : { answers: JSON.stringify(answers) }),
    files: new Attachment(name, typeof file === 'string' ? Buffer.from(file) : file),
  };
  return (await service.call('PUT /api/dish/sheet.xlsx', parameters, { token: school.token })).json;
}

const book = (...rows: (readonly Value[])[]) => makeBook([['菜单', rows]]);
const done = (created: string, changed: string, rest = '') => {
  return { ...SUCCESS, desc: `成功：新建 ${created}，修改 ${changed}，未变 0 个${rest}` };
};
const [tomato, potato] = [
  { key: '043119', name: '番茄' },
  { key: '021101', name: '土豆' },
];
const messages = ({ errors = [] }: { errors?: { message: string }[] }) => errors.map(({ message }) => message);
const at = (row: number, column: string, text: string) => `菜品.xlsx 工作表「菜单」 第 ${row} 行「${column}」：${text}`;

interface Named {
  readonly name: string;
}
/** A dish of a preview in one line. */
const describeDish = ({ name, ingredient }: Named & { ingredient: (Named & { value: number; isMain?: boolean })[] }) =>
  `${name}：${ingredient.map((food) => `${food.name} ${food.value}${food.isMain ? ' 主料' : ''}`).join('，')}`;

/** A sheet as a canteen writes it: a title, dishes over several rows, no codes, a sum at the end. */
function canteenBook(): Uint8Array {
  const sheet = utils.aoa_to_sheet([
    ['红旗小学食堂菜谱'],
    [],
    ['序号', '主料', '用量', '食材', '菜名', '标记', '烹调方法', '适合餐次', '月份'],
    [1, '√', '0.12kg', '西红柿', '番茄烧土豆', '素菜', '烧', '中餐', '1-3月'],
    [2, '', '８０克', '洋芋'],
    [3, '', 50, '番茄', '凉拌番茄', '凉菜', '拌', '', '全年'],
    ['', '', 250, '', '合计'],
  ]);
  const rows = (column: number, from: number, to: number) => ({
    s: { r: from - 1, c: column },
    e: { r: to - 1, c: column },
  });
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 8 } }, ...[4, 5, 6, 7, 8].map((column) => rows(column, 4, 5))];
  const out = utils.book_new();
  const old = [
    ['菜名', '标记'],
    ['旧菜', '素菜'],
  ];
  utils.book_append_sheet(out, utils.aoa_to_sheet(old), '去年');
  utils.book_append_sheet(out, sheet, '菜谱');
  utils.book_append_sheet(out, utils.aoa_to_sheet([['说明']]), '说明');
  out.Workbook = { Sheets: [{ Hidden: 2 }, { Hidden: 0 }, { Hidden: 0 }] };
  return new Uint8Array(write(out, { type: 'array', bookType: 'xlsx', compression: true }));
}

const food = { category: '蔬菜类', edible: '97', nutrients: { energyKcal: '15' }, traces: [] };
await loadIngredients(service.deps.db, [
  { ...food, code: '043119', name: '番茄[西红柿]', alias: '番茄' },
  { ...food, code: '021101', name: '马铃薯[土豆、洋芋]', alias: '土豆' },
  { ...food, code: '043208', name: '黄瓜（鲜）', alias: '黄瓜' },
  { ...food, code: '043209', name: '黄瓜（水果）', alias: '黄瓜' },
  { ...food, code: '081110', name: '猪肉（瘦）', alias: '瘦肉', category: '畜肉类' },
]);
const school = await addSchool(service, 'school');

describe('a workbook of dishes as a canteen writes it', () => {
  it('needs no codes and no form: a preview says what would be made, and the upload makes that', async () => {
    const before = await dumpTable(service);
    const cooked = { marks: '素菜', poly: '烧', month: [1, 2, 3], meals: ['lunch'] };
    const created = [
      {
        ...{ name: '番茄烧土豆', ...cooked },
        ingredient: [
          { ...tomato, value: 120, isMain: true },
          { ...potato, value: 80 },
        ],
      },
      { name: '凉拌番茄', marks: '凉菜', poly: '拌', month: [], ingredient: [{ ...tomato, value: 50 }] },
    ];
    const unread = [{ sheet: '菜谱', columns: ['序号'] }, { sheet: '说明' }];
    expect(await send(canteenBook(), { preview: true })).toEqual(
      success({ created, changed: [], unchanged: 0, questions: [], unread }),
    );
    expect(await dumpTable(service)).toEqual(before);
    expect(await send(canteenBook(), { preview: false })).toEqual(
      done('2 个（番茄烧土豆、凉拌番茄）', '0 个', '；没有读取的列：序号；没有读取的工作表：说明'),
    );
    expect(await bench.getById(school.id * FACTOR + 1)).toMatchObject({
      ...{ name: '番茄烧土豆', ...cooked },
      ingredient: [
        { key: '043119', value: 120, isMain: true },
        { key: '021101', value: 80 },
      ],
    });
  });

  it('may have all foods of a dish in one cell, marks called 类别, and rows below a dish without its name', async () => {
    const preview = await send(
      book(
        ['菜名', '类别', '食材'],
        ['大拌菜', '凉菜', '西红柿50g，马铃薯[土豆、洋芋] 0.03公斤；瘦肉（２０克）'],
        ['番茄汤', '汤羹', '番茄 40'],
        ['', '', '土豆 10 是'],
        ['白开水', '汤羹', ''],
      ),
      { preview: true },
    );
    expect(preview.body.created.map(describeDish)).toEqual([
      '大拌菜：番茄 50，土豆 30，瘦肉 20',
      '番茄汤：番茄 40，土豆 10 主料',
      '白开水：',
    ]);
    const byFood = await send(book(['菜名', '类别', '食材'], ['拌黄瓜', '蔬菜类', '瘦肉 5']), { preview: true });
    expect(messages(byFood)).toEqual([at(1, '标记', '缺少该列')]);
  });

  it('asks which food is meant, with proposals, and takes the same file with the answers', async () => {
    const rows = book(
      ['菜名', '标记', '食材', '用量'],
      ['拍黄瓜', '凉菜', '黄瓜', 100],
      ['', '', '大蒜', 5],
      ['黄瓜炒肉', '半荤', '黄瓜', '80g'],
      ['', '', '瘦肉丝', 40],
      ['', '', '21101', 10],
    );
    const before = await dumpTable(service);
    const { body } = await send(rows, { preview: true });
    const cucumbers = [
      { code: '043208', name: '黄瓜 · 黄瓜（鲜）', category: '蔬菜类' },
      { code: '043209', name: '黄瓜 · 黄瓜（水果）', category: '蔬菜类' },
    ];
    const lean = { code: '081110', name: '瘦肉 · 猪肉（瘦）', category: '畜肉类' };
    const row = (number: number, dish: string, amount: string) => ({ sheet: '菜单', row: number, dish, amount });
    expect(body.questions).toEqual([
      { text: '黄瓜', proposals: cucumbers, rows: [row(2, '拍黄瓜', '100'), row(4, '黄瓜炒肉', '80g')] },
      { text: '大蒜', proposals: [], rows: [row(3, '拍黄瓜', '5')] },
      { text: '瘦肉丝', proposals: [lean], rows: [row(5, '黄瓜炒肉', '40')] },
      {
        text: '21101',
        proposals: [{ code: '021101', name: '土豆 · 马铃薯[土豆、洋芋]', category: '蔬菜类' }],
        rows: [row(6, '黄瓜炒肉', '10')],
      },
    ]);
    expect(body.created.map(describeDish)).toEqual(['拍黄瓜：', '黄瓜炒肉：']);
    expect(messages(await send(rows))).toEqual([
      at(2, '食材', '“黄瓜”可能是 043208 黄瓜 / 043209 黄瓜'),
      at(3, '食材', '食材目录中没有：大蒜'),
      at(4, '食材', '“黄瓜”可能是 043208 黄瓜 / 043209 黄瓜'),
      at(5, '食材', '食材目录中没有：瘦肉丝'),
      at(6, '食材', '食材目录中没有：21101'),
    ]);
    expect(await dumpTable(service)).toEqual(before);
    const answers = { 黄瓜: '043209', 大蒜: '', 瘦肉丝: '081110', 21101: '021101' };
    const asked = await send(rows, { preview: true, answers });
    expect(asked.body.questions).toEqual([]);
    expect(await send(rows, { answers })).toEqual(done('2 个（拍黄瓜、黄瓜炒肉）', '0 个'));
    const [fried, cold] = await bench.list(school.id);
    const listFoods = (dish: { ingredient: { key: string; value: number }[] }) =>
      dish.ingredient.map(({ key, value }) => `${key} ${value}`);
    expect(listFoods(cold)).toEqual(['043209 100']);
    expect(listFoods(fried)).toEqual(['043209 80', '081110 40', '021101 10']);
  });

  it('names wrong cells, also in a preview, and answers that are none', async () => {
    const wrong = book(
      ['菜名', '标记', '食材', '月份', '餐次'],
      ['一', '素菜', '番茄适量', '春季', '下午茶'],
      ['二', '素菜', '番茄 500kg'],
      ['三', '素菜', '番茄1g、西红柿2g'],
      ['一', '素菜', ''],
    );
    const expected = [
      at(2, '月份', '应为 1 至 12 的月份，以逗号分隔'),
      at(2, '餐次', '应为以下之一：早餐 早点 午餐 午点 晚餐 夜宵'),
      at(2, '食材', '“番茄适量”没有克数'),
      at(3, '食材', '应为大于 0 且不超过 100000 的克数'),
      at(4, '食材', '重复出现'),
      at(5, '菜名', '重复出现'),
    ];
    for (const preview of [true, false])
      expect(messages(await send(wrong, { preview })).toSorted()).toEqual(expected.toSorted());
    const fine = book(['菜名', '标记'], ['四', '素菜']);
    const code = { code: 'code', max: 64 } as const;
    const bad = { answers: { 黄瓜: 'x'.repeat(65) }, preview: true };
    expect(await send(fine, bad)).toEqual(badInput(['answers.黄瓜', code]));
  });

  it('may be a CSV file, as it is made of pasted text', async () => {
    const text = '菜名\t标记\t食材\n草稿\t素菜\t西红柿 120 是\n草稿\t素菜\t土豆 80g\n';
    const { created, ...others } = (await send(text, { preview: true, name: '粘贴.csv' })).body;
    expect(created.map(describeDish)).toEqual(['草稿：番茄 120 主料，土豆 80']);
    expect(others).toEqual({ changed: [], unchanged: 0, questions: [], unread: [] });
  });

  it('without a column of main ingredients leaves those of a dish main', async () => {
    const ingredient = '[{"key":"021101","value":90,"isMain":true}]';
    const id = await bench.add(school.id, { name: '炒土豆', mark: '素菜', ingredient });
    const table = book(['编号', '菜名', '食材', '用量'], [id, '炒土豆', '土豆', 100], [id, '炒土豆', '番茄', 5]);
    const { body } = await send(table, { preview: true });
    expect(body.changed.map(describeDish)).toEqual(['炒土豆：土豆 100 主料，番茄 5']);
    expect(body.changed[0].id).toBe(id);
  });
});

it('an empty workbook of dishes is to be had', async () => {
  const [route, { token }] = ['GET /api/dish/sheet.xlsx', school];
  const { bytes, headers } = await service.call(route, { template: 'true' }, { token });
  expect(headers['content-disposition']).toContain(encodeURIComponent('菜品模板.xlsx'));
  expect(readSheetRows(bytes)).toEqual({
    菜品: [['编号', '菜名', '标记', '烹饪方式', '月份', '适用餐次', '喜爱程度', '不适合年龄', '版本']],
    食材: [['菜品编号', '菜名', '食材编码', '食材名称', '用量（克）', '主料']],
  });
});
