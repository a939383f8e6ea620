import type { Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { handlersInProcess, handlersInThread } from '../../../scripts/start/local-functions.ts';
import { openService } from '../../support/service/open.ts';
import { makeEvent, SIGNING_KEYS } from '../../support/service/service.ts';

const service = await openService();
const HEALTH = 'service:check-health';
const healthy = { code: 200, desc: '成功', success: true };

beforeAll(() => {
  const { table, region, endpoint } = service.deps.env;
  Object.assign(process.env, { CATERING_TABLE: table, AWS_REGION: region, DYNAMODB_ENDPOINT: endpoint });
  process.env['CATERING_SIGNING_KEYS'] = SIGNING_KEYS;
});

/** Calls a function by its local handler, with this time until its timeout. */
async function call(handlers: typeof handlersInProcess, name: string, route: string, timeMs = 15_000) {
  const facts = { awsRequestId: 'one', functionName: 'local', functionVersion: '1', memoryLimitInMB: '256' };
  const context = { ...facts, getRemainingTimeInMillis: () => timeMs };
  const reply = await handlers[name]?.(makeEvent(route, {}, {}), context as Context);
  return [reply?.statusCode, JSON.parse(reply?.body ?? '')];
}

describe('a function of the local service', () => {
  it('answers in the gateway’s process, and in a thread beside it', async () => {
    expect(await call(handlersInProcess, HEALTH, 'GET /health')).toEqual([200, healthy]);
    expect(await call(handlersInThread, HEALTH, 'GET /health')).toEqual([200, healthy]);
  });

  it('is ended at its timeout, and answers the next call', async () => {
    const late = { code: 503, desc: '服务繁忙，请稍后再试', success: false, reason: 'unavailable' };
    expect(await call(handlersInThread, HEALTH, 'GET /health', 201)).toEqual([503, late]);
    expect(await call(handlersInThread, HEALTH, 'GET /health')).toEqual([200, healthy]);
  });

  it('is not found by HEAD, as behind the gateway of the cloud', async () => {
    const missing = { code: 404, desc: '接口不存在', success: false, reason: 'not_found' };
    expect(await call(handlersInProcess, HEALTH, 'HEAD /health')).toEqual([404, missing]);
  });
});
