import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineEndpoint } from '../../../lib/http/serve.ts';
import { createDeps, type Deps } from '../../../lib/runtime/deps.ts';
import type { Logger } from '../../../lib/runtime/logger.ts';
import { openSetup } from '../../support/service/open.ts';
import { findEndpoint, send } from '../../support/service/send.ts';
import { makeEvent } from '../../support/service/service.ts';

const UNAVAILABLE = { code: 503, desc: '服务繁忙，请稍后再试', success: false, reason: 'unavailable' };
const INTERNAL = { code: 500, desc: '服务内部错误', success: false, reason: 'internal' };

const { service, setup } = await openSetup();
let server: Server | undefined;

/** The service's parts with another store. */
const depsOn = (endpoint: string): Deps => createDeps({ ...service.deps.env, endpoint });
const me = (deps: Deps) => {
  const event = makeEvent('GET /api/me', {}, { token: setup.school.token });
  return send(findEndpoint(service, 'GET /api/me'), event, () => deps);
};

/** A store that answers each call with the next of these answers, the last one for ever. */
async function fakeStore(
  ...answers: { status: number; body: object }[]
): Promise<{ endpoint: string; calls: string[] }> {
  const calls: string[] = [];
  server = createServer((request, response) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push(String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', ''));
    request.resume();
    response.writeHead(answer?.status ?? 500, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answer?.body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

function keepLog(): { log: Logger; lines: unknown[][] } {
  const lines: unknown[][] = [];
  const keep = (...line: unknown[]) => void lines.push(line);
  const log: Logger = { info: keep, error: keep, with: () => log };
  return { log, lines };
}

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

describe('a store out of reach, tried by the real client', () => {
  it('that refuses connections is 503 after retries', async () => {
    const { endpoint } = await fakeStore();
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    const answer = await me(depsOn(endpoint));
    expect(answer.json).toEqual(UNAVAILABLE);
    expect(answer.headers['retry-after']).toBe('1');
  });

  it.each([
    ['throttled', 400, 'ProvisionedThroughputExceededException'],
    ['failing', 500, 'InternalServerError'],
  ])('that is %s is asked more than once, then 503', async (_, status, name) => {
    const body = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'too fast' };
    const { endpoint, calls } = await fakeStore({ status, body });
    expect((await me(depsOn(endpoint))).json).toEqual(UNAVAILABLE);
    expect(calls).toEqual(['BatchGetItem', 'BatchGetItem', 'BatchGetItem', 'BatchGetItem']);
  });

  const Keys = [{ pk: { S: 'V#1' }, sk: { S: 'UNIT' } }];
  const rest = { status: 200, body: { Responses: {}, UnprocessedKeys: { [service.deps.env.table]: { Keys } } } };

  it('that leaves keys unprocessed is asked for the rest', async () => {
    const { endpoint, calls } = await fakeStore(rest, rest, { status: 200, body: { Responses: {} } });
    expect((await me(depsOn(endpoint))).json).toMatchObject({ code: 401, reason: 'not_signed_in' });
    expect(calls).toEqual(['BatchGetItem', 'BatchGetItem', 'BatchGetItem']);
  });

  it('that leaves keys unprocessed for long is given up with 503', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { endpoint, calls } = await fakeStore(rest);
    server?.on('request', () => vi.setSystemTime(Date.now() + 1000));
    const answer = await me(depsOn(endpoint));
    expect(answer.json).toEqual(UNAVAILABLE);
    expect(answer.headers['retry-after']).toBe('1');
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.length).toBeLessThan(15);
  });
});

describe('a defect of ours', () => {
  const secret = 'secret of V#1';
  const broken = (handle: () => never | Promise<never>) =>
    defineEndpoint('broken', 'GET /api/broken', {
      callers: 'public',
      summary: 'Breaks.',
      handle,
    }).endpoint;
  const event = makeEvent('GET /api/broken', {}, {});

  it.each([
    ['an Error', new Error(secret)],
    ['an Error with a cause', new Error('outer', { cause: new Error(secret) })],
    ['no Error at all', secret],
  ])('is 500 with a fixed text, the cause only in the log, where %s is thrown', async (_, thrown) => {
    const { log, lines } = keepLog();
    const endpoint = broken(() => {
      throw thrown;
    });
    const answer = await send(endpoint, event, () => ({ ...service.deps, log }));
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(INTERNAL);
    expect(lines[0]).toEqual(['internal', thrown]);
  });

  it('a handler that does not end is answered for with 503 before its time is up', async () => {
    const answer = await send(
      broken(() => new Promise<never>(() => {})),
      event,
      () => service.deps,
      600,
    );
    expect(answer.json).toEqual(UNAVAILABLE);
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('settings that cannot be read are 500 in the envelope, their names only in the log', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const answer = await send(
      broken(() => undefined as never),
      event,
      () => {
        throw new Error('environment: CATERING_TABLE');
      },
    );
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(INTERNAL);
    const [line] = write.mock.calls.map(([text]) => JSON.parse(String(text)));
    expect(line).toMatchObject({
      level: 'ERROR',
      message: 'internal',
      error: { message: 'environment: CATERING_TABLE' },
    });
  });
});
