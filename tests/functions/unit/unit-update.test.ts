import { beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { unitPartition } from '../../../tables/keys.ts';
import {
  addSchool,
  badInput,
  failure,
  findRecord,
  ICON,
  readBothSides,
  SUCCESS,
  success,
  unitRecord,
  withTitles,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
let school: { id: number; account: string; token: string };
let serial = 0;

beforeEach(async () => {
  school = await addSchool(service, `school${++serial}`);
});

const change = (parameters: Record<string, string | number>, token = admin) =>
  service.call('POST /api/vender', { venderId: school.id, ...parameters }, { token });
/** Everything of the unit, including its log. */
const readUnitItems = () => service.deps.db.query(unitPartition(school.id));
const listed = () => findRecord(service, admin, school.id);

const optional = ['address', 'contacts', 'phone', 'email', 'province', 'city', 'area'];
const sides = [{ side: 'admin side' }, { side: "unit's main account" }] as const;
const tokenOf = (side: string) => (side === 'admin side' ? admin : school.token);

const other = await addSchool(service, 'other', { name: 'Other 小学' });

describe.each(sides)('POST /api/vender by the $side', ({ side }) => {
  it.each([...optional, 'category', 'name'])('changes %s and nothing else', async (field) => {
    const answer = await change({ [field]: `新的 ${field}${serial}` }, tokenOf(side));
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(await listed()).toEqual(unitRecord(school.id, school.account, { [field]: `新的 ${field}${serial}` }));
  });

  it('changes all of them at once, the same call twice too', async () => {
    const texts = Object.fromEntries(optional.map((field) => [field, `${field} 甲`]));
    const changes = { ...texts, category: '中学', name: `甲中学${serial}`, icon: ICON };
    expect((await change(changes, tokenOf(side))).json).toEqual(SUCCESS);
    expect(await listed()).toEqual(unitRecord(school.id, school.account, changes));
    expect((await change(changes, tokenOf(side))).json).toEqual(SUCCESS);
    expect(await listed()).toEqual(unitRecord(school.id, school.account, changes));
  });

  it('writes nothing where all is so already, picture and account too; the ETag stays', async () => {
    const facts = { ...Object.fromEntries(optional.map((field) => [field, `${field} 乙`])), icon: ICON };
    await change(facts);
    const version = async () =>
      (await service.call('GET /api/vender/info', { vender: school.id }, { token: admin })).headers['etag'];
    const [before, written] = [await version(), await readUnitItems()];
    for (const same of [{}, facts, { account: school.account, category: '小学' }, { icon: ICON }]) {
      const answer = await change(same, tokenOf(side));
      expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
      expect([await version(), await readUnitItems()]).toEqual([before, written]);
    }
    await change({ icon: '' }, tokenOf(side));
    expect(await version()).not.toEqual(before);
  });

  it('changes nothing where nothing but venderId is given, and is 200', async () => {
    await change({ address: '旧址', icon: ICON });
    const answer = await change({}, tokenOf(side));
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(await listed()).toEqual(unitRecord(school.id, school.account, { address: '旧址', icon: ICON }));
  });

  it.each(optional)('clears %s by the empty string', async (field) => {
    await change({ [field]: '有' });
    expect((await change({ [field]: '' }, tokenOf(side))).json).toEqual(SUCCESS);
    expect(await listed()).toEqual(unitRecord(school.id, school.account));
  });

  it('sets, replaces and clears the icon', async () => {
    const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    for (const icon of [ICON, gif, '', '']) {
      expect((await change({ icon }, tokenOf(side))).json).toEqual(SUCCESS);
      expect(await listed()).toEqual(unitRecord(school.id, school.account, { icon }));
    }
  });

  it.each(
    withTitles([
      ['category', '', { code: 'empty' }],
      ['account', '', { code: 'empty' }],
      ['account', 'a'.repeat(65), { code: 'too_long', max: 64 }],
      ['name', ' ', { code: 'empty' }],
      ['name', '校'.repeat(101), { code: 'too_long', max: 100 }],
      ['address', '址\u0001', { code: 'text' }],
      ['email', 'e'.repeat(501), { code: 'too_long', max: 500 }],
      ['icon', 'data:image/svg+xml;base64,PHN2Zy8+', { code: 'icon' }],
      ['icon', 'data:image/png;base64,不是', { code: 'icon' }],
    ]),
  )('$title is 400 and changes nothing', async ({ field, value, problem }) => {
    const answer = await change({ contacts: '不应写入', [field]: value }, tokenOf(side));
    expect([answer.status, answer.json]).toEqual([400, badInput([field, problem])]);
    expect(await listed()).toEqual(unitRecord(school.id, school.account));
  });

  it('answers 413 naming icon where it is of 51,201 bytes', async () => {
    const icon = `${ICON.slice(0, 22)}${'A'.repeat(51_201 - 22)}`;
    const answer = await change({ icon, address: '不应写入' }, tokenOf(side));
    const fields: [string, Problem] = ['icon', { code: 'icon_too_large', max: 50 }];
    expect([answer.status, answer.json]).toEqual([413, failure(413, 'payload_too_large', fields)]);
    expect(await listed()).toEqual(unitRecord(school.id, school.account));
  });

  it.each(['Other 小学', 'OTHER 小学', 'ｏｔｈｅｒ　小学'])(
    'answers 409 for the name %j of another unit',
    async (name) => {
      const answer = await change({ name, address: '不应写入' }, tokenOf(side));
      expect([answer.status, answer.json]).toEqual([409, failure(409, 'duplicate_unit_name')]);
      expect(await listed()).toEqual(unitRecord(school.id, school.account));
    },
  );

  it('frees the old name when a unit is renamed', async () => {
    await change({ name: `改名${serial}` }, tokenOf(side));
    const isFree = async (name: string) =>
      (await service.call('GET /api/vender/check/name', { name }, { token: admin })).json;
    expect(await isFree(`${school.account}小学`)).toEqual(success(true));
    expect(await isFree(`改名${serial}`)).toEqual(success(false));
    const next = await service.call(
      'POST /api/vender',
      { venderId: other.id, name: `${school.account}小学` },
      { token: admin },
    );
    expect(next.json).toEqual(SUCCESS);
    await service.call('POST /api/vender', { venderId: other.id, name: 'Other 小学' }, { token: admin });
  });

  it('takes the own name in other letters for the own name', async () => {
    const name = `${school.account.toUpperCase()}小学`;
    expect((await change({ name }, tokenOf(side))).json).toEqual(SUCCESS);
    expect(await listed()).toEqual(unitRecord(school.id, school.account, { name }));
    expect((await change({ name }, tokenOf(side))).json).toEqual(SUCCESS);
  });
});

describe('expire and status are changeable by the admin side only', () => {
  it('the admin side changes both; expire goes out as UTC midnight in milliseconds', async () => {
    expect((await change({ expire: '2028-02-29', status: 'false' })).json).toEqual(SUCCESS);
    const changed = { expire: Date.parse('2028-02-29T00:00:00.000Z'), status: false };
    expect(await listed()).toEqual(unitRecord(school.id, school.account, changed));
    expect((await change({ status: 'true' })).json).toEqual(SUCCESS);
    expect(await listed()).toEqual(unitRecord(school.id, school.account, { ...changed, status: true }));
  });

  it.each<Record<string, string>>([
    { expire: '2099-12-31' },
    { status: 'true' },
    { status: 'false' },
    { expire: '2050-01-01', status: 'false' },
  ])('the main account of the unit is refused %j with 403, other fields beside them too', async (parameters) => {
    const answer = await change({ ...parameters, address: '不应写入' }, school.token);
    expect([answer.status, answer.json]).toEqual([403, failure(403, 'admin_side_only')]);
    expect(await listed()).toEqual(unitRecord(school.id, school.account));
  });

  it.each(
    withTitles([
      ['expire', '', { code: 'date' }],
      ['status', '', { code: 'boolean' }],
      ['status', '1', { code: 'boolean' }],
      ['status', 'TRUE', { code: 'boolean' }],
      ['status', 'closed', { code: 'boolean' }],
    ]),
  )('$title is 400', async ({ field, value, problem }) => {
    const answer = await change({ [field]: value, address: '不应写入' });
    expect([answer.status, answer.json]).toEqual([400, badInput([field, problem])]);
    expect(await listed()).toEqual(unitRecord(school.id, school.account));
  });
});

describe('venderId', () => {
  it.each(['', '0', '-1', '1.0', '1e0', 'one', '9007199254740993'])(
    '%j is 400: the platform itself is no unit to change',
    async (venderId) => {
      const problem = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER } as const;
      const answer = await service.call('POST /api/vender', { venderId, name: '总部' }, { token: admin });
      expect([answer.status, answer.json]).toEqual([400, badInput(['venderId', problem])]);
    },
  );

  it('is required; every bad field is named at once', async () => {
    const answer = await service.call('POST /api/vender', { expire: 'soon', name: '' }, { token: admin });
    const fields: [string, Problem][] = [
      ['venderId', { code: 'required' }],
      ['expire', { code: 'date' }],
      ['name', { code: 'empty' }],
    ];
    expect([answer.status, answer.json]).toEqual([400, badInput(...fields)]);
  });

  it.each<Record<string, string>>([{}, { name: '新' }, { account: 'new' }, { status: 'false' }])(
    'unknown is 404, with %j too',
    async (parameters) => {
      const answer = await service.call('POST /api/vender', { venderId: 99_999, ...parameters }, { token: admin });
      expect([answer.status, answer.json]).toEqual([404, failure(404, 'unit_not_found')]);
    },
  );

  it.each<Record<string, string>>([{}, { name: '偷来的' }, { account: 'thief' }, { icon: '' }, { status: 'false' }])(
    'of another unit is 403 for a main account, with %j too, and changes nothing',
    async (parameters) => {
      const before = await findRecord(service, admin, other.id);
      const foreign = await service.call(
        'POST /api/vender',
        { venderId: other.id, ...parameters },
        { token: school.token },
      );
      expect([foreign.status, foreign.json]).toEqual([403, failure(403, 'foreign_unit')]);
      const absent = await service.call(
        'POST /api/vender',
        { venderId: 99_999, ...parameters },
        { token: school.token },
      );
      expect(absent.json).toEqual(foreign.json);
      expect(await findRecord(service, admin, other.id)).toEqual(before);
    },
  );
});

it('after all of this the claims, rows and icons are those of the units', async () => {
  const { implied, stored } = await readBothSides(service);
  expect(stored).toEqual(implied);
});
