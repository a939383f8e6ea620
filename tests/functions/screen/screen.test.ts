import { describe, expect, it } from 'vitest';
import { hashAddressToken } from '../../../lib/auth/address-token.ts';
import { createScreen } from '../../../lib/store/screen/screen.ts';
import { badInput, failure, SUCCESS, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;
const NOT_FOUND = failure(404, 'screen_not_found');
const REFUSED = failure(403, 'missing_permission');
const PLAIN = { name: '屏', form: 'wall' as const, levels: [] };
const DAY_MS = 24 * 3600 * 1000;

type Facts = Readonly<Record<string, string | number>>;
const call = (route: string, parameters: Facts = {}, by = token) => service.call(route, parameters, { token: by });
const create = async (facts: Facts = {}, by = token) =>
  (await setup.succeed('PUT /api/screen', { name: setup.unique('大屏'), form: 'wall', ...facts }, by)) as {
    id: number;
    address: string;
  };
const list = async (by = token) => (await call('GET /api/screen', {}, by)).json;
const show = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call('GET /screen/{token}', { token: address.replace('/screen/', '') }, { headers });

/** A user with these items, in a new school. */
async function userWith(...items: number[]) {
  const school = await setup.createSchool();
  const role = await setup.createRole(items, school);
  const { uid, password } = await setup.createUser(role, school);
  return { school, token: await service.signIn(uid, password) };
}

describe('PUT /api/screen', () => {
  it('creates a screen, and tells its address in the body alone', async () => {
    const answer = await call('PUT /api/screen', {
      name: ' 一楼 Ａ ',
      form: 'wall',
      levels: '["中体力","中体力"," 轻体力"]',
    });
    const { id, address } = answer.json.body;
    expect(answer.json).toEqual({ ...SUCCESS, body: { id: Number(answer.headers['catering-ids']), address } });
    expect(address).toMatch(/^\/screen\/[\w-]{43}$/);
    expect(JSON.stringify(answer.headers)).not.toContain(address.slice(8));
    expect((await list()).body[0]).toEqual({ id, name: '一楼 A', form: 'wall', levels: ['中体力', '轻体力'] });
    const other = await create();
    expect(other.address).not.toBe(address);
  });

  it('keeps the hash of the token only, in the table, in the log and for repetitions', async () => {
    const headers = { 'Idempotency-Key': 'screen-once' };
    const facts = { name: '一次', form: 'led' };
    const first = await service.call('PUT /api/screen', facts, { token, headers });
    const { id, address } = first.json.body;
    const again = await service.call('PUT /api/screen', facts, { token, headers });
    expect(again.json).toEqual(SUCCESS);
    expect(again.headers).toMatchObject({ 'catering-ids': String(id), location: '/api/screen' });
    const table = JSON.stringify(await dumpTable(service));
    expect(table).not.toContain(address.slice(8));
    expect(table).toContain(hashAddressToken(address.slice(8)));
    const entry = (await call('GET /api/log', { pageSize: 1 })).json.body.content[0];
    expect(entry).toMatchObject({ operation: 'createScreen' });
    expect(JSON.stringify(entry)).not.toContain(hashAddressToken(address.slice(8)));
  });

  it.each([
    [{ name: '' }, ['name', { code: 'empty' }]],
    [{ name: '长'.repeat(101) }, ['name', { code: 'too_long', max: 100 }]],
    [{ form: 'tv' }, ['form', { code: 'choice', names: 'wall led phone' }]],
    [{ form: '' }, ['form', { code: 'choice', names: 'wall led phone' }]],
    [{ levels: '中体力' }, ['levels', { code: 'json' }]],
    [{ levels: '{}' }, ['levels', { code: 'list' }]],
    [{ levels: '[""]' }, ['levels.0', { code: 'empty' }]],
    [{ levels: '["a", 7]' }, ['levels.1', { code: 'text' }]],
    [{ levels: JSON.stringify(['长'.repeat(53)]) }, ['levels.0', { code: 'too_long', max: 52 }]],
    [{ levels: JSON.stringify(Array.from('一二三四五六七八九十百')) }, ['levels', { code: 'too_many', max: 10 }]],
  ] as const)('refuses %j', async (facts, bad) => {
    const before = await dumpTable(service);
    const answer = await call('PUT /api/screen', { name: '屏', form: 'wall', ...facts });
    expect(answer.json).toEqual(badInput([bad[0], bad[1]]));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('demands name and form', async () => {
    expect((await call('PUT /api/screen')).json).toEqual(
      badInput(['name', { code: 'required' }], ['form', { code: 'required' }]),
    );
  });

  it('refuses the fifty-first screen of a unit', async () => {
    const school = await setup.createSchool();
    for (let made = 0; made < 50; made++) await createScreen(service.deps.db, school.id, PLAIN);
    const full = failure(409, 'quota_reached');
    expect((await call('PUT /api/screen', { name: '屏', form: 'led' }, school.token)).json).toEqual(full);
    const { body } = await list(school.token);
    await call('DELETE /api/screen', { id: body[0].id }, school.token);
    expect((await create({}, school.token)).id).toBe(body[0].id + 1);
  });
});

describe('the forms', () => {
  it('take an item each: who has one creates, sees and deletes screens of that form only', async () => {
    const wall = await userWith(19);
    const roleOfLed = await setup.createRole([20], wall.school);
    const { uid, password } = await setup.createUser(roleOfLed, wall.school);
    const led = await service.signIn(uid, password);
    const own = await create({ form: 'wall' }, wall.token);
    const other = await create({ form: 'led' }, led);
    expect((await call('PUT /api/screen', { name: '屏', form: 'led' }, wall.token)).json).toEqual(REFUSED);
    expect((await call('PUT /api/screen', { name: '屏', form: 'wall' }, led)).json).toEqual(REFUSED);
    expect((await list(wall.token)).body.map(({ id }: { id: number }) => id)).toEqual([own.id]);
    expect((await list(led)).body.map(({ id }: { id: number }) => id)).toEqual([other.id]);
    expect((await list(wall.school.token)).body.map(({ id }: { id: number }) => id)).toEqual([other.id, own.id]);
    expect((await call('DELETE /api/screen', { id: other.id }, wall.token)).json).toEqual(REFUSED);
    expect((await call('DELETE /api/screen', { id: own.id }, led)).json).toEqual(REFUSED);
    expect((await call('DELETE /api/screen', { id: other.id }, led)).json).toEqual(SUCCESS);
  });
});

describe('DELETE /api/screen', () => {
  it('lets the address tell for 30 days that it was deleted, and then forgets it', async () => {
    const { id, address } = await create();
    expect((await show(address)).status).toBe(200);
    expect((await call('DELETE /api/screen', { id })).json).toEqual(SUCCESS);
    expect((await call('DELETE /api/screen', { id })).json).toEqual(NOT_FOUND);
    expect((await show(address)).json).toEqual(failure(410, 'screen_deleted'));
    service.clockShiftMs = 30 * DAY_MS - 60_000;
    expect((await show(address)).status).toBe(410);
    service.clockShiftMs = 30 * DAY_MS + 60_000;
    expect((await show(address)).json).toEqual(NOT_FOUND);
    service.clockShiftMs = 0;
  });

  it("takes no other unit's", async () => {
    const { id } = await create();
    const other = await setup.createSchool();
    expect((await call('DELETE /api/screen', { id }, other.token)).json).toEqual(NOT_FOUND);
    expect((await list(other.token)).body).toEqual([]);
    expect((await list()).body[0].id).toBe(id);
  });

  it('goes with its unit, address and all', async () => {
    const school = await setup.createSchool();
    const { address } = await create({}, school.token);
    await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
    expect((await show(address)).json).toEqual(NOT_FOUND);
    expect(JSON.stringify(await dumpTable(service))).not.toContain(hashAddressToken(address.slice(8)));
  });
});

describe('GET /api/screen', () => {
  it('tells when a screen was last seen, to ten minutes', async () => {
    const { id, address } = await create();
    const seen = async () => (await list()).body.find((one: { id: number }) => one.id === id).seen;
    expect(await seen()).toBeUndefined();
    service.stoppedAt = Date.parse('2026-09-07T08:00:00+08:00');
    const first = service.stoppedAt;
    const { account, password } = setup.school;
    const morning = await service.signIn(account, password);
    const seenNow = async () => (await list(morning)).body.find((one: { id: number }) => one.id === id).seen;
    await show(address);
    expect(await seenNow()).toBe(first);
    service.stoppedAt = first + 9 * 60_000;
    await show(address);
    expect(await seenNow()).toBe(first);
    service.stoppedAt = first + 10 * 60_000;
    await show(address);
    expect(await seenNow()).toBe(first + 10 * 60_000);
    service.stoppedAt = undefined;
  });

  it('lists them newest first', async () => {
    const school = await setup.createSchool();
    const [a, b] = [
      await create({ name: '甲' }, school.token),
      await create({ name: '乙', form: 'led' }, school.token),
    ];
    expect(await list(school.token)).toEqual(
      success([
        { id: b.id, name: '乙', form: 'led', levels: [] },
        { id: a.id, name: '甲', form: 'wall', levels: [] },
      ]),
    );
  });
});

describe('an address', () => {
  it.each(['', 'x', 'A'.repeat(43), '番'.repeat(43), `${'A'.repeat(42)}/`])(
    'that nobody was given is none: %s',
    async (guess) => {
      expect((await service.call('GET /screen/{token}', { token: guess })).json).toEqual(NOT_FOUND);
    },
  );
});
