import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../lib/errors.ts';
import { openClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import { RepeatableError } from '../../../lib/table/faults.ts';
import { insertStep } from '../../../lib/table/steps.ts';
import { openTable } from '../../support/service/open.ts';
import { TableProxy } from './table-proxy.ts';

const place = await openTable();
const proxy = await TableProxy.start(place.endpoint);
const db = openAt(proxy.endpoint);
const plain = openAt(place.endpoint);
afterAll(() => proxy.stop());

/** More than the client's number of attempts. */
const MANY = 10;

function openAt(endpoint: string): Database {
  return new Database(openClient({ ...place, endpoint }), place.table);
}

beforeEach(() => {
  proxy.requests.length = 0;
  proxy.troubles.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

let serial = 0;
const newKey = () => ({ pk: 'CLIENT', sk: `${++serial}` });
const operations = () => proxy.requests.map(({ operation }) => operation);
const catchFault = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (fault) => fault,
  );
/** Pauses are a random part of the longest. */
const pauseBriefly = () => void vi.spyOn(Math, 'random').mockReturnValue(0.01);

describe('an item', () => {
  it('is read as it was written, without what is undefined', async () => {
    const key = newKey();
    const value = { text: '菜', number: 1.5, list: [1, null, { deep: true }], bytes: new Uint8Array([1, 2]) };
    await db.write([insertStep({ ...key, ...value, gone: undefined, inside: { gone: undefined } })]);
    expect(await db.get(key)).toEqual({ ...key, ...value, inside: {} });
  });

  it('keeps texts that name members of every object, in pairs', async () => {
    const key = newKey();
    const pairs = [
      ['__proto__', 1],
      ['constructor', 2],
    ];
    await db.write([insertStep({ ...key, pairs })]);
    expect(await db.get(key)).toEqual({ ...key, pairs });
  });
});

it('a list is read up to its limit, also where the table answers it in parts', async () => {
  const [pk, first] = ['CLIENT LIST', { pk: { S: 'CLIENT LIST' }, sk: { S: '1' } }];
  await plain.write(['1', '2', '3'].map((sk) => insertStep({ pk, sk })));
  proxy.troubles.push({ status: 200, body: JSON.stringify({ Items: [first], LastEvaluatedKey: first }) });
  expect((await db.query(pk, { limit: 2 })).map(({ sk }) => sk)).toEqual(['1', '2']);
  expect(operations()).toEqual(['Query', 'Query']);
});

describe('a request', () => {
  it('is signed as the role of the function', async () => {
    vi.stubEnv('AWS_SESSION_TOKEN', 'session of the role');
    await openAt(proxy.endpoint).get(newKey());
    expect(proxy.requests[0]?.headers).toMatchObject({
      'x-amz-security-token': 'session of the role',
      authorization: expect.stringMatching(/Credential=local\/\d{8}\/cn-north-1\/dynamodb\/aws4_request/),
    });
  });

  it('is sent over the connection of the one before', async () => {
    const own = openAt(proxy.endpoint);
    const before = proxy.connections;
    for (let calls = 0; calls < 5; calls++) await own.get(newKey());
    expect(proxy.connections - before).toBe(1);
  });
});

describe('a call that fails', () => {
  beforeEach(pauseBriefly);

  it.each([
    ['ProvisionedThroughputExceededException', 400],
    ['ThrottlingException', 400],
    ['RequestLimitExceeded', 400],
    ['TransactionInProgressException', 400],
    ['InternalServerError', 500],
    ['ServiceUnavailable', 503],
  ])('for a while with %s is tried four times', async (name, status) => {
    const key = newKey();
    for (let failures = 0; failures < 3; failures++) proxy.refuse(name, '', status);
    await db.write([insertStep(key)]);
    expect(await plain.get(key)).toEqual(key);
    expect(operations()).toEqual(Array(4).fill('TransactWriteItems'));
    for (let failures = 0; failures < MANY; failures++) proxy.refuse(name, '', status);
    const fault = await catchFault(db.get(key));
    expect(fault).toBeInstanceOf(AppError);
    expect(fault).toMatchObject({ reason: 'unavailable', retryAfter: 1, cause: { name } });
    expect(operations()).toEqual([...Array(4).fill('TransactWriteItems'), ...Array(4).fill('BatchGetItem')]);
  });

  it.each(['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException'])(
    'with %s is a defect, and is not tried again',
    async (name) => {
      proxy.refuse(name, 'why');
      const fault = await catchFault(db.get(newKey()));
      expect(fault).not.toBeInstanceOf(AppError);
      expect(fault).toMatchObject({ name, message: 'why' });
      expect(proxy.requests).toHaveLength(1);
    },
  );

  it.each([
    [502, '<html>secret</html>'],
    [500, ''],
    [200, '{"Responses": {"secret'],
    [200, '<html>secret</html>'],
    [200, ''],
    [200, '{}'],
    [400, 'secret'],
  ])(
    'with status %i and the unreadable text %j is attempted four times, and the error quotes nothing of it',
    async (status, body) => {
      const key = newKey();
      // The client's retry budget is bounded, and other tests use it up.
      const db = openAt(proxy.endpoint);
      await plain.write([insertStep(key)]);
      for (let failures = 0; failures < 3; failures++) proxy.troubles.push({ status, body });
      expect(await db.get(key)).toEqual(key);
      expect(operations()).toEqual(Array(4).fill('BatchGetItem'));
      for (let failures = 0; failures < 4; failures++) proxy.troubles.push({ status, body });
      const fault = await catchFault(db.get(key));
      expect(fault).toMatchObject({ reason: 'unavailable', retryAfter: 1 });
      expect(proxy.requests).toHaveLength(8);
      for (let cause = fault; cause instanceof Error; cause = cause.cause) {
        expect(`${cause.message} ${cause.stack} ${JSON.stringify(cause)}`).not.toContain('secret');
      }
      expect(await db.get(newKey())).toBeUndefined();
    },
  );
});

it.each([200, 400])(
  'a write whose answer of status %i cannot be read is sent again under its token, and done once',
  async (status) => {
    pauseBriefly();
    const key = newKey();
    proxy.troubles.push({ status, body: '{"secret' });
    await openAt(proxy.endpoint).write([insertStep(key)]);
    expect(await plain.get(key)).toEqual(key);
    expect(operations()).toEqual(['TransactWriteItems', 'TransactWriteItems']);
    expect(new Set(proxy.requests.map(({ input }) => input.ClientRequestToken)).size).toBe(1);
  },
);

describe('a condition that does not hold', () => {
  it('is thrown as the reason of its step, or as a lost race where it has none', async () => {
    const key = newKey();
    await db.write([insertStep(key)]);
    const taken = await catchFault(db.write([insertStep(newKey()), insertStep(key, 'duplicate_uid')]));
    expect(taken).toMatchObject({ reason: 'duplicate_uid', cause: { name: 'TransactionCanceledException' } });
    expect(await catchFault(db.write([insertStep(newKey()), insertStep(key)]))).toBeInstanceOf(RepeatableError);
    expect(await db.removeIf(key, 'sk', 'other')).toBe(false);
  });

  it.each([
    ['TransactionConflict', { reason: 'changed_meanwhile' }],
    ['ThrottlingError', { reason: 'unavailable' }],
  ])('is a lost race together with a %s', async (Code, expected) => {
    const CancellationReasons = [{ Code: 'None' }, { Code, Message: 'busy' }];
    const __type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
    proxy.troubles.push({ status: 400, body: JSON.stringify({ __type, Message: 'cancelled', CancellationReasons }) });
    const fault = await catchFault(db.write([insertStep(newKey()), insertStep(newKey(), 'duplicate_uid')]));
    expect(fault).toBeInstanceOf(RepeatableError);
    expect(fault).toMatchObject(expected);
    expect(proxy.requests).toHaveLength(1);
  });

  it('of a single write is returned although a transaction was changing the item a moment before', async () => {
    pauseBriefly();
    const key = newKey();
    await db.write([insertStep({ ...key, word: 'a' })]);
    proxy.refuse('TransactionConflictException');
    expect(await db.removeIf(key, 'word', 'b')).toBe(false);
    expect(operations()).toEqual(['TransactWriteItems', 'DeleteItem', 'DeleteItem']);
  });
});

const troubles = ['reset before', 'reset after', 'cut off', 'half', 'stuck', 'unheard'] as const;

/** What can happen to a connection: most of it is waiting, so all of it happens at once. */
describe.concurrent('an answer that does not come', () => {
  const withProxy = async (look: (db: Database, proxy: TableProxy) => Promise<void>) => {
    const own = await TableProxy.start(place.endpoint);
    await look(openAt(own.endpoint), own);
    await own.stop();
  };

  it.each(troubles)('(%s) is waited for in vain once, and the write is done once', (trouble) =>
    withProxy(async (db, { requests, troubles }) => {
      const key = newKey();
      troubles.push(trouble);
      await db.write([insertStep(key)]);
      const tokens = new Set(requests.map(({ input }) => input.ClientRequestToken));
      expect([await plain.get(key), requests.length, tokens.size]).toEqual([key, 2, 1]);
    }),
  );

  it.each(troubles)('(%s) however often ends in time, and leaves open whether the write was done', (trouble) =>
    withProxy(async (db, { requests, troubles }) => {
      const key = newKey();
      for (let failures = 0; failures < MANY; failures++) troubles.push(trouble);
      const from = performance.now();
      expect(await catchFault(db.write([insertStep(key)]))).toMatchObject({ reason: 'unavailable', retryAfter: 1 });
      // Four times three seconds, and the pauses. A function may run 15 seconds.
      expect(performance.now() - from).toBeLessThan(14_000);
      expect(requests).toHaveLength(4);
      const isDone = ['reset after', 'cut off', 'half', 'stuck'].includes(trouble);
      expect(await plain.get(key)).toEqual(isDone ? key : undefined);
    }),
  );

  it('from nobody is unavailable', async () => {
    const fault = await catchFault(openAt('http://127.0.0.1:9').get(newKey()));
    expect(fault).toMatchObject({ reason: 'unavailable', cause: { code: 'ECONNREFUSED' } });
  });
});
