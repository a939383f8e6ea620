import { beforeAll, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { Attachment } from '../../support/files/attachment.ts';
import { makeBook, readSheetRows, type Value } from '../../support/files/sheets.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

type Rows = readonly (readonly Value[])[];

const { service, setup } = await openSetup();
const HEADER = ['用户名', '姓名', '角色', '电话'];
const PASSWORD = /^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/;
let cook: { uid: string; password: string };
let roleId: number;
let token: string;

beforeAll(async () => {
  ({ token } = setup.school);
  roleId = await setup.create('PUT /api/role', { roleName: '厨师', items: '25,26' }, token);
  await setup.create('PUT /api/role', { roleName: '=主管,"A"', items: '36,37,38' }, token);
  cook = await setup.createUser(roleId);
  await setup.succeed('POST /api/user', { uid: cook.uid, name: '=1+1', phone: '0138' }, token);
});

const download = async () => (await service.call('GET /api/user/sheet.xlsx', {}, { token })).bytes;
const list = async () => (await service.call('GET /api/user', {}, { token })).json.body;
const call = (sheets: Readonly<Record<string, Rows>> | Uint8Array, by = token, headers = {}) => {
  const book = sheets instanceof Uint8Array ? sheets : makeBook(Object.entries(sheets));
  return service.call('PUT /api/user/sheet.xlsx', { files: new Attachment('用户.xlsx', book) }, { token: by, headers });
};
const send = async (rows: Rows, by = token) => (await call({ 用户: rows }, by)).json;
const messages = ({ errors }: { errors: { message: string }[] }) => errors.map(({ message }) => message);

describe('GET /api/user/sheet.xlsx', () => {
  it('has the users with their roles by name, and the names of the roles', async () => {
    expect(readSheetRows(await download())).toEqual({
      用户: [HEADER, ['hongqi', expect.any(String), '超级管理员', ''], [cook.uid, '=1+1', '厨师', '0138']],
      可选角色: [['角色'], ['超级管理员'], ['厨师'], ['=主管,"A"']],
    });
  });

  it('uploaded as it is, however it was saved, changes nothing at all', async () => {
    const bytes = await download();
    const { 用户: users = [], 可选角色: roles = [] } = readSheetRows(bytes);
    const before = await dumpTable(service);
    const variations = [
      bytes,
      makeBook([
        ['可选角色', roles],
        ['Sheet9', users],
      ]),
      makeBook([['用户', users.map((row) => ['', ...row].toReversed())]], { bookSST: true }),
      makeBook([['用户', [...users, [], ['', ' ']]]]),
      makeBook([['用户', users.map(([uid = '']) => [uid])]]),
    ];
    for (const book of variations) {
      const body = { created: 0, changed: 0, unchanged: 2, passwords: [] };
      expect((await call(book)).json).toEqual({ code: 200, desc: '成功', success: true, body });
    }
    const { desc } = await send([
      [...HEADER, '备注'],
      [cook.uid, '=1+1', '厨师', '0138', '早班'],
    ]);
    expect(desc).toBe('成功；没有读取的列：备注');
    expect(await dumpTable(service)).toEqual(before);
  });
});

describe('PUT /api/user/sheet.xlsx', () => {
  it('creates users with passwords that are told only once', async () => {
    const lines: string[] = [];
    const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    const headers = { 'Idempotency-Key': 'staff' };
    const rows = { 用户: [HEADER, ['Sun.Yan', ' 孙燕 ', '厨师', 1380], ['lihong', '李红', '=主管,"A"', '']] };
    const first = await call(rows, token, headers);
    const again = await call(rows, token, headers);
    written.mockRestore();
    const passwords = [
      { uid: 'Sun.Yan', name: '孙燕', password: expect.stringMatching(PASSWORD) },
      { uid: 'lihong', name: '李红', password: expect.stringMatching(PASSWORD) },
    ];
    const body = { created: 2, changed: 0, unchanged: 0, passwords };
    expect(first.json).toEqual({ code: 200, desc: '成功', success: true, body });
    expect(first.headers).toMatchObject({ 'catering-ids': 'Sun.Yan,lihong' });
    expect(again.json).toEqual({ code: 200, desc: '成功', success: true });
    expect(again.headers).toMatchObject({ 'catering-ids': 'Sun.Yan,lihong' });
    const [one = '', two = ''] = first.json.body.passwords.map(({ password }: { password: string }) => password);
    expect(one).not.toBe(two);
    const stored = JSON.stringify(await dumpTable(service)) + lines.join('') + JSON.stringify(first.headers);
    for (const secret of [one, two, digestPassword(one), digestPassword(two)]) expect(stored).not.toContain(secret);
    await expect(service.signIn('sun.yan', one)).resolves.toEqual(expect.any(String));
    expect(await list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ uid: 'Sun.Yan', name: '孙燕', phone: '1380', roleName: '厨师' }),
        expect.objectContaining({ uid: 'lihong', name: '李红', phone: '', roleName: '=主管,"A"' }),
      ]),
    );
  });

  it('changes others by their uids, who keep their passwords; an empty role revokes, an absent column leaves alone', async () => {
    const user = await setup.createUser(roleId);
    const session = await service.signIn(user.uid, user.password);
    const changed = { created: 0, changed: 1, unchanged: 0, passwords: [] };
    expect(
      (
        await send([
          ['用户名', '姓名'],
          [user.uid.toUpperCase(), '改名'],
        ])
      ).body,
    ).toEqual(changed);
    expect(
      (
        await send([
          ['uid', 'phone', 'role'],
          [user.uid, 123, ''],
        ])
      ).body,
    ).toEqual(changed);
    const shown = (await list()).find(({ uid }: { uid: string }) => uid === user.uid);
    expect(shown).toMatchObject({ name: '改名', phone: '123', roleId: 0, roleName: '' });
    expect((await service.call('GET /api/me', {}, { token: session })).status).toBe(200);
    expect((await service.call('GET /api/log', { pageSize: 1 }, { token })).json.body.content[0]).toMatchObject({
      operation: 'setUserSheet',
      changed: { user: [user.uid] },
    });
    await expect(service.signIn(user.uid, user.password)).resolves.toEqual(expect.any(String));
  });

  it('names all that is wrong by sheet, row and column, and does nothing then', async () => {
    const other = await setup.createSchool();
    const before = await dumpTable(service);
    const rows = [
      HEADER,
      ['', '无名', '厨师', ''],
      ['new-one', '', '厨师', 'x'.repeat(33)],
      ['new-two', '新二', '没有', ''],
      ['new-three', '平台', '', ''],
      [other.account, '别家', '厨师', ''],
      [cook.uid, '一', '厨师', ''],
      [cook.uid.toUpperCase(), '二', '厨师', new Date(0)],
    ];
    expect(messages(await send(rows))).toEqual([
      '用户.xlsx 工作表「用户」 第 2 行「用户名」：不能为空',
      '用户.xlsx 工作表「用户」 第 3 行「姓名」：不能为空',
      '用户.xlsx 工作表「用户」 第 3 行「电话」：不能超过 32 个字符',
      '用户.xlsx 工作表「用户」 第 4 行「角色」：不存在：没有',
      '用户.xlsx 工作表「用户」 第 5 行「姓名」：是平台专用的名称',
      '用户.xlsx 工作表「用户」 第 5 行「角色」：必填',
      '用户.xlsx 工作表「用户」 第 6 行「用户名」：已被占用',
      '用户.xlsx 工作表「用户」 第 8 行「电话」：应为文本或数字，不能是日期、逻辑值或错误值',
      '用户.xlsx 工作表「用户」 第 8 行「用户名」：重复出现',
    ]);
    expect(
      messages(
        await send([
          ['账号', 'phone'],
          ['new-one', 'x'.repeat(33)],
          ['new-two', ''],
        ]),
      ),
    ).toEqual([
      '用户.xlsx 工作表「用户」 第 1 行「姓名」：缺少该列',
      '用户.xlsx 工作表「用户」 第 1 行「角色」：缺少该列',
      '用户.xlsx 工作表「用户」 第 2 行「phone」：不能超过 32 个字符',
    ]);
    expect(messages(await send([['姓名'], ['谁']]))).toEqual(['用户.xlsx 工作表「用户」：必填']);
    const many = Array.from({ length: 49 }, (_, index) => [`many${index}`, '多', '厨师', '']);
    expect(messages(await send([HEADER, ...many]))).toEqual([
      '用户.xlsx 工作表「用户」：一次最多新建 48 人，或修改 96 人，请分几次上传',
    ]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('gives a uid that two want at the same moment to one of them', async () => {
    const elsewhere = await setup.createSchool();
    await setup.create('PUT /api/role', { roleName: '厨师', items: '' }, elsewhere.token);
    const rows = [HEADER, ['wanted', '抢', '厨师', '']];
    const answers = await Promise.all([send(rows), send(rows, elsewhere.token)]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    const [lost] = answers.filter(({ success }) => !success);
    expect(['duplicate_uid', 'invalid_input']).toContain(lost.reason);
  });

  it('lets nobody do more than by hand: own role, main account, items that he lacks, users above him', async () => {
    const chief = await setup.createUser(await setup.createRole([36, 37, 38]));
    const by = await service.signIn(chief.uid, chief.password);
    const maker = await setup.createUser(await setup.createRole([25, 26, 37]));
    const ofMaker = await service.signIn(maker.uid, maker.password);
    const editor = await setup.createUser(await setup.createRole([25, 26, 38]));
    const ofEditor = await service.signIn(editor.uid, editor.password);
    const before = await dumpTable(service);
    const cases: [Rows, string, string][] = [
      [[HEADER, ['climber', '攀', '超级管理员', '']], by, 'cannot_grant'],
      [[HEADER, [chief.uid, chief.name, '', '']], by, 'protected_self'],
      [[HEADER, ['hongqi', '主', '', '']], by, 'protected_main_account'],
      [[HEADER, [cook.uid, '降', '', '']], by, 'outranked'],
      [[HEADER, ['new', '新', '厨师', '']], ofEditor, 'missing_permission'],
      [[HEADER, [cook.uid, '改', '厨师', '']], ofMaker, 'missing_permission'],
    ];
    for (const [rows, caller, reason] of cases) {
      const answer = await send(rows, caller);
      expect([reason, answer.reason]).toEqual([reason, reason]);
    }
    expect(await dumpTable(service)).toEqual(before);
    const elsewhere = await setup.createSchool();
    expect((await call({ 用户: [HEADER, [cook.uid, '抢', '超级管理员', '']] }, elsewhere.token)).json).toMatchObject({
      ...failure(400, 'invalid_input'),
      errors: [{ message: '用户.xlsx 工作表「用户」 第 2 行「用户名」：已被占用' }],
    });
    expect((await send([HEADER, ['new-cook', '新', '厨师', '']], ofMaker)).body).toMatchObject({ created: 1 });
  });
});
