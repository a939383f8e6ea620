import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import type { Deps } from '../../../lib/runtime/deps.ts';
import type { Metrics } from '../../../lib/runtime/logger.ts';
import { createLogger, redactTexts } from '../../../lib/runtime/logger.ts';
import { openClient } from '../../../lib/table/client.ts';
import { uidClaimKey } from '../../../tables/keys.ts';
import { DIGEST, draft, ICON } from '../../support/nouns/units.ts';
import { openExamples, type ValidCall } from '../../support/service/examples.ts';
import { findEndpoint, send } from '../../support/service/send.ts';
import { type CallOptions, makeEvent } from '../../support/service/service.ts';
import type { Setup } from '../../support/service/setup.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const TRACE = '1-67891233-abcdef012345678912345678';
const SIGNING_KEY = '0123456789abcdef0123456789abcdef';
/** Shorter texts may be in a line by chance. */
const SHORTEST_SECRET = 4;
const PHC = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g';
const BOUNDARY = 'b0undary';
const UPLOAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="marks-of-may.csv"\r\n\r\n${'code,mark\nown-code-7,常用\n'}\r\n--${BOUNDARY}--\r\n`;

const examples = await openExamples();
const { service, setup } = examples;
const answeredRoutes = [...service.endpoints.keys()].filter((route) => route !== '$default');
const allLines: string[] = [];

const log = createLogger('info', { service: 'catering-test', traceId: () => TRACE });
const deps = (): Deps => ({ ...service.deps, log });
afterEach(() => {
  vi.restoreAllMocks();
  service.storeCalls.fault = () => undefined;
});

/** Makes a call, and returns its log lines from standard output. */
async function callAndRead(route: string, parameters: ValidCall['parameters'], options: CallOptions = {}) {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const event = makeEvent(route, parameters, options);
  const { result, bill } = await service.storeCalls.record(() => send(findEndpoint(service, route), event, deps));
  const texts = written.mock.calls.map(([text]) => String(text));
  written.mockRestore();
  allLines.push(...texts);
  expect(texts.every((text) => /^[^\n]+\n$/.test(text))).toBe(true);
  const { requestId } = event.requestContext;
  return { answer: result, bill, requestId, lines: texts.map((text) => JSON.parse(text)), text: texts.join('') };
}

/** The caller, as the log names him. */
async function findCaller(token: string | undefined): Promise<{ unit?: number; uid?: string }> {
  if (token === undefined) return {};
  const { json } = await service.call('GET /api/me', {}, { token });
  return { unit: json.body.vender, uid: json.body.uid };
}

/** Whom public calls find out to be their callers. */
const found: ReadonlyMap<string, { unit?: number; uid?: string }> = new Map([
  ['POST /api/login', { unit: 1, uid: 'limei' }],
  ['GET /print/{token}', { unit: 1, uid: 'hongqi' }],
]);

/** Expects that the lines contain nothing that was sent, apart from the sender's uid. */
function expectNoSecrets(text: string, { parameters, token }: ValidCall, uid: string | undefined): void {
  const sent = Object.values(parameters).map(String);
  // Duration and the first-call flag may look like something that was sent.
  const comparable = text.replace(/"durationMs":[\d.]+|"cold_start":true/g, '');
  for (const secret of [...sent, ...(token?.split('.') ?? [])]) {
    if (secret.length >= SHORTEST_SECRET && secret !== uid) expect(comparable).not.toContain(secret);
  }
}

const base = (requestId: string, level: string, message: string) => ({
  ...{ level, message, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
  ...{ service: 'catering-test', cold_start: true, function_request_id: 'request', xray_trace_id: TRACE },
  correlation_id: requestId,
});

/** The line of a call with its expected metrics. Each call here is the first of its handler. */
const line = (route: string, requestId: string, rest: Readonly<Record<string, unknown>>, more: Metrics = {}) => {
  const metrics = { ReadUnits: expect.any(Number), WriteUnits: expect.any(Number), ColdStart: 1, ...more };
  const Metrics = Object.keys(metrics).map((Name) => ({ Name, Unit: 'Count' }));
  const directive = { Namespace: 'Catering', Dimensions: [['service']], Metrics };
  return {
    ...{ ...base(requestId, 'INFO', 'request'), route, outcome: 'success', durationMs: expect.any(Number) },
    ...{ ...metrics, _aws: { Timestamp: expect.any(Number), CloudWatchMetrics: [directive] }, ...rest },
  };
};

describe('a call that succeeds leaves one line with who, what, how long and the capacity that the store counted:', () => {
  it.each(answeredRoutes)('%s', async (route) => {
    const call = examples.getCall(route);
    const { parameters, token } = call;
    const caller = token === undefined ? (found.get(route) ?? {}) : await findCaller(token);
    const { answer, bill, requestId, lines, text } = await callAndRead(route, parameters, { token });
    expect(answer.status).toBe(200);
    const capacity = { ReadUnits: bill.readUnits, WriteUnits: bill.writeUnits + bill.refillUnits };
    expect(lines).toEqual([line(route, requestId, { ...caller, ...capacity })]);
    expectNoSecrets(text, call, caller.uid);
    await examples.rewind();
  });

  it('an icon', async () => {
    const call = { token: setup.admin, parameters: draft(setup.unique('pictured'), { icon: ICON }) };
    const { answer, requestId, lines, text } = await callAndRead('PUT /api/vender', call.parameters, call);
    expect(answer.status).toBe(200);
    expect(lines).toEqual([line('PUT /api/vender', requestId, { unit: 0, uid: 'admin' })]);
    expectNoSecrets(text, call, 'admin');
    expect(text).not.toContain('base64');
  });

  it('an upload', async () => {
    const route = 'PUT /api/ingredient/mark';
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const options = { token: setup.school.token, headers, rawBody: UPLOAD };
    const { answer, requestId, lines, text } = await callAndRead(route, {}, options);
    expect(answer.status).toBe(200);
    expect(lines).toEqual([line(route, requestId, await findCaller(setup.school.token))]);
    for (const secret of ['own-code-7', '常用', 'marks-of-may']) expect(text).not.toContain(secret);
  });
});

describe('a call that fails leaves one line with its reason:', () => {
  const WRONG = digestPassword('wrong');
  const counts: Readonly<Record<string, Metrics>> = {
    bad_credentials: { SignInFailure: 1 },
    wrong_password: { SignInFailure: 1 },
    too_many_failures: { SignInLockout: 1 },
  };
  const cases: readonly (readonly [string, string, (setup: Setup) => ValidCall, boolean])[] = [
    [
      'invalid_input',
      'PUT /api/user',
      ({ school }) => ({ ...school, parameters: { uid: 'x-uid', password: 'plain-password' } }),
      true,
    ],
    [
      'duplicate_uid',
      'PUT /api/user',
      ({ school }) => ({ ...school, parameters: { ...makeUser(school.id), uid: 'admin' } }),
      true,
    ],
    [
      'payload_too_large',
      'POST /api/vender',
      ({ school }) => ({ ...school, parameters: { venderId: school.id, icon: ICON.padEnd(60_000, 'A') } }),
      true,
    ],
    ['bad_credentials', 'POST /api/login', () => ({ parameters: { uid: 'somebody', password: WRONG } }), false],
    ['too_many_failures', 'POST /api/login', () => ({ parameters: { uid: 'locked', password: WRONG } }), false],
    [
      'wrong_password',
      'POST /api/me/password',
      ({ school }) => ({ ...school, parameters: { oldPassword: WRONG, newPassword: DIGEST } }),
      true,
    ],
    [
      'not_signed_in',
      'GET /api/me',
      ({ school }) => ({ token: `${school.token.slice(0, -9)}forged-it`, parameters: {} }),
      false,
    ],
    ['wrong_side', 'GET /api/vender', ({ school }) => ({ ...school, parameters: { keyword: 'secret-keyword' } }), true],
    ['not_found', '$default', () => ({ parameters: {} }), false],
  ];
  const makeUser = (unit: number) => ({ name: '新用户名', password: DIGEST, roleId: unit * 1_000_000 + 1 });

  beforeAll(async () => {
    for (let time = 0; time < 5; time++) await service.call('POST /api/login', { uid: 'locked', password: WRONG });
  });

  it.each(cases)('%s of %s', async (reason, route, make, isKnown) => {
    const { token, parameters } = make(setup);
    const call = token === undefined ? { parameters } : { parameters, token };
    const { answer, requestId, lines, text } = await callAndRead(route, parameters, { token });
    expect(answer.json.reason).toBe(reason);
    const caller = isKnown ? await findCaller(token) : {};
    expect(lines).toEqual([line(route, requestId, { ...caller, outcome: reason }, counts[reason])]);
    expectNoSecrets(text, call, caller.uid);
  });
});

describe('a defect leaves its cause besides, without what must not be read:', () => {
  const route = 'PUT /api/user';
  const parameters = { uid: 'new-cook', name: '姓名 "四字"', password: DIGEST, roleId: 1_000_001, phone: '010-7777' };

  it.each([
    ['an error', (text: string) => new Error(text)],
    ['a cause of an error', (text: string) => new Error('outer', { cause: new TypeError(text) })],
  ])('%s', async (_, makeError) => {
    const { token } = setup.school;
    const leak = `${JSON.stringify(parameters)} of ${token} with ${PHC} and ${ICON}`;
    const caller = await findCaller(token);
    service.storeCalls.fault = (command) =>
      command.startsWith('TransactWrite') ? { when: 'before', error: makeError(leak) } : undefined;
    const { answer, requestId, lines, text } = await callAndRead(route, parameters, { token });
    expect(answer.json.reason).toBe('internal');
    expect(lines).toEqual([
      { ...base(requestId, 'ERROR', 'internal'), error: expect.objectContaining({ stack: expect.any(String) }) },
      line(route, requestId, { ...caller, outcome: 'internal', WriteUnits: 0 }, { Defect: 1 }),
    ]);
    const hidden = { ...parameters, PHC, ICON, part: '四字', hash: 'aGFzaGhhc2g' };
    expectNoSecrets(text, { token, parameters: hidden }, caller.uid);
    expect(text).toContain('logs.test.ts');
  });

  it('an item that cannot be read', async () => {
    const client = openClient(service.deps.env);
    const Item = { ...uidClaimKey('broken'), uid: 'broken', unit: 'none', hash: PHC };
    await client.send(new PutCommand({ TableName: service.deps.env.table, Item }));
    const call = { parameters: { uid: 'broken', password: DIGEST } };
    const { answer, lines, text } = await callAndRead('POST /api/login', call.parameters);
    expect(answer.json.reason).toBe('internal');
    expect(lines.map(({ message }) => message)).toEqual(['internal', 'request']);
    expect(text).toContain('ZodError');
    for (const secret of [PHC, DIGEST]) expect(text).not.toContain(secret);
  });
});

describe('what was thrown', () => {
  it('stays as it is where it repeats nothing', () => {
    for (const cause of [new Error('plain', { cause: 'inner' }), 'text', undefined]) {
      expect(redactTexts(cause, ['secret', 'ner'])).toBe(cause);
    }
  });

  it('loses what it repeats, the longest first, also as JSON has it', () => {
    expect(redactTexts('a secret, a secret "word"', ['secret', 'secret "word"'])).toBe('a ***, a ***');
    expect(redactTexts('{"name":"a \\"b\\""}', ['a "b"'])).toBe('{"name":"***"}');
    const cause = redactTexts(new RangeError('outer', { cause: new Error('my secret') }), ['secret']);
    expect(cause).toMatchObject({ name: 'RangeError', message: 'outer', cause: { message: 'my ***' } });
  });
});

it('all lines together hold no hash of the table and no key', async () => {
  const hashes = (await dumpTable(service)).flatMap(({ hash }) => (typeof hash === 'string' ? [hash] : []));
  expect(hashes.length).toBeGreaterThan(1);
  expect(allLines.length).toBeGreaterThan(answeredRoutes.length);
  for (const secret of [...hashes, SIGNING_KEY, 'argon2']) expect(allLines.join('')).not.toContain(secret);
});
