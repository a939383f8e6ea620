import { afterAll, describe, expect, it, vi } from 'vitest';
import { openClient as openPlain, type TableClient } from '../../lib/table/client.ts';
import { isCancellation, isConflict } from '../../lib/table/faults.ts';
import { startTestTable } from '../support/table/emulator.ts';
import { type Looseness, LooseTable } from '../support/table/loose-table.ts';

const place = await startTestTable();
const { table } = place;
const opened: { close(): void }[] = [];
afterAll(async () => {
  for (const client of opened) client.close();
  await place.stop();
});

let partitions = 0;
/** Returns keys that no other test uses. */
function newPartition() {
  const pk = `LOOSE#${++partitions}`;
  return { pk, key: (sk: string) => ({ pk, sk }), item: (sk: string, word: string) => ({ pk, sk, word }) };
}

/** Opens a client for a layer. */
function openClient(loose?: LooseTable): TableClient {
  const client = openPlain(place, (observed) => loose?.observe(observed));
  opened.push(client);
  return client;
}

/** Two functions on one loose table. */
function openTwo(how: Partial<Looseness> = {}) {
  const loose = new LooseTable(place, { seed: 1, ...how });
  opened.push(loose);
  return { loose, writer: openClient(loose), reader: openClient(loose) };
}

type Item = Readonly<Record<string, unknown>>;
const put = (Item: Item) => ({ Put: { TableName: table, Item } });
const check = (Key: Item) => ({
  ConditionCheck: { TableName: table, Key, ConditionExpression: 'attribute_not_exists(nothing)' },
});
const transact = (client: TableClient, TransactItems: object[]) =>
  client.send('TransactWriteItems', { TransactItems: TransactItems as ReturnType<typeof put>[] });
const query = async (client: TableClient, pk: string, more: object = {}) => {
  const { Items = [] } = await client.send('Query', {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ...more,
  });
  return Items.map(({ sk, word }) => `${sk}=${word}`);
};
const batch = async (client: TableClient, Keys: Item[], ConsistentRead = true) => {
  const { Responses = {} } = await client.send('BatchGetItem', { RequestItems: { [table]: { Keys, ConsistentRead } } });
  return (Responses[table] ?? []).map(({ sk, word }) => `${sk}=${word}`).sort();
};
/**
 * The fault of a failed call.
 * @throws Error where it did not fail.
 */
const faultOf = async (call: Promise<unknown>): Promise<unknown> => {
  const [{ status, ...result }] = await Promise.allSettled([call]);
  if (status === 'fulfilled') throw new Error('it was carried out');
  return 'reason' in result ? result.reason : undefined;
};
const codesOf = (fault: unknown) => (isCancellation(fault) ? fault.reasons.map(({ Code }) => Code) : fault);

const NONE = 'None';
const CONFLICT = 'TransactionConflict';

describe.concurrent('of a transaction in flight', () => {
  const longFlight = { inFlightMs: 400, apartMs: 0 };

  it('an item refuses another transaction at the place of its action, from whatever client', async () => {
    const { writer, reader, loose } = openTwo(longFlight);
    const { item, key } = newPartition();
    const first = transact(writer, [put(item('a', '1')), check(key('b'))]);
    const write = await faultOf(transact(reader, [put(item('c', '2')), put(item('a', '2'))]));
    const demand = await faultOf(transact(writer, [check(key('a')), put(item('d', '2'))]));
    const checked = await faultOf(transact(writer, [put(item('d', '2')), put(item('b', '2'))]));
    const read = await faultOf(
      reader.send('TransactGetItems', { TransactItems: [{ Get: { TableName: table, Key: key('a') } }] }),
    );
    await first;
    expect([write, demand, checked, read].map(codesOf)).toEqual([
      [NONE, CONFLICT],
      [CONFLICT, NONE],
      [NONE, CONFLICT],
      [CONFLICT],
    ]);
    expect(await batch(reader, ['a', 'b', 'c', 'd'].map(key))).toEqual(['a=1']);
    expect(loose.done).toMatchObject({ conflicts: 4, transactions: 1 });
  });

  it('an item refuses single writes, and leaves those of a batch for another try', async () => {
    const { writer, reader } = openTwo(longFlight);
    const { item, key } = newPartition();
    const first = transact(writer, [put(item('a', '1'))]);
    const change = { UpdateExpression: 'SET word = :w', ExpressionAttributeValues: { ':w': '2' } };
    const single = [
      () => reader.send('PutItem', { TableName: table, Item: item('a', '2') }),
      () => reader.send('DeleteItem', { TableName: table, Key: key('a') }),
      () => reader.send('UpdateItem', { TableName: table, Key: key('a'), ...change }),
    ];
    for (const send of single) expect(isConflict(await faultOf(send()))).toBe(true);
    const requests = ['a', 'b'].map((sk) => ({ PutRequest: { Item: item(sk, '3') } }));
    const { UnprocessedItems } = await reader.send('BatchWriteItem', { RequestItems: { [table]: requests } });
    expect(UnprocessedItems).toEqual({ [table]: [requests[0]] });
    await first;
    expect(await batch(reader, ['a', 'b'].map(key))).toEqual(['a=1', 'b=3']);
  });

  it('other items are free, and so is each of these once it is visible', async () => {
    const { writer, reader } = openTwo({ inFlightMs: 20, apartMs: 20 });
    const { item, key } = newPartition();
    const first = transact(writer, [put(item('a', '1'))]);
    await Promise.all([transact(reader, [put(item('b', '2'))]), first]);
    await transact(reader, [put(item('a', '2')), put(item('b', '3'))]);
    expect(await batch(reader, ['a', 'b'].map(key))).toEqual(['a=2', 'b=3']);
  });

  it('a failed condition keeps its own code, and lets its items go', async () => {
    const { writer } = openTwo({ inFlightMs: 5 });
    const { item, key } = newPartition();
    await transact(writer, [put(item('a', '1'))]);
    const demanding = {
      Put: {
        ...put(item('a', '2')).Put,
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
    const fault = await faultOf(transact(writer, [put(item('b', '2')), demanding]));
    expect(codesOf(fault)).toEqual([NONE, 'ConditionalCheckFailed']);
    await transact(writer, [put(item('a', '3'))]);
    expect(await batch(writer, ['a', 'b'].map(key))).toEqual(['a=3']);
  });
});

describe.concurrent('what a transaction has changed', () => {
  /** Looks again and again during a write. Returns the different sights in the order of the looks. */
  async function watch(write: Promise<unknown>, look: () => Promise<string[]>): Promise<string[]> {
    let isOver = false;
    const over = write.finally(() => {
      isOver = true;
    });
    const seen = new Set<string>();
    while (!isOver) seen.add((await look()).join(' '));
    await over;
    return [...seen];
  }

  const changes = (names: string[], { pk, key, item }: ReturnType<typeof newPartition>) => ({
    before: names.slice(0, 4).map((sk) => put(item(sk, 'old'))),
    change: names.map((sk, index) =>
      index < 2 ? { Delete: { TableName: table, Key: key(sk) } } : put(item(sk, 'new')),
    ),
    pk,
  });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const before = 'a=old b=old c=old d=old';
  const after = 'c=new d=new e=new f=new';

  for (const [name, look] of [
    ['a query', (client: TableClient, pk: string) => query(client, pk)],
    [
      'a batch',
      (client: TableClient, pk: string) =>
        batch(
          client,
          names.map((sk) => ({ pk, sk })),
        ),
    ],
  ] as const) {
    it(`is seen by ${name} item by item: changed, new or gone`, async () => {
      const { writer, reader, loose } = openTwo({ inFlightMs: 5, apartMs: 400 });
      const partition = newPartition();
      const plan = changes(names, partition);
      await transact(writer, plan.before);
      const seen = await watch(transact(writer, plan.change), () => look(reader, partition.pk));
      expect(seen[0]).toBe(before);
      const torn = seen.filter((sight) => sight !== before && sight !== after);
      expect(torn.length).toBeGreaterThan(2);
      expect(torn.some((sight) => sight.includes('old') && sight.includes('new'))).toBe(true);
      expect((await look(reader, partition.pk)).join(' ')).toBe(after);
      expect(loose.done.oldImages).toBeGreaterThan(3);
    });
  }

  it('is seen once the writer has been answered, by whatever call', async () => {
    const { writer, reader } = openTwo({ inFlightMs: 3, apartMs: 10 });
    const partition = newPartition();
    for (let round = 0; round < 10; round++) {
      await transact(
        writer,
        names.map((sk) => put(partition.item(sk, String(round)))),
      );
      const all = names.map((sk) => `${sk}=${round}`);
      expect(await query(reader, partition.pk)).toEqual(all);
      expect(await batch(reader, names.map(partition.key))).toEqual(all);
      const { Item } = await reader.send('GetItem', {
        TableName: table,
        Key: partition.key('d'),
        ConsistentRead: true,
      });
      expect(Item).toEqual(partition.item('d', String(round)));
    }
  });

  it('is seen by a single read when the item itself is, and never old again', async () => {
    const { writer, reader } = openTwo({ inFlightMs: 5, apartMs: 60 });
    const { key, item } = newPartition();
    await transact(writer, [put(item('a', 'old'))]);
    const write = transact(writer, [put(item('a', 'new')), put(item('b', 'new')), put(item('c', 'new'))]);
    const look = async () => {
      const { Item } = await reader.send('GetItem', { TableName: table, Key: key('a'), ConsistentRead: true });
      return [String(Item?.['word'])];
    };
    expect(await watch(write, look)).toEqual(['old', 'new']);
  });

  it('comes into the page of a query in its place, within its limit and range, from either end', async () => {
    const { writer, reader } = openTwo({ inFlightMs: 0, apartMs: 300 });
    const { pk, item, key } = newPartition();
    await transact(
      writer,
      ['a', 'b', 'c', 'd'].map((sk) => put(item(sk, 'old'))),
    );
    const gone = ['b', 'c'].map((sk) => ({ Delete: { TableName: table, Key: key(sk) } }));
    const write = transact(writer, [...gone, put(item('bb', 'new'))]);
    const names = { ':first': 'a', ':last': 'c' };
    const range = {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ...names },
    };
    const sights = await Promise.all([
      query(reader, pk, { Limit: 3 }),
      query(reader, pk, { Limit: 2, ScanIndexForward: false }),
      query(reader, pk, range),
      query(reader, pk, { Limit: 2, ExclusiveStartKey: key('b') }),
    ]);
    expect(sights).toEqual([
      ['a=old', 'b=old', 'c=old'],
      ['d=old', 'c=old'],
      ['a=old', 'b=old', 'c=old'],
      ['c=old', 'd=old'],
    ]);
    await write;
    expect(await query(reader, pk)).toEqual(['a=old', 'bb=new', 'd=old']);
  });

  it('is not to be seen in a scan before its time either', async () => {
    const { writer, reader } = openTwo({ inFlightMs: 0, apartMs: 300 });
    const { pk, item, key } = newPartition();
    await transact(writer, [put(item('a', 'old'))]);
    const write = transact(writer, [{ Delete: { TableName: table, Key: key('a') } }, put(item('b', 'new'))]);
    const scan = async () => {
      const { Items = [] } = await reader.send('Scan', { TableName: table, ConsistentRead: true });
      return Items.filter((one) => one['pk'] === pk).map(({ sk, word }) => `${sk}=${word}`);
    };
    expect(await scan()).toEqual(['a=old']);
    await write;
    expect(await scan()).toEqual(['b=new']);
  });

  it('may be still older for an inconsistent read, for a while, whoever wrote it', async () => {
    const { writer, reader, loose } = openTwo({ inFlightMs: 0, apartMs: 0, staleMs: 200 });
    const { key, item } = newPartition();
    await transact(writer, [put(item('a', 'old'))]);
    await writer.send('PutItem', { TableName: table, Item: item('b', 'old') });
    await transact(writer, [put(item('a', 'new'))]);
    await writer.send('PutItem', { TableName: table, Item: item('b', 'new') });
    const both = ['a', 'b'].map(key);
    const seen = new Set<string>();
    for (let look = 0; look < 30; look++) for (const one of await batch(reader, both, false)) seen.add(one);
    expect([...seen].sort()).toEqual(['a=new', 'a=old', 'b=new', 'b=old']);
    expect(await batch(reader, both)).toEqual(['a=new', 'b=new']);
    await vi.waitFor(() => expect(loose.remembered).toBe(0));
    for (let look = 0; look < 10; look++) expect(await batch(reader, both, false)).toEqual(['a=new', 'b=new']);
  });
});

describe.concurrent('the layer', () => {
  it('forgets what is over', async () => {
    const { writer, loose } = openTwo({ inFlightMs: 0, apartMs: 0, staleMs: 5 });
    const { item } = newPartition();
    for (let round = 0; round < 50; round++) {
      await transact(writer, [put(item(`${round}`, 'x')), put(item(`x${round}`, 'x'))]);
      await writer.send('PutItem', { TableName: table, Item: item(`y${round}`, 'x') });
    }
    await vi.waitFor(() => expect(loose.remembered).toBe(0));
  });

  it('takes the time of a call for every call', async () => {
    const { writer } = openTwo({ callMs: 30, inFlightMs: 0, apartMs: 0 });
    const { item, pk } = newPartition();
    const before = performance.now();
    await transact(writer, [put(item('a', '1'))]);
    await query(writer, pk);
    expect(performance.now() - before).toBeGreaterThanOrEqual(58);
  });

  it('refuses a query that it would read wrongly', async () => {
    const { writer } = openTwo();
    const { pk } = newPartition();
    await expect(query(writer, pk, { KeyConditionExpression: 'pk = :pk AND sk > :pk' })).rejects.toThrow('condition');
    await expect(query(writer, pk, { FilterExpression: 'word = :pk' })).rejects.toThrow('filters');
  });

  it('leaves the plain table as it is: transactions there never conflict', async () => {
    const { item } = newPartition();
    const plain = openClient();
    await Promise.all(Array.from({ length: 5 }, (_, index) => transact(plain, [put(item('a', String(index)))])));
  });
});
