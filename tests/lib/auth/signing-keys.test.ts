import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { MIN_REFRESH_MS, parseSigningKeys, REFRESH_MS } from '../../../lib/auth/signing-keys.ts';
import { createDeps, type Deps } from '../../../lib/runtime/deps.ts';
import { readEnv } from '../../../lib/runtime/env.ts';
import { failure, ParameterStore } from '../../support/aws/parameter-store.ts';
import { openSetup } from '../../support/service/open.ts';
import { findEndpoint, send } from '../../support/service/send.ts';
import { makeEvent, SIGNING_KEYS } from '../../support/service/service.ts';

const NAME = '/catering/test/signing-keys';
const NEXT = 'next:fedcba9876543210fedcba9876543210';
/** How often one read asks a failing store. */
const TRIES = 4;
const UNAVAILABLE = { code: 503, desc: '服务繁忙，请稍后再试', success: false, reason: 'unavailable' };
const INTERNAL = { code: 500, desc: '服务内部错误', success: false, reason: 'internal' };
const NOT_SIGNED_IN = { code: 401, desc: '请先登录', success: false, reason: 'not_signed_in' };

const { service, setup } = await openSetup();
let store: ParameterStore;
let deps: Deps;
let shiftMs = 0;
/** Everything logged by all tests. */
const logged: string[] = [];

beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
  store = await ParameterStore.start();
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', store.endpoint);
  store.set(NAME, SIGNING_KEYS);
  shiftMs = 0;
  deps = newProcess();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await store.stop();
});

const variables = (more: Readonly<Record<string, string>> = {}) => ({
  CATERING_TABLE: service.deps.env.table,
  DYNAMODB_ENDPOINT: service.deps.env.endpoint,
  AWS_REGION: service.deps.env.region,
  CATERING_SIGNING_KEYS_PARAMETER: NAME,
  ...more,
});

/** The parts of a function that has just started. */
function newProcess(): Deps {
  const { hashCost } = service.deps;
  return { ...createDeps(readEnv(variables())), hashCost, now: () => Date.now() + shiftMs };
}

const me = (token: string) =>
  send(findEndpoint(service, 'GET /api/me'), makeEvent('GET /api/me', {}, { token }), () => deps);

async function signIn(): Promise<string> {
  const { account: uid, password } = setup.school;
  const event = makeEvent('POST /api/login', { uid, password: digestPassword(password) }, {});
  const { json } = await send(findEndpoint(service, 'POST /api/login'), event, () => deps);
  return json.body.token;
}

const keyOf = (token: string) => decodeProtectedHeader(token).kid;
const errorsLogged = () => logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'ERROR');

describe('keys in a parameter', () => {
  it('are read by one signed request for the decrypted value, and kept', async () => {
    expect((await me(setup.school.token)).status).toBe(200);
    expect((await me(setup.school.token)).status).toBe(200);
    expect(keyOf(await signIn())).toBe('test');
    shiftMs = REFRESH_MS - 1000;
    expect((await me(setup.school.token)).status).toBe(200);
    expect(store.requests).toEqual([{ operation: 'GetParameter', input: { Name: NAME, WithDecryption: true } }]);
  });

  it('are not read for a call without a token', async () => {
    const event = makeEvent('GET /api/me', {}, {});
    expect((await send(findEndpoint(service, 'GET /api/me'), event, () => deps)).json).toEqual(NOT_SIGNED_IN);
    expect(store.requests).toEqual([]);
  });
});

describe('a rotation needs no deployment:', () => {
  it('a second key verifies, then signs, and the first ends', async () => {
    const old = await signIn();
    store.set(NAME, `${SIGNING_KEYS},${NEXT}`);
    shiftMs += REFRESH_MS;
    expect(keyOf(await signIn())).toBe('test');
    store.set(NAME, `${NEXT},${SIGNING_KEYS}`);
    shiftMs += REFRESH_MS;
    const fresh = await signIn();
    expect(keyOf(fresh)).toBe('next');
    expect([(await me(old)).status, (await me(fresh)).status]).toEqual([200, 200]);
    store.set(NAME, NEXT);
    shiftMs += REFRESH_MS;
    expect((await me(old)).json).toEqual(NOT_SIGNED_IN);
    expect((await me(fresh)).status).toBe(200);
  });

  it('a token of a key that is not known yet has the keys read at once, but not twice in a while', async () => {
    store.set(NAME, `${NEXT},${SIGNING_KEYS}`);
    const fresh = await signIn();
    deps = newProcess();
    store.set(NAME, SIGNING_KEYS);
    expect((await me(setup.school.token)).status).toBe(200);
    store.set(NAME, `${NEXT},${SIGNING_KEYS}`);
    store.requests.length = 0;
    expect((await me(fresh)).json).toEqual(NOT_SIGNED_IN);
    expect(store.requests).toHaveLength(0);
    shiftMs = MIN_REFRESH_MS;
    expect((await me(fresh)).status).toBe(200);
    expect(store.requests).toHaveLength(1);
  });

  it('a token of a key that nobody knows has the keys read once in a while, however often it comes', async () => {
    const [, payload, signature] = setup.school.token.split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid: 'forged' })).toString('base64url');
    const forged = [header, payload, signature].join('.');
    expect((await me(setup.school.token)).status).toBe(200);
    shiftMs = MIN_REFRESH_MS;
    for (const _ of [1, 2, 3]) expect((await me(forged)).json).toEqual(NOT_SIGNED_IN);
    expect(store.requests).toHaveLength(2);
  });
});

describe('keys that cannot be read', () => {
  it.each([
    ['failing', failure('InternalServerError', 'x', 500), TRIES],
    ['throttled', failure('ThrottlingException', 'Rate exceeded'), TRIES],
    ['refusing', failure('AccessDeniedException', 'not authorized'), 1],
    ['without the parameter', failure('ParameterNotFound', ''), 1],
    ['answering something else', { status: 200, body: '{"Parameter":{' }, 1],
  ])('from a store that is %s are 503 where there were none before', async (_, fault, tries) => {
    store.faults.push(...Array.from({ length: tries }, () => fault));
    const answer = await me(setup.school.token);
    expect(answer.json).toEqual(UNAVAILABLE);
    expect(answer.headers['retry-after']).toBe('1');
    expect(store.requests).toHaveLength(tries);
    expect(JSON.stringify(errorsLogged().at(-1)?.error)).toContain(`parameter ${NAME}`);
    // The next call tries again at once.
    expect((await me(setup.school.token)).status).toBe(200);
  });

  it('from a store that is out of reach are 503 where there were none before, for signing in too', async () => {
    await store.stop();
    expect((await me(setup.school.token)).json).toEqual(UNAVAILABLE);
    const { account: uid, password } = setup.school;
    const event = makeEvent('POST /api/login', { uid, password: digestPassword(password) }, {});
    expect((await send(findEndpoint(service, 'POST /api/login'), event, () => deps)).json).toEqual(UNAVAILABLE);
    store = await ParameterStore.start();
  });

  it('stay in force as they were, and are asked for again after a while', async () => {
    expect((await me(setup.school.token)).status).toBe(200);
    store.faults.push(failure('AccessDeniedException', ''));
    shiftMs = REFRESH_MS;
    for (const _ of [1, 2, 3]) expect((await me(setup.school.token)).status).toBe(200);
    expect(store.requests).toHaveLength(2);
    expect(errorsLogged().at(-1)).toMatchObject({ message: 'signing_keys', kept: ['test'], Defect: 1 });
    store.set(NAME, NEXT);
    shiftMs += MIN_REFRESH_MS;
    expect((await me(setup.school.token)).json).toEqual(NOT_SIGNED_IN);
  });
});

it('keys that come late delay no call for long that has other keys, and are used from the next call on', async () => {
  expect((await me(setup.school.token)).status).toBe(200);
  store.faults.push('nothing');
  store.set(NAME, NEXT);
  shiftMs = REFRESH_MS;
  // If it had waited for the second try, it would have the new keys.
  expect((await me(setup.school.token)).status).toBe(200);
  await vi.waitFor(() => expect(store.requests).toHaveLength(3), 10_000);
  await vi.waitFor(async () => expect((await me(setup.school.token)).json).toEqual(NOT_SIGNED_IN), 10_000);
  expect(store.requests).toHaveLength(3);
});

describe('a value that is no text of keys', () => {
  const malformed = [
    '',
    'test',
    `${SIGNING_KEYS},`,
    'test:short',
    `${SIGNING_KEYS},${SIGNING_KEYS}`,
    `${SIGNING_KEYS}:${'x'.repeat(40)}`,
  ];

  it.each(malformed)('(%j) is 500 where there were no keys before, and its log names what is wanted', async (value) => {
    store.set(NAME, value);
    expect((await me(setup.school.token)).json).toEqual(INTERNAL);
    expect(errorsLogged().at(-1)?.error.message).toBe(
      'the parameter of the signing keys holds no id:secret pairs separated by commas, ids all different, ' +
        'secrets of 32 characters or more',
    );
  });

  it('leaves the keys that were in force before', async () => {
    expect((await me(setup.school.token)).status).toBe(200);
    store.set(NAME, 'damaged');
    shiftMs = REFRESH_MS;
    expect((await me(setup.school.token)).status).toBe(200);
    expect(errorsLogged().at(-1)).toMatchObject({ message: 'signing_keys', kept: ['test'], Defect: 1 });
  });

  it('is one for the environment too', () => {
    for (const value of malformed) expect(parseSigningKeys(value)).toBeUndefined();
    expect([...(parseSigningKeys(`${NEXT}, ${SIGNING_KEYS}`)?.keys() ?? [])]).toEqual(['next', 'test']);
  });
});

it('the settings name either the keys or their parameter', () => {
  const both = variables({ CATERING_SIGNING_KEYS: SIGNING_KEYS });
  const { CATERING_SIGNING_KEYS_PARAMETER: _, ...neither } = variables();
  const wrong = 'environment: either CATERING_SIGNING_KEYS or CATERING_SIGNING_KEYS_PARAMETER must be set';
  expect(() => readEnv(both)).toThrow(wrong);
  expect(() => readEnv(neither)).toThrow(wrong);
  expect(readEnv({ ...neither, CATERING_SIGNING_KEYS: SIGNING_KEYS }).signingKeys).toEqual(
    parseSigningKeys(SIGNING_KEYS),
  );
  expect(readEnv(variables()).signingKeys).toBe(NAME);
});

it('all lines together hold no key', () => {
  expect(logged.length).toBeGreaterThan(20);
  for (const pair of [SIGNING_KEYS, NEXT]) expect(logged.join('')).not.toContain(pair.split(':')[1]);
});
