import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { digestPassword } from '../../lib/auth/password.ts';
import type { Reason } from '../../lib/errors.ts';
import { failure } from '../support/nouns/units.ts';
import { openSetup } from '../support/service/open.ts';
import { findEndpoint } from '../support/service/send.ts';
import type { School } from '../support/service/setup.ts';
import { dumpTable } from '../support/service/table-dump.ts';

const TWELVE_HOURS_MS = 12 * 60 * 60 * 1000;

const { service, setup } = await openSetup();

const guarded = [...service.endpoints.values()].filter(({ callers }) => callers !== 'public').map(({ route }) => route);

/** Expects one refusal of all these endpoints, and that none of them has written anything. */
async function expectRefusal(refused: readonly string[], token: string | undefined, code: number, reason: Reason) {
  const before = await dumpTable(service);
  const answers: Record<string, unknown> = {};
  for (const route of refused) {
    const answer = await service.call(route, findEndpoint(service, route).examples[0], { token });
    answers[route] = [answer.status, answer.json];
  }
  expect(answers).toEqual(Object.fromEntries(refused.map((route) => [route, [code, failure(code, reason)]])));
  expect(await dumpTable(service)).toEqual(before);
}

/** Each endpoint is called without a token and with every fourth of the useless tokens: one step judges them all. */
const SHARE = 4;

describe('every endpoint answers 401 not_signed_in', () => {
  const cases: [string, () => string | undefined | Promise<string>][] = [
    ['with something else than a token', () => 'x.y.z'],
    ['with a token that was logged out', () => endedToken()],
    ['with a token of a user who was deleted', () => deletedUsersToken()],
    ['with a token of a user who was deleted and has a namesake by now', () => deletedUsersToken('again')],
    ['with a token of a user who was renamed', () => renamedUsersToken()],
    ['with a token of a unit that was deleted', () => deletedUnitsToken()],
    ['with a token that another key signed', () => forge({}, {}, randomBytes(32))],
    [
      'with a token that another key signed as the administrator',
      () => forge({ sub: 'admin', unit: 0 }, {}, randomBytes(32)),
    ],
    ['with a token that names a key we do not have', () => forge({}, { kid: 'none' })],
    ['with a token whose unit was changed', () => tamper({ unit: 0 })],
    ['with a token whose user was changed', () => tamper({ sub: 'admin' })],
    ['with a token whose end was put off', () => tamper({ exp: 4_000_000_000 })],
    ['with a token without a signature, alg none', () => unsign()],
    ['with a signed token of a session that never was', () => forge({ sid: randomUUID() }, {})],
    ['with a signed token of a session of the own unit but another unit named', () => forge({ unit: 0 }, {})],
  ];

  it('without a token', () => expectRefusal(guarded, undefined, 401, 'not_signed_in'));

  it.each(cases.map(([title, getToken], index) => [title, getToken, index] as const))(
    '%s',
    async (_, getToken, turn) => {
      const met = guarded.filter((_, index) => (index + turn) % SHARE === 0);
      await expectRefusal(met, await getToken(), 401, 'not_signed_in');
    },
  );

  it('with a token of more than 12 hours ago', async () => {
    const token = setup.school.token;
    service.clockShiftMs = TWELVE_HOURS_MS;
    await expectRefusal(guarded, token, 401, 'not_signed_in');
    service.clockShiftMs = 0;
    expect((await service.call('GET /api/me', {}, { token })).status).toBe(200);
  });
});

describe('every endpoint answers 403', () => {
  it.each<[Reason, object]>([
    ['unit_closed', { status: false }],
    ['unit_expired', { expire: '2020-01-01' }],
  ])('%s to main account and users of such a unit, and again 200 once it is undone', async (reason, change) => {
    const school = await setup.createSchool();
    const { uid, password } = await setup.createUser(undefined, school);
    const tokens = [school.token, await service.signIn(uid, password)];
    await setup.succeed('POST /api/vender', { venderId: school.id, ...change }, setup.admin);
    // Whoever signs out may do so, whatever the state of his unit.
    const refusing = guarded.filter((route) => route !== 'POST /api/logout');
    const [ofMain, ofUser] = tokens;
    await expectRefusal(refusing, ofMain, 403, reason);
    await expectRefusal(
      refusing.filter((_, index) => index % SHARE === 0),
      ofUser,
      403,
      reason,
    );
    const undone = { venderId: school.id, status: true, expire: '2099-12-31' };
    await setup.succeed('POST /api/vender', undone, setup.admin);
    for (const token of tokens) expect((await service.call('GET /api/me', {}, { token })).status).toBe(200);
  });
});

async function endedToken(): Promise<string> {
  const token = await service.signIn(setup.school.account, setup.school.password);
  await setup.succeed('POST /api/logout', {}, token);
  return token;
}

async function deletedUsersToken(comes?: 'again'): Promise<string> {
  const roleId = setup.school.id * 1_000_000 + 1;
  const { uid, name, password } = await setup.createUser(roleId);
  const token = await service.signIn(uid, password);
  await setup.succeed('DELETE /api/user', { uid }, setup.school.token);
  if (comes) {
    const namesake = { uid, name, password: digestPassword(password), roleId };
    await setup.succeed('PUT /api/user', namesake, setup.school.token);
    expect(await service.signIn(uid, password)).not.toBe(token);
  }
  return token;
}

/** A main user is renamed by giving the unit an account that nobody has. */
async function renamedUsersToken(): Promise<string> {
  const school = await setup.createSchool();
  const account = setup.unique('renamed');
  await setup.succeed('POST /api/vender', { venderId: school.id, account }, setup.admin);
  expect(await service.signIn(account, school.password)).not.toBe(school.token);
  return school.token;
}

async function deletedUnitsToken(): Promise<string> {
  const school: School = await setup.createSchool();
  await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
  return school.token;
}

/** The school's token with other claims, signed by our own key unless another one is given. */
async function forge(claims: object, header: object, key?: Uint8Array): Promise<string> {
  const own = (await service.deps.keys.current(0)).get('test') ?? new Uint8Array();
  const token = setup.school.token;
  return new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ alg: 'HS256', ...decodeProtectedHeader(token), ...header })
    .sign(key ?? own);
}

/** The school's token with other claims and the old signature. */
function tamper(claims: object): string {
  const [header, , signature] = setup.school.token.split('.');
  return [header, encode({ ...decodeJwt(setup.school.token), ...claims }), signature].join('.');
}

function unsign(): string {
  const [, payload] = setup.school.token.split('.');
  return `${encode({ ...decodeProtectedHeader(setup.school.token), alg: 'none' })}.${payload}.`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
