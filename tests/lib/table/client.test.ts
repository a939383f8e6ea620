import { Socket } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../lib/errors.ts';
import { openClient } from '../../../lib/table/client.ts';
import { addressOf } from '../../../lib/table/connection.ts';
import { Database } from '../../../lib/table/database.ts';
import { insert } from '../../../lib/table/steps.ts';
import { TableFault } from '../../../lib/table/table-fault.ts';
import { openLocalClient } from '../../../scripts/start/table.ts';
import { shortenPauses } from '../../support/process/short-pauses.ts';
import { openTable } from '../../support/service/open.ts';
import { TableProxy } from './table-proxy.ts';

const place = await openTable();
const { table: TableName } = place;
const proxy = await TableProxy.start(place.endpoint);
const settings = { table: TableName, region: place.region, endpoint: proxy.endpoint };
const client = openClient(settings);
const db = new Database(client, TableName);
const sdk = DynamoDBDocumentClient.from(openLocalClient(place.endpoint, place.region));
afterAll(async () => {
  sdk.destroy();
  client.close();
  await proxy.stop();
});

/** More than the client's number of tries. */
const MANY = 10;
/**
 * By this factor the time is shortened for which connections wait for an answer, where none comes. A busy machine must
 * still answer within the shortened time.
 */
const HURRY = 5;

function hurry(): void {
  shortenPauses();
  const { setTimeout: wait } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms = 0, ...more: []) =>
    wait(act, ms / HURRY, ...more)) as typeof setTimeout);
  const { setTimeout: stand } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, act) {
    return stand.call(this, ms / HURRY, act);
  });
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
const stored = async (Key: object) =>
  (await sdk.send(new GetCommand({ TableName, Key: { ...Key }, ConsistentRead: true }))).Item;
const operations = () => proxy.requests.map(({ operation }) => operation);
const faultOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (fault) => fault,
  );

describe('values', () => {
  /** Any but a half of a surrogate pair. The library's own letters of this kind take 0.7 s and 90 MB to be prepared. */
  const letter = fc
    .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((code) => String.fromCodePoint(code));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: letter }),
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
        .map((number) => (Math.abs(number) < 1e-100 ? 0 : number)),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));

  it('are stored and read as the SDK stores and reads them', async () => {
    const values = fc.sample(value, 200);
    const [ours, theirs] = [newKey(), newKey()];
    await client.send('PutItem', { TableName, Item: { ...ours, values, gone: undefined } });
    await sdk.send(new PutCommand({ TableName, Item: { ...theirs, values } }));
    expect(await stored(ours)).toEqual({ ...ours, values });
    expect(await db.get(theirs)).toEqual({ ...theirs, values });
    expect(await db.get(ours)).toEqual({ ...ours, values });
  });

  it('keep attributes with the names of members of objects and of inputs', async () => {
    const key = newKey();
    const odd = JSON.parse('{ "__proto__": { "a": 1 }, "Item": { "Key": ["Keys"] }, "Responses": { "S": null } }');
    await db.write([insert({ ...key, odd })]);
    expect(Object.keys((await db.get(key))?.['odd'] ?? {}).sort()).toEqual(['Item', 'Responses', '__proto__']);
    expect(JSON.stringify((await stored(key))?.['odd']?.Item)).toBe('{"Key":["Keys"]}');
  });

  it.each([
    [new Set([1]), 'Set'],
    [new Date(0), 'Date'],
    [Number.NaN, 'NaN'],
    [2 ** 53, '9007199254740992'],
    [1n, 'bigint'],
    [() => 1, 'function'],
  ])('of another kind are refused before anything is sent: %s', async (odd, name) => {
    await expect(client.send('PutItem', { TableName, Item: { ...newKey(), odd } })).rejects.toThrow(name);
    expect(proxy.requests).toEqual([]);
  });

  it('of another kind in the table are told as a defect, not as something else', async () => {
    const key = newKey();
    await sdk.send(new PutCommand({ TableName, Item: { ...key, odd: new Set(['a']) } }));
    await expect(db.get(key)).rejects.toThrow('SS');
  });
});

describe('a request', () => {
  it('is signed as AWS wants it, with the session of the role', async () => {
    vi.stubEnv('AWS_SESSION_TOKEN', 'session of the role');
    await db.get(newKey());
    const [request] = proxy.requests;
    expect(request).toMatchObject({ operation: 'BatchGetItem', isSigned: true });
    expect(request?.headers).toMatchObject({
      'x-amz-security-token': 'session of the role',
      'content-type': 'application/x-amz-json-1.0',
      authorization: expect.stringContaining('host;x-amz-content-sha256;x-amz-date;x-amz-security-token;x-amz-target'),
    });
  });

  it('is signed with other credentials where they are given', async () => {
    const credentials = async () => ({ accessKeyId: 'other', secretAccessKey: 'secret' });
    const other = openClient({ ...settings, credentials });
    await other.send('GetItem', { TableName, Key: newKey() });
    expect(proxy.requests[0]?.headers.authorization).toContain('Credential=other/');
    other.close();
  });

  it('is not sent without credentials', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
    await expect(db.get(newKey())).rejects.toThrow('no AWS credentials in the environment');
    expect(proxy.requests).toEqual([]);
  });

  it('is signed with the time of AWS once its answer has shown that the clock goes wrong', async () => {
    const time = Date.now() + 3_600_000;
    const date = { date: new Date(time).toUTCString() };
    const body = JSON.stringify({ __type: 'com.amazon.coral.service#InvalidSignatureException', message: 'too early' });
    proxy.troubles.push({ status: 400, body, headers: date }, { status: 200, body: '{}', headers: date });
    const late = openClient(settings);
    expect(await late.send('GetItem', { TableName, Key: newKey() })).toEqual({});
    const [first, second] = proxy.requests.map(({ headers }) => String(headers['x-amz-date']));
    const atHour = (ms: number) => new Date(ms).toISOString().slice(0, 13).replaceAll('-', '');
    expect([first?.slice(0, 11), second?.slice(0, 11)]).toEqual([atHour(Date.now()), atHour(time)]);
    // If the clock is right, such a refusal is final.
    proxy.refuse('InvalidSignatureException');
    proxy.troubles.unshift({ status: 200, body: '{}' });
    await late.send('GetItem', { TableName, Key: newKey() });
    expect(await faultOf(late.send('GetItem', { TableName, Key: newKey() }))).toMatchObject({
      name: 'InvalidSignatureException',
    });
    expect(proxy.requests).toHaveLength(4);
    late.close();
  });
});

describe('a call that fails', () => {
  beforeEach(shortenPauses);

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
    await db.write([insert(key)]);
    expect(await stored(key)).toEqual(key);
    expect(operations()).toEqual(Array(4).fill('TransactWriteItems'));
    for (let failures = 0; failures < MANY; failures++) proxy.refuse(name, '', status);
    expect(await faultOf(db.get(key))).toMatchObject({ reason: 'unavailable', cause: { name, status } });
    expect(operations()).toEqual([...Array(4).fill('TransactWriteItems'), ...Array(4).fill('BatchGetItem')]);
  });

  it.each([
    ['without a name', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['without a text', { status: 500, body: '' }],
  ])('%s is tried again, too', async (_, trouble) => {
    proxy.troubles.push(trouble);
    expect(await db.get(newKey())).toBeUndefined();
    expect(operations()).toEqual(['BatchGetItem', 'BatchGetItem']);
  });

  it.each(['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException'])(
    'with %s is a defect, and is not tried again',
    async (name) => {
      proxy.refuse(name, 'why');
      const fault = await faultOf(db.get(newKey()));
      expect(fault).toBeInstanceOf(TableFault);
      expect(fault).toMatchObject({ name, message: 'why', status: 400 });
      expect(proxy.requests).toHaveLength(1);
    },
  );

  it('with an answer that cannot be read tells nothing of it', async () => {
    proxy.troubles.push({ status: 200, body: '{"Item": {"hash": {"S": "secret' });
    const fault = await faultOf(client.send('GetItem', { TableName, Key: newKey() }));
    expect(fault).toMatchObject({ name: 'UnreadableAnswer', message: 'an answer of status 200' });
    expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain('secret');
  });

  it('with a condition that does not hold tells so, alone and in a transaction', async () => {
    const key = newKey();
    await db.write([insert(key)]);
    expect(await faultOf(db.write([insert(newKey()), insert(key, 'duplicate_uid')]))).toMatchObject({
      reason: 'duplicate_uid',
      cause: { name: 'TransactionCanceledException', reasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }] },
    });
    expect(await db.removeIf(key, 'sk', 'other')).toBe(false);
  });
});

describe('an answer that does not come', () => {
  beforeEach(hurry);

  const troubles = ['reset before', 'reset after', 'cut off', 'stuck', 'unheard'] as const;

  /** All of them at once, as most of it is waiting: each has a proxy of its own. */
  const each = (look: (db: Database, proxy: TableProxy, trouble: (typeof troubles)[number]) => Promise<void>) =>
    Promise.all(
      troubles.map(async (trouble) => {
        const proxy = await TableProxy.start(place.endpoint);
        const client = openClient({ ...settings, endpoint: proxy.endpoint });
        await look(new Database(client, TableName), proxy, trouble);
        client.close();
        await proxy.stop();
      }),
    );

  it('since the connection fails is waited for in vain once, and a write is done once', async () => {
    await each(async (db, proxy, trouble) => {
      const key = newKey();
      proxy.troubles.push(trouble);
      await db.write([insert(key)]);
      const tokens = new Set(proxy.requests.map(({ input }) => input.ClientRequestToken));
      expect([trouble, await stored(key), proxy.requests.length, tokens.size]).toEqual([trouble, key, 2, 1]);
    });
  });

  it('at all, the connection failing each time, leaves it open whether a write was done', async () => {
    await each(async (db, proxy, trouble) => {
      const key = newKey();
      for (let failures = 0; failures < MANY; failures++) proxy.troubles.push(trouble);
      const fault = await faultOf(db.write([insert(key)]));
      expect(fault).toBeInstanceOf(AppError);
      expect(fault).toMatchObject({ reason: 'unavailable', retryAfter: 1 });
      const isDone = ['reset after', 'cut off', 'stuck'].includes(trouble);
      expect([trouble, proxy.requests.length, await stored(key)]).toEqual([trouble, 4, isDone ? key : undefined]);
    });
  });

  it('from nobody is unavailable', async () => {
    const nobody = openClient({ ...settings, endpoint: 'http://127.0.0.1:9' });
    const fault = await faultOf(new Database(nobody, TableName).get(newKey()));
    expect(fault).toMatchObject({ reason: 'unavailable', cause: { code: 'ECONNREFUSED' } });
  });
});

it('one connection serves calls that follow each other', async () => {
  const own = openClient(settings);
  const before = proxy.connections;
  for (let calls = 0; calls < 5; calls++) await own.send('GetItem', { TableName, Key: newKey() });
  expect(proxy.connections - before).toBe(1);
  own.close();
});

it('layers stand around a call and its tries, the first one outermost', async () => {
  shortenPauses();
  const own = openClient(settings);
  const seen: string[] = [];
  for (const name of ['outer', 'inner']) {
    own.use(async (operation, input, next) => {
      seen.push(`${name} ${operation}`);
      const output = await next(input);
      seen.push(`${name} answered`);
      return output;
    });
  }
  proxy.refuse('ThrottlingException');
  await own.send('GetItem', { TableName, Key: newKey() });
  expect(seen).toEqual(['outer GetItem', 'inner GetItem', 'inner answered', 'outer answered']);
  expect(proxy.requests).toHaveLength(2);
  own.close();
});

describe('the addresses of the table and of the keys', () => {
  it.each([
    'cn-north-1',
    'cn-northwest-1',
    'us-east-1',
    'us-gov-west-1',
    'eu-central-2',
    'mx-central-1',
    'il-central-1',
  ])('in %s are those that the SDK finds', (Region) => {
    const { endpointProvider } = new DynamoDBClient({ region: Region }).config;
    const found = endpointProvider?.({ Region, UseFIPS: false, UseDualStack: false });
    expect(new URL(addressOf('dynamodb', Region))).toEqual(found?.url);
    const { endpointProvider: provideKeys } = new SSMClient({ region: Region }).config;
    const keys = provideKeys?.({ Region, UseFIPS: false, UseDualStack: false });
    expect(new URL(addressOf('ssm', Region))).toEqual(keys?.url);
  });

  it.each(['us-iso-east-1', 'eusc-de-east-1', 'local', ''])('is not guessed for %s', (region) => {
    expect(() => addressOf('dynamodb', region)).toThrow('not known');
  });
});
