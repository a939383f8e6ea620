import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { createUsers } from '../../../lib/store/user/user.ts';
import {
  addSchool,
  addUser,
  badInput,
  DIGEST,
  draft,
  failure,
  findRecord,
  ICON,
  PASSWORD,
  page,
  readBothSides,
  SUCCESS,
  success,
  unitRecord,
  withTitles,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();

const create = (parameters: Record<string, string>) => service.call('PUT /api/vender', parameters, { token: admin });

/** Units of the list, newest first, without irrelevant fields. */
async function listIds(): Promise<{ total: number; ids: number[] }> {
  const { json } = await service.call('GET /api/vender', { pageSize: 200 }, { token: admin });
  return { total: json.body.totalElements, ids: json.body.content.map((unit: { id: number }) => unit.id) };
}

describe('PUT /api/vender creates a unit', () => {
  it('answers the envelope only; the first unit has id 1', async () => {
    const answer = await create(draft('first'));
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    const list = await service.call('GET /api/vender', {}, { token: admin });
    expect(list.json).toEqual(page([unitRecord(1, 'first')]));
  });

  it('keeps every optional field, and province, city and area too', async () => {
    const texts = {
      address: '人民路 1 号',
      contacts: '王老师',
      phone: '021-5555',
      email: 'wang@example.cn',
      province: '上海',
      city: '上海市',
      area: '徐汇区',
    };
    expect((await create(draft('full', { ...texts, icon: ICON, expire: '2027-08-31' }))).json).toEqual(SUCCESS);
    const expire = Date.UTC(2027, 7, 31);
    expect(await findRecord(service, admin, 2)).toEqual(unitRecord(2, 'full', { ...texts, icon: ICON, expire }));
  });

  it('takes empty optional fields for absent ones', async () => {
    const empty = { icon: '', address: '', contacts: '', phone: '', email: '', province: '', city: '', area: '' };
    expect((await create(draft('empty', empty))).json).toEqual(SUCCESS);
    expect(await findRecord(service, admin, 3)).toEqual(unitRecord(3, 'empty'));
  });

  it('keeps text normalised and trimmed', async () => {
    const wide = { name: ' Ｎｏ.１　小学 ', category: '\u3000小学 ', address: '１２３ 号' };
    expect((await create(draft(' Ｗｉｄｅ ', wide))).json).toEqual(SUCCESS);
    expect(await findRecord(service, admin, 4)).toEqual(
      unitRecord(4, 'Wide', { name: 'No.1 小学', category: '小学', address: '123 号' }),
    );
    expect(
      (await service.call('GET /api/me', {}, { token: await service.signIn('wide', PASSWORD) })).json.body.uid,
    ).toBe('Wide');
  });

  it('takes the longest texts that are allowed', async () => {
    const long = { name: '校'.repeat(100), category: '类'.repeat(500), address: '址'.repeat(500) };
    expect((await create(draft('a'.repeat(64), long))).json).toEqual(SUCCESS);
    expect(await findRecord(service, admin, 5)).toEqual(unitRecord(5, 'a'.repeat(64), long));
  });

  it.each(['plain', 'base64'] as const)('reads a %s body', async (encoding) => {
    const answer = await service.call('PUT /api/vender', draft(`in-${encoding}`), { token: admin, encoding });
    expect(answer.json).toEqual(SUCCESS);
  });
});

describe('a new unit', () => {
  let school: { id: number; account: string; token: string };
  let before: number;

  beforeAll(async () => {
    before = Date.now();
    await create(draft('NewSchool', { phone: '021-1' }));
    const [id = 0] = (await listIds()).ids;
    school = { id, account: 'NewSchool', token: await service.signIn('newschool', PASSWORD) };
  });

  it('has the configuration 30.00 / 40.00 / 30.00', async () => {
    const answer = await service.call('GET /api/vender/config', {}, { token: school.token });
    expect(answer.text).toContain('"body":{"breakfast":30.00,"dinner":30.00,"lunch":40.00}');
  });

  it('has one role, the system role with all business items', async () => {
    const roleItems = [...Array.from({ length: 26 }, (_, index) => 18 + index), 46];
    const role = {
      id: school.id * 1_000_000 + 1,
      roleName: '超级管理员',
      roleType: '系统角色',
      roleItems,
      vender: school.id,
    };
    expect((await service.call('GET /api/role', {}, { token: school.token })).json).toEqual(success([role]));
  });

  it('has one user, its main account in that role', async () => {
    const { json } = await service.call('GET /api/user', {}, { token: school.token });
    const main = { uid: 'NewSchool', name: 'NewSchool小学', phone: '021-1', roleName: '超级管理员' };
    expect(json).toEqual(success([{ ...main, roleId: school.id * 1_000_000 + 1, time: expect.any(Number) }]));
    expect(json.body[0].time).toBeGreaterThanOrEqual(before);
    expect(json.body[0].time).toBeLessThanOrEqual(Date.now());
  });

  it('signs in as its main account of the business side', async () => {
    const { json } = await service.call('GET /api/me', {}, { token: school.token });
    expect(json.body).toMatchObject({ uid: 'NewSchool', vender: school.id, side: 'business', isMain: true });
  });
});

describe('a unit that cannot be created', () => {
  let school: { id: number; account: string; token: string };

  beforeAll(async () => {
    school = await addSchool(service, 'Taken', { name: 'Taken 小学' });
    await addUser(service, school.id, 'Teacher');
    const staff = { uid: 'Operator', name: '员工', phone: '', roleId: 1, passwordHash: 'none' };
    await createUsers(service.deps.db, 0, [staff], Date.now());
  });

  it.each(['Taken', 'TAKEN', ' ｔａｋｅｎ'])('answers 409 duplicate_account for the account %j', async (account) => {
    const answer = await create(draft(account, { name: '没用过的名字' }));
    expect([answer.status, answer.json]).toEqual([409, failure(409, 'duplicate_account')]);
  });

  it.each(['teacher', 'operator', 'admin'])(
    'answers 409 duplicate_account for the uid %j of a user',
    async (account) => {
      expect((await create(draft(account))).json).toEqual(failure(409, 'duplicate_account'));
    },
  );

  it.each(['Taken 小学', 'TAKEN 小学', 'Ｔａｋｅｎ　小学'])(
    'answers 409 duplicate_unit_name for the name %j',
    async (name) => {
      const answer = await create(draft('unused', { name }));
      expect([answer.status, answer.json]).toEqual([409, failure(409, 'duplicate_unit_name')]);
    },
  );

  it('leaves nothing behind: its account and its name are still free, its id goes to the next', async () => {
    const { ids, total } = await listIds();
    await create(draft('taken', { name: '失败的名字', icon: ICON }));
    await create(draft('failed', { name: 'taken 小学', icon: ICON }));
    expect(await listIds()).toEqual({ total, ids });
    const { implied, stored } = await readBothSides(service);
    expect(stored).toEqual(implied);
    expect((await create(draft('failed', { name: '失败的名字' }))).json).toEqual(SUCCESS);
    expect(await listIds()).toEqual({ total: total + 1, ids: [Number(ids[0]) + 1, ...ids] });
  });

  it('the same call twice creates one unit', async () => {
    expect((await create(draft('twice'))).json).toEqual(SUCCESS);
    expect((await create(draft('twice'))).json).toEqual(failure(409, 'duplicate_account'));
    const { json } = await service.call('GET /api/vender/select', { keyword: 'twice' }, { token: admin });
    expect(json.body.map((unit: { account: string }) => unit.account)).toEqual(['twice']);
  });
});

const DATES = ' 2026-02-30 2026-2-3 2026-13-01 2027-02-29 20260203 2026/02/03 2026-02-03T00:00:00Z 1767225600000'.split(
  ' ',
);
const ICONS = [
  ...'logo.png iVBORw0KGgo= data:image/svg+xml;base64,PHN2Zy8+ data:text/html;base64,PHN2Zy8+'.split(' '),
  ...',rawbytes ;base64, ;base64,不是 ;base64,AAA"onload=1 ;base64,A'.split(' ').map((rest) => `data:image/png${rest}`),
];
const toRows = (field: string, code: 'date' | 'icon', values: readonly string[]) =>
  values.map((value): [string, string, Problem] => [field, value, { code }]);

describe('bad input', () => {
  it('names every bad field at once', async () => {
    const required = ['account', 'password', 'name', 'category', 'expire'];
    const answer = await create({});
    expect([answer.status, answer.json]).toEqual([
      400,
      badInput(...required.map((field) => [field, { code: 'required' }] as [string, Problem])),
    ]);
  });

  it.each(
    withTitles([
      ['account', '', { code: 'empty' }],
      ['account', '  ', { code: 'empty' }],
      ['account', 'a'.repeat(65), { code: 'too_long', max: 64 }],
      ['account', 'a\tb', { code: 'text' }],
      ['password', '', { code: 'digest' }],
      ['password', 'secret', { code: 'digest' }],
      ['password', DIGEST.toLowerCase(), { code: 'digest' }],
      ['password', DIGEST.slice(1), { code: 'digest' }],
      ['password', `${DIGEST}0`, { code: 'digest' }],
      ['name', '\u3000', { code: 'empty' }],
      ['name', '校'.repeat(101), { code: 'too_long', max: 100 }],
      ['name', '小\u0007学', { code: 'text' }],
      ['category', '', { code: 'empty' }],
      ['category', '类'.repeat(501), { code: 'too_long', max: 500 }],
      ...toRows('expire', 'date', DATES),
      ...toRows('icon', 'icon', ICONS),
      ['address', '址'.repeat(501), { code: 'too_long', max: 500 }],
      ['contacts', '王\n老师', { code: 'text' }],
      ['phone', '1'.repeat(501), { code: 'too_long', max: 500 }],
      ['email', 'a\u0000@b', { code: 'text' }],
      ['province', '省'.repeat(501), { code: 'too_long', max: 500 }],
      ['city', '市'.repeat(501), { code: 'too_long', max: 500 }],
      ['area', '区'.repeat(501), { code: 'too_long', max: 500 }],
    ]),
  )('$title is 400 and creates nothing', async ({ field, value, problem }) => {
    const before = await listIds();
    const answer = await create(draft('never', { [field]: value }));
    expect([answer.status, answer.json]).toEqual([400, badInput([field, problem])]);
    expect(await listIds()).toEqual(before);
  });

  it('an icon of 51,201 bytes is 413 naming icon', async () => {
    const icon = `${ICON.slice(0, 22)}${'A'.repeat(51_201 - 22)}`;
    const answer = await create(draft('big', { icon }));
    expect([answer.status, answer.json]).toEqual([
      413,
      failure(413, 'payload_too_large', ['icon', { code: 'icon_too_large', max: 50 }]),
    ]);
  });

  it.each(['png', 'jpeg', 'gif', 'webp'])('a %s just under 50 KB is taken and comes back as sent', async (type) => {
    const head = `data:image/${type};base64,`;
    const icon = head + 'A/+9'.repeat(Math.floor((51_200 - head.length) / 4));
    expect((await create(draft(`${type}-unit`, { icon }))).json).toEqual(SUCCESS);
    const [id = 0] = (await listIds()).ids;
    expect(await findRecord(service, admin, id)).toEqual(unitRecord(id, `${type}-unit`, { icon }));
  });

  it('a repeated parameter is 400', async () => {
    const rawBody = `${new URLSearchParams(draft('again'))}&name=other`;
    const answer = await service.call('PUT /api/vender', {}, { token: admin, rawBody });
    expect([answer.status, answer.json]).toEqual([400, badInput(['name', { code: 'repeated' }])]);
  });
});
