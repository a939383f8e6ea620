import { BatchGetCommand, BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { splitIntoBatches } from '../../../lib/table/batches.ts';
import { openClient, type TableClient } from '../../../lib/table/client.ts';
import type { Item } from '../../../lib/table/steps.ts';
import { printKey } from '../../../scripts/doctor/survey.ts';
import { cataloguePartition, type Key } from '../../../tables/keys.ts';
import { Examples } from '../../support/service/examples.ts';
import { LIGHT_COST, startService, type TestService } from '../../support/service/service.ts';
import type { Setup } from '../../support/service/setup.ts';
import type { Looseness } from '../../support/table/loose-table.ts';

/** Every item of a table, and its text, by the name of its key. */
export type Snapshot = ReadonlyMap<string, { readonly item: Item; readonly text: string }>;

/** No call changes the catalogue. */
const USED = { FilterExpression: 'pk <> :foods', ExpressionAttributeValues: { ':foods': cataloguePartition } };
const BATCH = 25;
const READ_BATCH = 100;
/** Is added to the versions of blocks with every scenario, so that no memory of another scenario is used. */
const VERSIONS_APART = 1_000_000;
/** Short times, since every request is made some thousand times. A restored table never shows older states. */
const LOOSE: Looseness = { seed: 1, inFlightMs: 1, spreadMs: 1, staleMs: 0 };

/** A service on a table that can be restored to any earlier state. */
export class RewindableService {
  readonly examples: Examples;
  /** Reads the table as the service does. */
  readonly client: TableClient;
  /** Reads the embedded table itself. */
  readonly #plain: TableClient;
  readonly #base: Snapshot;
  #resets = 0;

  private constructor(
    examples: Examples,
    clients: Pick<RewindableService, 'client'> & { plain: TableClient },
    base: Snapshot,
  ) {
    this.examples = examples;
    this.client = clients.client;
    this.#plain = clients.plain;
    this.#base = base;
  }

  /** Opens the service, on a table as loose as DynamoDB if wanted. */
  static async open(isLoose = false): Promise<RewindableService> {
    const service = await startService(LIGHT_COST, isLoose ? LOOSE : undefined);
    const { env } = service.deps;
    const client = openClient(env, (observed) => service.loose?.observe(observed));
    const plain = openClient(env);
    const examples = await Examples.build(service);
    return new RewindableService(examples, { client, plain }, await scan(plain, env.table));
  }

  get setup(): Setup {
    return this.examples.setup;
  }

  get service(): TestService {
    return this.examples.service;
  }

  async close(): Promise<void> {
    await this.service.stop();
  }

  look(): Promise<Snapshot> {
    return scan(this.#plain, this.service.deps.env.table);
  }

  /** The table as it is now, if since `before` only the items with these keys may have changed. */
  async lookAgain(before: Snapshot, keys: readonly Key[]): Promise<Snapshot> {
    const { table } = this.service.deps.env;
    const distinct = [...new Map(keys.map((key) => [printKey(key), key])).values()];
    const found: Item[] = [];
    for (const batch of splitIntoBatches(distinct, READ_BATCH)) {
      const request = { [table]: { Keys: batch.map((key) => ({ ...key })), ConsistentRead: true } };
      const { Responses, UnprocessedKeys = {} } = await this.#plain.send(
        new BatchGetCommand({ RequestItems: request }),
      );
      if (Object.keys(UnprocessedKeys).length > 0) throw new Error('the table is too busy to be looked at');
      found.push(...((Responses?.[table] ?? []) as Item[]));
    }
    const now = new Map(before);
    for (const key of distinct) now.delete(printKey(key));
    for (const [name, entry] of toSnapshot(found)) now.set(name, entry);
    return now;
  }

  /** Restores the table to its state before the first scenario. */
  async reset(): Promise<void> {
    this.#resets += 1;
    const items = [...this.#base.values()].map(({ item }) => withVersionsRaised(item, this.#resets * VERSIONS_APART));
    await this.restore(toSnapshot(items), await this.look());
  }

  /** Restores the table from the state `present` to the state `wanted`. */
  async restore(wanted: Snapshot, present: Snapshot): Promise<void> {
    const puts = [...wanted].filter(([name, { text }]) => present.get(name)?.text !== text);
    const removals = [...present].filter(([name]) => !wanted.has(name));
    const requests = [
      ...puts.map(([, { item }]) => ({ PutRequest: { Item: { ...item } } })),
      ...removals.map(([, { item }]) => ({ DeleteRequest: { Key: { pk: item.pk, sk: item.sk } } })),
    ];
    const { table } = this.service.deps.env;
    for (const batch of splitIntoBatches(requests, BATCH)) {
      const { UnprocessedItems = {} } = await this.#plain.send(
        new BatchWriteCommand({ RequestItems: { [table]: batch } }),
      );
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('the table is too busy to be put back');
    }
  }
}

async function scan(client: TableClient, table: string): Promise<Snapshot> {
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const start = from ? { ExclusiveStartKey: from } : {};
    const part = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true, ...USED, ...start }));
    // The table guarantees the form of keys.
    items.push(...((part.Items ?? []) as Item[]));
    from = part.LastEvaluatedKey;
  } while (from);
  return toSnapshot(items);
}

function toSnapshot(items: readonly Item[]): Snapshot {
  return new Map(items.map((item) => [printKey(item), { item, text: printItems(item) }]));
}

/** A value as text: equal values have the same text, whatever the order of their attributes. */
export function printItems(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function withVersionsRaised(item: Item, by: number): Item {
  const { blocks } = item;
  if (item.sk !== 'HEAD' || typeof blocks !== 'object' || blocks === null) return item;
  const raised = Object.entries(blocks).map(([block, [count, version, ...rest]]) => [
    block,
    [count, version + by, ...rest],
  ]);
  return { ...item, blocks: Object.fromEntries(raised) };
}
