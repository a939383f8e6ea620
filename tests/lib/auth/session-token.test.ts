import { createHmac, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { readEnv } from '../../../lib/runtime/env.ts';
import { openSetup } from '../../support/service/open.ts';
import { findEndpoint, send } from '../../support/service/send.ts';
import { makeEvent, SIGNING_KEYS } from '../../support/service/service.ts';

const NOT_SIGNED_IN = '{"code":401,"desc":"请先登录","success":false,"reason":"not_signed_in"}';
const [, SECRET = ''] = SIGNING_KEYS.split(':');
const OTHER_SECRET = 'fedcba9876543210fedcba9876543210';
const NOW = Date.parse('2031-03-01T00:00:00Z') / 1000;
const HEADER = { alg: 'HS256', typ: 'at+jwt', kid: 'test' };

let claims: JWTPayload;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const me = (token: string) => service.call('GET /api/me', {}, { token });

/** A token of our own making: valid, apart from what the test makes wrong. */
const sign = (payload: object = claims, header: object = HEADER, secret = SECRET) => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

async function expectRefused(token: string): Promise<void> {
  const [answer, garbage] = [await me(token), await me('garbage')];
  expect(answer.text).toBe(NOT_SIGNED_IN);
  expect(answer).toEqual(garbage);
}

vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
const { service, setup } = await openSetup();
const other = await setup.createSchool();
beforeEach(() => {
  service.clockShiftMs = 0;
  claims = decodeJwt(setup.school.token);
});

describe('the token', () => {
  it('is a JWT of HS256 that names uid, unit and session, with a key id in its header, and lives 12 hours', () => {
    expect(decodeProtectedHeader(setup.school.token)).toEqual(HEADER);
    expect(claims).toEqual({
      sub: 'hongqi',
      unit: setup.school.id,
      sid: expect.stringMatching(/^[\da-f-]{36}$/),
      iss: 'catering',
      aud: 'catering-api',
      iat: NOW,
      exp: NOW + 12 * 60 * 60,
    });
  });

  it('is good where another maker with the same key signs the same claims', async () => {
    expect((await me(sign())).json.body).toMatchObject({ uid: 'hongqi' });
  });

  it('is good until its own last second, and 401 a second later, whatever its session', async () => {
    const token = sign({ ...claims, exp: NOW + 60 });
    service.clockShiftMs = 59_999;
    expect((await me(token)).json.body).toMatchObject({ uid: 'hongqi' });
    service.clockShiftMs = 60_000;
    await expectRefused(token);
    expect((await me(setup.school.token)).status).toBe(200);
  });

  it('is 401 once its session has ended, whatever its own time', async () => {
    const token = sign({ ...claims, exp: NOW + 365 * 24 * 60 * 60 });
    expect((await me(token)).status).toBe(200);
    service.clockShiftMs = 12 * 60 * 60 * 1000;
    await expectRefused(token);
  });
});

describe('401 not_signed_in, all in one and the same body, answers a token', () => {
  it.each(['none', 'None', 'NONE', ''])('with alg «%s», with and without a signature', async (alg) => {
    const [header, payload] = [encode({ ...HEADER, alg }), encode(claims)];
    await expectRefused(`${header}.${payload}.`);
    await expectRefused(`${header}.${payload}`);
    await expectRefused(sign(claims, { ...HEADER, alg }));
  });

  it.each(['HS384', 'HS512'])('of the right key with the algorithm swapped to %s', async (alg) => {
    const text = `${encode({ ...HEADER, alg })}.${encode(claims)}`;
    const hash = alg.replace('HS', 'sha');
    await expectRefused(`${text}.${createHmac(hash, SECRET).update(text).digest('base64url')}`);
  });

  it('signed by a private key of the caller’s own, its public one in the header', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const header = { ...HEADER, alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) };
    await expectRefused(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey));
  });

  it.each([
    ['typ JWT', { ...HEADER, typ: 'JWT' }],
    ['no typ', { alg: 'HS256', kid: 'test' }],
    ['an unknown key id', { ...HEADER, kid: 'other' }],
    ['the key id __proto__', { ...HEADER, kid: '__proto__' }],
    ['a key id that is no text', { ...HEADER, kid: ['test'] }],
    ['no key id', { alg: 'HS256', typ: 'at+jwt' }],
    ['an extension that must be understood', { ...HEADER, crit: ['x'], x: 1 }],
  ])('with %s in its header', async (_, header) => {
    await expectRefused(sign(claims, header));
  });

  it.each([
    ['another issuer', { iss: 'other' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['expired by a second', { exp: NOW - 1 }],
    ['expired at this second', { exp: NOW }],
    ['an expiry that is no number', { exp: '2099-12-31' }],
    ['a start in the future', { nbf: NOW + 60 }],
    ['no uid', { sub: undefined }],
    ['another uid', { sub: 'admin' }],
    ['a uid that is no text', { sub: 1 }],
    ['no unit', { unit: undefined }],
    ['the unit of the platform', { unit: 0 }],
    ['a unit that does not exist', { unit: 999 }],
    ['a unit as text', { unit: '1' }],
    ['a unit below 0', { unit: -1 }],
    ['no session', { sid: undefined }],
    ['a session that does not exist', { sid: '00000000-0000-4000-8000-000000000000' }],
    ['an empty session', { sid: '' }],
  ])('with %s in its claims', async (_, change) => {
    await expectRefused(sign({ ...claims, ...change }));
  });

  it("that names another unit's user with one's own session, or one's own user with another's session", async () => {
    const { sub, unit, sid } = decodeJwt(other.token);
    await expectRefused(sign({ ...claims, sub, unit }));
    await expectRefused(sign({ ...claims, sub }));
    await expectRefused(sign({ ...claims, unit }));
    await expectRefused(sign({ ...claims, sid }));
    const colleague = await setup.createUser();
    await expectRefused(sign({ ...claims, sub: colleague.uid }));
  });

  it('of a user who was renamed, under the old uid as under the new one', async () => {
    const school = await setup.createSchool();
    const old = decodeJwt(school.token);
    expect((await me(sign(old))).status).toBe(200);
    const account = setup.unique('renamed');
    await setup.succeed('POST /api/vender', { venderId: school.id, account }, setup.admin);
    await expectRefused(school.token);
    await expectRefused(sign(old));
    await expectRefused(sign({ ...old, sub: account }));
    const token = await service.signIn(account, school.password);
    expect((await me(token)).json.body).toMatchObject({ uid: account, vender: school.id, isMain: true });
    // The new user of the old uid is somebody else.
    const roleId = await setup.createRole([], { ...school, token });
    const namesake = { uid: school.account, name: '新人', password: digestPassword('x'), roleId };
    await setup.succeed('PUT /api/user', namesake, token);
    await expectRefused(school.token);
    await expectRefused(sign({ ...decodeJwt(token), sub: school.account }));
  });

  it('of a user who was deleted, and of who has his uid since', async () => {
    const { uid, name, password, roleId } = await setup.createUser();
    const token = await service.signIn(uid, password);
    expect((await me(token)).status).toBe(200);
    await setup.succeed('DELETE /api/user', { uid }, setup.school.token);
    await expectRefused(token);
    const again = { uid, name, password: digestPassword(password), roleId };
    await setup.succeed('PUT /api/user', again, setup.school.token);
    await expectRefused(token);
    const elsewhere = await setup.createUser(undefined, other);
    await expectRefused(sign({ ...decodeJwt(token), sub: elsewhere.uid, unit: other.id }));
    expect((await me(await service.signIn(uid, password))).status).toBe(200);
  });

  it.each(['=', '==', '\u00a0', '%3D', '+', '/'])('with %j after its end, or after one of its parts', async (rest) => {
    const { token } = setup.school;
    const [header = '', payload, signature] = token.split('.');
    for (const one of [
      `${token}${rest}`,
      `${header}${rest}.${payload}.${signature}`,
      `${header}.${payload}${rest}.${signature}`,
    ]) {
      await expectRefused(one);
    }
  });

  it('whose last sign stands for the same bytes as another one', async () => {
    const { token } = setup.school;
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 32 bytes are 43 signs: the last two bits of the last one mean nothing.
    const at = signs.indexOf(token.slice(-1));
    for (const bits of [1, 2, 3]) await expectRefused(token.slice(0, -1) + signs[at + bits]);
    expect((await me(token)).status).toBe(200);
  });

  it('with a forged signature', async () => {
    const [header, payload, signature = ''] = setup.school.token.split('.');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    await expectRefused(`${header}.${payload}.${flipped}`);
    await expectRefused(`${header}.${payload}.${signature.slice(0, -4)}`);
    await expectRefused(`${header}.${encode({ ...claims, sub: 'admin', unit: 0 })}.${signature}`);
    await expectRefused(`${header}.${payload}.`);
    await expectRefused(sign(claims, HEADER, OTHER_SECRET));
    await expectRefused(sign(claims, HEADER, ''.padEnd(32, '\0')));
  });

  it('whose claims are no JSON object', async () => {
    for (const payload of ['null', '[]', '"hongqi"', '{']) {
      const text = `${encode(HEADER)}.${Buffer.from(payload).toString('base64url')}`;
      await expectRefused(`${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`);
    }
  });
});

describe('two keys live during a rotation', () => {
  const depsWith = (keys: string) => {
    const env = { CATERING_TABLE: 'catering-test', CATERING_SIGNING_KEYS: keys, CATERING_LOG_LEVEL: 'silent' };
    const own = createDeps(readEnv(env)).keys;
    return () => ({ ...service.deps, keys: own });
  };
  const both = depsWith(`next:${OTHER_SECRET},test:${SECRET}`);
  const nextOnly = depsWith(`next:${OTHER_SECRET}`);
  const ask = (token: string, deps: typeof both) =>
    send(findEndpoint(service, 'GET /api/me'), makeEvent('GET /api/me', {}, { token }), deps);
  const signIn = async (deps: typeof both) => {
    const parameters = { uid: setup.school.account, password: digestPassword(setup.school.password) };
    const event = makeEvent('POST /api/login', parameters, {});
    return (await send(findEndpoint(service, 'POST /api/login'), event, deps)).json.body.token;
  };

  it('both verify, the first signs', async () => {
    expect((await ask(setup.school.token, both)).json.body).toMatchObject({ uid: 'hongqi' });
    const token = await signIn(both);
    expect(decodeProtectedHeader(token)).toEqual({ ...HEADER, kid: 'next' });
    expect((await ask(token, both)).json.body).toMatchObject({ uid: 'hongqi' });
    expect((await ask(token, nextOnly)).json.body).toMatchObject({ uid: 'hongqi' });
  });

  it('a key that is not live verifies nothing, before the rotation or after it', async () => {
    await expectRefused(await signIn(both));
    expect((await ask(setup.school.token, nextOnly)).text).toBe(NOT_SIGNED_IN);
  });

  it('a token signed by one key under the name of the other is 401', async () => {
    expect((await ask(sign(claims, { ...HEADER, kid: 'next' }, OTHER_SECRET), both)).status).toBe(200);
    expect((await ask(sign(claims, { ...HEADER, kid: 'next' }, SECRET), both)).text).toBe(NOT_SIGNED_IN);
    expect((await ask(sign(claims, HEADER, OTHER_SECRET), both)).text).toBe(NOT_SIGNED_IN);
  });
});
