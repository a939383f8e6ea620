import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { Operation } from '../../../lib/domain/operation.ts';
import { type ItemIdentity, identifyKey } from '../../../tables/item-kinds.ts';
import { operationsPartition, unitKey } from '../../../tables/keys.ts';
import { openExamples } from '../../support/service/examples.ts';
import { openSetup } from '../../support/service/open.ts';
import { loadEndpoints } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const endpoints = await loadEndpoints();
/** These note when a screen was last seen, and that a link was opened, which are nobody's operations. */
const byNobody = ['GET /screen/{token}', 'GET /print/{token}'];
const writes = endpoints.filter(
  ({ access, route }) => access === 'write' && route !== '$default' && !byNobody.includes(route),
);

/** These endpoints write only things without a name: a session, attempts to begin one, and a link. */
const ofSessions = ['POST /api/login', 'POST /api/logout', 'POST /api/link'];

const { service, setup } = await openSetup();
const examples = await openExamples();

const read = async (parameters: Record<string, string | number> = {}, token = setup.school.token) =>
  (await service.call('GET /api/log', parameters, { token })).json;
/** The latest operation of a unit, as the platform sees it. */
const latest = async (vender: number) => (await read({ vender, pageSize: 1 }, setup.admin)).body.content[0];
const countAll = async () => {
  const [own, platform] = [await read({ pageSize: 200 }), await read({ pageSize: 200 }, setup.admin)];
  return own.body.content.length + platform.body.content.length;
};

describe('the log of operations', () => {
  it('says who did what to which things, and under which request', async () => {
    const before = Date.now();
    const id = await setup.createDish({ name: '番茄炒蛋' });
    const entry = await latest(setup.school.id);
    expect(entry).toEqual({
      time: expect.any(Number),
      uid: setup.school.account,
      operation: 'createDish',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      changed: { dish: [id] },
      given: {},
      more: 0,
    });
    expect(entry.time).toBeGreaterThanOrEqual(before);
    expect(entry.time).toBeLessThanOrEqual(Date.now());
  });

  it('keeps an operation for 180 days', async () => {
    await setup.createDish();
    const { time } = await latest(setup.school.id);
    const [item] = await service.deps.db.query(operationsPartition(setup.school.id), { descending: true, limit: 1 });
    expect(item?.['ttl']).toBe(Math.floor(time / 1000) + 180 * 24 * 60 * 60);
  });

  it('notes what the platform does in the log of the platform', async () => {
    const { id, account } = await setup.createSchool();
    expect(await latest(0)).toMatchObject({
      uid: 'admin',
      operation: 'createUnit',
      changed: { unit: [id], user: [account], roles: [id] },
      given: { account: [account] },
    });
    await setup.succeed('POST /api/vender', { venderId: id, status: 'false' }, setup.admin);
    expect(await latest(0)).toMatchObject({
      operation: 'updateUnit',
      changed: { unit: [id] },
      given: { venderId: [id] },
    });
    const own = (await read({ vender: id }, setup.admin)).body.content;
    expect(own.map(({ operation }: { operation: string }) => operation)).toEqual(['signIn']);
  });

  it('notes a sign-in under the user who it turned out to be', async () => {
    const school = await setup.createSchool();
    await service.signIn(school.account, school.password);
    expect(await latest(school.id)).toMatchObject({ uid: school.account, operation: 'signIn' });
  });

  it.each(writes.map(({ route }) => route))(
    'has one more entry after %s, which names what was written',
    async (route) => {
      const { parameters, token } = examples.getCall(route);
      const before = await dumpByName();
      const answer = await examples.service.call(route, parameters, { token });
      expect(answer.status).toBe(200);
      const after = await dumpByName();
      const written = [...new Map([...before, ...after]).values()].filter(
        (item) => !isDeepStrictEqual(before.get(nameOf(item)), after.get(nameOf(item))),
      );
      const identities = written.map(({ pk, sk }) => identifyKey({ pk: String(pk), sk: String(sk) }));
      expect(identities).not.toContain(undefined);
      const entries = written.filter(
        (item, index) => identities[index]?.kind === 'operation' && after.has(nameOf(item)),
      );
      expect(entries).toHaveLength(1);
      const { changed } = Operation.parse(entries[0]);
      // What is deleted with a unit is not named.
      const isGone = (identity: ItemIdentity | undefined) =>
        identity?.unit !== undefined && identity.kind !== 'unit' && !after.has(nameOf(unitKey(identity.unit)));
      const things = identities
        .filter((identity) => !isGone(identity))
        .flatMap((identity) => identity?.loggedAs?.[0] ?? []);
      const named = Object.keys(changed).map((kind) => (kind === 'role' ? 'roles' : kind));
      expect(named).toEqual(expect.arrayContaining(things));
      expect(named.length > 0).toBe(!ofSessions.includes(route));
      await examples.rewind();
    },
  );

  it('has no entry of calls that failed, only read, or changed nothing', async () => {
    const before = await countAll();
    await setup.succeed('DELETE /api/ingredient/mark', { nutrient: 'never-marked' }, setup.school.token);
    await service.call(
      'PUT /api/user',
      { uid: setup.school.account, name: '甲', password: digestPassword('x'), roleId: 1 },
      { token: setup.school.token },
    );
    await service.call('POST /api/login', { uid: setup.school.account, password: digestPassword('wrong') });
    await service.call('GET /api/user', {}, { token: setup.school.token });
    expect(await countAll()).toBe(before);
  });

  it('holds no password, token or icon', async () => {
    const icon = 'data:image/png;base64,AAAA';
    await setup.createDish({ icon });
    await setup.createUser();
    const text = JSON.stringify(await read({ pageSize: 200 }));
    for (const secret of [icon, digestPassword('123456'), setup.school.token]) expect(text).not.toContain(secret);
  });

  it('keeps the first fifty ids of a kind and counts the others', async () => {
    const ids = [];
    for (let count = 0; count < 60; count++) ids.push(await setup.createDish());
    await setup.succeed('DELETE /api/dish', { ids: ids.join(',') }, setup.school.token);
    expect(await latest(setup.school.id)).toMatchObject({ given: { ids: ids.slice(0, 50) }, changed: {}, more: 10 });
  });
});

const nameOf = ({ pk, sk }: Readonly<Record<'pk' | 'sk', unknown>>) => `${pk} ${sk}`;
const dumpByName = async () => new Map((await dumpTable(examples.service)).map((item) => [nameOf(item), item]));

describe('GET /api/log', () => {
  it('goes through the pages by `next`, newest first, each operation once', async () => {
    const school = await setup.createSchool();
    for (let count = 0; count < 7; count++) await setup.createDish({}, school);
    const whole = (await read({ pageSize: 200 }, school.token)).body;
    expect(whole.next).toBe('');
    const seen = [];
    let from = '';
    do {
      const page = (await read({ pageSize: 3, from }, school.token)).body;
      expect(page.content.length).toBeLessThanOrEqual(3);
      seen.push(...page.content);
      from = page.next;
    } while (from !== '');
    expect(seen).toEqual(whole.content);
    const times = seen.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(seen.length).toBeGreaterThanOrEqual(7);
  });

  it('shows a unit its own alone', async () => {
    const other = await setup.createSchool();
    await setup.createDish({}, other);
    expect((await read({ vender: other.id })).reason).toBe('foreign_unit');
    expect((await read({ vender: 0 })).reason).toBe('foreign_unit');
    expect((await read({ vender: 999_999 })).reason).toBe('foreign_unit');
    const own = (await read({ pageSize: 200 })).body.content;
    expect(own.some(({ uid }: { uid: string }) => uid === other.account)).toBe(false);
    expect((await read({ vender: other.id }, setup.admin)).body.content[0]).toMatchObject({ uid: other.account });
  });

  it.each([['0'], ['x#1'], [`${'1'.repeat(16)}#${'x'.repeat(200)}`], ['V#12']])('refuses from=%s', async (from) => {
    expect(await read({ from })).toMatchObject({ code: 400, errors: [{ field: 'from' }] });
  });

  it('goes with its unit', async () => {
    const school = await setup.createSchool();
    await setup.createDish({}, school);
    await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
    expect(await read({ vender: school.id }, setup.admin)).toMatchObject({ code: 404, reason: 'unit_not_found' });
  });
});
