import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openExamples } from '../../support/service/examples.ts';
import { makeTableFault } from '../../support/table/layer.ts';

const OK = { code: 200, desc: '成功', success: true };
const UNAVAILABLE = { code: 503, desc: '服务繁忙，请稍后再试', success: false, reason: 'unavailable' };
const INTERNAL = { code: 500, desc: '服务内部错误', success: false, reason: 'internal' };
const CHANGED = { code: 409, desc: '数据已被他人修改，请重试', success: false, reason: 'changed_meanwhile' };

const fault = (name: string, status = 400) => makeTableFault(name, { message: 'rate of table V#1', status });
/** The faults of a busy or unreachable store that are left after the client's own tries. */
const passing: readonly [string, () => Error][] = [
  ['throttled: ProvisionedThroughputExceededException', () => fault('ProvisionedThroughputExceededException')],
  ['throttled: RequestLimitExceeded', () => fault('RequestLimitExceeded')],
  ['throttled: ThrottlingException', () => fault('ThrottlingException')],
  ['failing: InternalServerError', () => fault('InternalServerError', 500)],
  ['out of reach: connection refused', () => coded('connect ECONNREFUSED 10.0.0.1:443', 'ECONNREFUSED')],
  ['out of reach: connection reset', () => coded('socket hang up', 'ECONNRESET')],
  ['out of reach: no such host', () => coded('getaddrinfo ENOTFOUND dynamodb', 'ENOTFOUND')],
  ['out of reach: timed out', () => Object.assign(new Error('timed out'), { name: 'TimeoutError' })],
];
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });
const cancelled = (...codes: string[]) =>
  makeTableFault('TransactionCanceledException', { reasons: codes.map((Code) => ({ Code })) });

/** For each kind of call to the store a route whose answer depends on it. */
const routes = {
  BatchGet: 'GET /api/me',
  Query: 'GET /api/user',
  TransactWrite: 'PUT /api/role',
  BatchWrite: 'DELETE /api/vender',
} as const;

const examples = await openExamples();
const { service, setup } = examples;
let faults = 0;

/** Makes calls of a kind fail, the first `times` of them. */
function fail(kind: string, error: () => Error, times = Number.POSITIVE_INFINITY): void {
  service.storeCalls.fault = (command) => {
    if (!command.startsWith(kind) || faults >= times) return undefined;
    faults += 1;
    return { when: 'before', error: error() };
  };
}

/** A call whose preparation has no fault. */
async function call(route: string, faultsBegin: () => void, headers = {}) {
  const { token, parameters } = examples.getCall(route);
  faultsBegin();
  return service.call(route, parameters, { token, headers });
}

beforeEach(() => {
  faults = 0;
});
afterEach(async () => {
  service.storeCalls.fault = () => undefined;
  await examples.rewind();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe.each(Object.entries(routes))('a store that fails at %s, in %s', (kind, route) => {
  it.each(passing)('is 503 unavailable in the envelope, with Retry-After, where it is %s', async (_, error) => {
    const answer = await call(route, () => fail(kind, error));
    expect(faults).toBeGreaterThan(0);
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual(UNAVAILABLE);
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/json; charset=utf-8' });
  });

  it.each<[string, () => Error]>([
    ['a TypeError', () => new TypeError("Cannot read properties of undefined (reading 'V#1')")],
    ['a TypeError of Node itself', () => coded('The "V#1" argument must be of type string', 'ERR_INVALID_ARG_TYPE')],
    ['a table that does not exist', () => fault('ResourceNotFoundException')],
  ])('is 500 internal, its text telling nothing of the cause, where it meets %s', async (_, error) => {
    const answer = await call(route, () => fail(kind, error), { 'accept-language': 'en' });
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({ ...INTERNAL, desc: 'Something went wrong on our side' });
    expect(Object.keys(answer.headers)).not.toContain('retry-after');
  });
});

describe('a store that fails at Update, while a failed sign-in is counted', () => {
  const wrong = { uid: 'hongqi', password: 'BE56E057F20F883E' };

  it.each(passing)('is 503 where it is %s', async (_, error) => {
    fail('Update', error);
    expect((await service.call('POST /api/login', wrong)).json).toEqual(UNAVAILABLE);
    expect(faults).toBeGreaterThan(0);
  });
});

it('a store that fails at Delete, while a deleted unit gives its uids back is tried again where a transaction has the item at that moment: TransactionConflictException', async () => {
  const school = await setup.createSchool();
  fail('Delete', () => fault('TransactionConflictException'), 1);
  const deletion = await service.call('DELETE /api/vender', { vender: school.id }, { token: setup.admin });
  expect(deletion.json).toEqual(OK);
  expect(faults).toBe(1);
  const check = await service.call('GET /api/user/check', { uid: school.account }, { token: setup.admin });
  expect(check.json).toEqual({ ...OK, body: true });
});

describe('a cancelled transaction', () => {
  const createRole = (roleName: string) =>
    service.call('PUT /api/role', { roleName, items: '25' }, { token: setup.school.token });
  const countRoles = async (name: string) => {
    const roles: { roleName: string }[] = await setup.succeed('GET /api/role', {}, setup.school.token);
    return roles.filter(({ roleName }) => roleName === name).length;
  };

  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is tried again after %s until it succeeds, once',
    async (code) => {
      fail('TransactWrite', () => cancelled(code), 3);
      expect((await createRole(code)).json).toEqual(OK);
      expect(faults).toBe(3);
      expect(await countRoles(code)).toBe(1);
    },
  );

  it('of many steps is tried again where any of them met a conflict', async () => {
    fail('TransactWrite', () => cancelled('None', 'None', 'TransactionConflict', 'None'), 2);
    const unit = { account: 'conflict', name: '冲突小学', category: '小学', expire: '2099-12-31' };
    const parameters = { ...unit, password: 'BE56E057F20F883E' };
    expect((await service.call('PUT /api/vender', parameters, { token: setup.admin })).json).toEqual(OK);
    expect(faults).toBe(2);
  });

  it.each([
    ['TransactionConflict', CHANGED],
    ['ThrottlingError', UNAVAILABLE],
  ])('that is never anything but %s is given up in time, with Retry-After', async (code, failure) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    fail('TransactWrite', () => {
      vi.setSystemTime(Date.now() + 1000);
      return cancelled(code);
    });
    const answer = await createRole('never');
    expect(answer.json).toEqual(failure);
    expect(answer.headers['retry-after']).toBe('1');
    expect(faults).toBeGreaterThan(2);
    expect(faults).toBeLessThan(15);
    service.storeCalls.fault = () => undefined;
    expect(await countRoles('never')).toBe(0);
  });

  it('for a reason that nobody foresaw is 500', async () => {
    fail('TransactWrite', () => cancelled('ValidationError'));
    expect((await createRole('invalid')).json).toEqual(INTERNAL);
    expect(faults).toBe(1);
  });
});

it('an answer of the store that is lost after it wrote is 503, and the write stands: the same call again finds the name taken', async () => {
  const parameters = { roleName: '丢失', items: '25' };
  const lost = { when: 'after', error: coded('socket hang up', 'ECONNRESET') } as const;
  service.storeCalls.fault = (command) => (command.startsWith('TransactWrite') ? lost : undefined);
  const { token } = setup.school;
  expect((await service.call('PUT /api/role', parameters, { token })).json).toEqual(UNAVAILABLE);
  service.storeCalls.fault = () => undefined;
  const again = await service.call('PUT /api/role', parameters, { token });
  expect(again.json).toEqual({ code: 409, desc: '角色名称已存在', success: false, reason: 'duplicate_role_name' });
});
