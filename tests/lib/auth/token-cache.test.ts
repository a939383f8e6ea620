import { createHmac } from 'node:crypto';
import { decodeJwt, errors } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { fixedKeys, type SigningKeys } from '../../../lib/auth/signing-keys.ts';
import { issueToken, MOST_REMEMBERED, verifyToken } from '../../../lib/auth/token.ts';
import { endpointOf, send } from '../../support/service/send.ts';
import { makeEvent, startService, type TestService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const OTHER_SECRET = 'fedcba9876543210fedcba9876543210';
const HEADER = { alg: 'HS256', typ: 'at+jwt', kid: 'test' };
const NOW = Date.parse('2031-03-01T00:00:00Z') / 1000;
const NAME = { uid: 'hongqi', vender: 1, sessionId: 'session' };

let keys: SigningKeys;
let verify: MockInstance<typeof crypto.subtle.verify>;

const keysOf = (id: string, secret: string): SigningKeys => new Map([[id, new TextEncoder().encode(secret)]]);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const issue = (expire = NOW + 60, sessionId = NAME.sessionId) => issueToken(keys, { ...NAME, sessionId }, NOW, expire);
const check = (token: string, seconds = NOW) => verifyToken(keys, token, seconds * 1000);
const notSignedIn = (cause: unknown) => ({ reason: 'not_signed_in', cause });

const sign = (claims: object) => {
  const text = `${encode(HEADER)}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
};

beforeEach(() => {
  keys = keysOf('test', SECRET);
  verify = vi.spyOn(crypto.subtle, 'verify');
});
afterEach(() => verify.mockRestore());

describe('a verified token', () => {
  it('is not verified again within its life', async () => {
    const token = await issue();
    expect(await check(token)).toEqual(NAME);
    expect(verify).toHaveBeenCalledTimes(1);
    expect(await check(token)).toEqual(NAME);
    expect(await check(token, NOW + 59.999)).toEqual(NAME);
    expect(verify).toHaveBeenCalledTimes(1);
  });

  it('stands for itself alone', async () => {
    const [one, two] = [await issue(NOW + 60, 'one'), await issue(NOW + 60, 'two')];
    for (const _ of [1, 2]) {
      expect(await check(one)).toMatchObject({ sessionId: 'one' });
      expect(await check(two)).toMatchObject({ sessionId: 'two' });
    }
    expect(verify).toHaveBeenCalledTimes(2);
  });

  it('is refused from the second on at which it expires, as one that was never seen', async () => {
    const token = await issue();
    await check(token, NOW + 59.999);
    for (const _ of [1, 2]) {
      await expect(check(token, NOW + 60)).rejects.toMatchObject(notSignedIn(expect.any(errors.JWTExpired)));
    }
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('is refused before its time has begun, though a clock that ran ahead has found it good', async () => {
    const token = sign({ ...decodeJwt(await issue()), nbf: NOW + 10 });
    await check(token, NOW + 10);
    const early = notSignedIn(expect.any(errors.JWTClaimValidationFailed));
    await expect(check(token, NOW + 9.999)).rejects.toMatchObject(early);
  });

  it('lends nothing to a forged one', async () => {
    const token = await issue();
    await check(token);
    const [header, payload, signature = ''] = token.split('.');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const admin = encode({ ...decodeJwt(token), sub: 'admin', unit: 0 });
    const forged = [`${header}.${payload}.${flipped}`, `${header}.${payload}.`, `${header}.${admin}.${signature}`];
    for (const one of [...forged, ...forged]) {
      await expect(check(one)).rejects.toMatchObject({ reason: 'not_signed_in' });
    }
    expect(await check(token)).toEqual(NAME);
    // An empty signature is verified like any other, and refused tokens are not remembered.
    expect(verify).toHaveBeenCalledTimes(1 + 2 * forged.length);
  });

  it('counts for the keys that verified it, and for no others', async () => {
    const token = await issue();
    await check(token);
    const refused = { reason: 'not_signed_in' };
    await expect(verifyToken(keysOf('next', SECRET), token, NOW * 1000)).rejects.toMatchObject(refused);
    await expect(verifyToken(keysOf('test', OTHER_SECRET), token, NOW * 1000)).rejects.toMatchObject(refused);
    expect(await verifyToken(keysOf('test', SECRET), token, NOW * 1000)).toEqual(NAME);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('makes room for others when there are too many and it was unused for the longest', async () => {
    const tokens = await Promise.all(
      Array.from({ length: MOST_REMEMBERED + 1 }, (_, index) => issue(NOW + 60, String(index))),
    );
    const [first = '', second = ''] = tokens;
    for (const token of tokens.slice(0, MOST_REMEMBERED)) await check(token);
    await check(first);
    expect(verify).toHaveBeenCalledTimes(MOST_REMEMBERED);
    await check(tokens[MOST_REMEMBERED] ?? '');
    await check(first);
    expect(verify).toHaveBeenCalledTimes(MOST_REMEMBERED + 1);
    await check(second);
    expect(verify).toHaveBeenCalledTimes(MOST_REMEMBERED + 2);
  });
});

describe('what the table says of a remembered token’s session is asked at each call', () => {
  let service: TestService;
  let setup: Setup;
  const me = async (token: string) => (await service.call('GET /api/me', {}, { token })).status;
  const signIn = async () => {
    const person = await setup.createUser();
    const token = await service.signIn(person.uid, person.password);
    expect([await me(token), await me(token)]).toEqual([200, 200]);
    return { ...person, token };
  };

  beforeAll(async () => {
    service = await startService();
    setup = await Setup.set(service);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    service.clockShiftMs = 0;
  });

  it('though the first call alone verifies the token', async () => {
    const token = await service.signIn(setup.school.account, setup.school.password);
    verify.mockClear();
    expect([await me(token), await me(token), await me(token)]).toEqual([200, 200, 200]);
    expect(verify).toHaveBeenCalledTimes(1);
  });

  it('a session that was ended is 401', async () => {
    const { token } = await signIn();
    await service.call('POST /api/logout', {}, { token });
    expect(await me(token)).toBe(401);
  });

  it('a user who was deleted is 401', async () => {
    const { token, uid } = await signIn();
    await setup.succeed('DELETE /api/user', { uid }, setup.school.token);
    expect(await me(token)).toBe(401);
  });

  it('a user who was renamed is 401', async () => {
    const { id, account, token } = await setup.createSchool();
    expect([await me(token), await me(token)]).toEqual([200, 200]);
    await setup.succeed('POST /api/vender', { venderId: id, account: `${account}-renamed` }, setup.admin);
    expect(await me(token)).toBe(401);
  });

  it('a session that has lasted 12 hours is 401', async () => {
    const { token } = await signIn();
    service.clockShiftMs = 12 * 60 * 60 * 1000;
    expect(await me(token)).toBe(401);
  });

  it('a token of a key that was rotated out is 401', async () => {
    const { token } = await signIn();
    const { deps } = service;
    const others = fixedKeys(keysOf('next', OTHER_SECRET));
    const event = makeEvent('GET /api/me', {}, { token });
    const answer = await send(endpointOf(service, 'GET /api/me'), event, () => ({ ...deps, keys: others }));
    expect(answer.status).toBe(401);
    expect(await me(token)).toBe(200);
  });
});
