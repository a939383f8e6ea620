import { setTimeout as sleep } from 'node:timers/promises';
import { openClient, type StoreSettings, type TableClient } from '../../lib/table/client.ts';
import { Database } from '../../lib/table/database.ts';
import { isCancellation } from '../../lib/table/faults.ts';
import type { Item } from '../../lib/table/steps.ts';
import { TableFault } from '../../lib/table/table-fault.ts';
import type { Key } from '../../tables/keys.ts';

/** How many segments of a table are read in parallel. */
const SEGMENTS = 4;
/** The most items that one transaction reads. */
const MOST_AT_ONCE = 100;
const TRIES = 8;
const WAIT_MS = 50;

/** A table that the doctor reads: as a whole, or some items as of one moment. */
export class OpenTable {
  readonly db: Database;
  readonly #client: TableClient;
  readonly #table: string;

  constructor(settings: StoreSettings) {
    this.#client = openClient(settings);
    this.#table = settings.table;
    this.db = new Database(this.#client, settings.table);
  }

  /** Reads every item, or every item with that sort key, each as of its own moment. */
  async readAll(take: (item: Item) => void, sk?: string): Promise<void> {
    const segments = Array.from({ length: SEGMENTS }, (_, segment) => this.#readSegment(segment, take, sk));
    await Promise.all(segments);
  }

  /** The existing ones of the first 100 items, all as of one moment. */
  async getAtOnce(keys: readonly Key[]): Promise<Item[]> {
    const distinct = new Map(keys.map((key) => [JSON.stringify([key.pk, key.sk]), key]));
    const some = [...distinct.values()].slice(0, MOST_AT_ONCE);
    if (some.length === 0) return [];
    const gets = some.map(({ pk, sk }) => ({ Get: { TableName: this.#table, Key: { pk, sk } } }));
    for (let tries = 1; ; tries++) {
      try {
        const { Responses = [] } = await this.#client.send('TransactGetItems', { TransactItems: gets });
        return Responses.flatMap(({ Item }) => (Item ? [Item as Item] : []));
      } catch (error) {
        // Somebody is writing one of them just now.
        if (!isCancellation(error) || tries === TRIES) throw error;
        await sleep(WAIT_MS * tries);
      }
    }
  }

  /** About how many items the table has: AWS counts them every six hours. Undefined where the account may not ask. */
  async countItems(): Promise<number | undefined> {
    try {
      const { Table } = await this.#client.send('DescribeTable', { TableName: this.#table });
      return Table?.ItemCount;
    } catch (error) {
      // Only reading the table matters.
      if (error instanceof TableFault) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#client.close();
  }

  async #readSegment(Segment: number, take: (item: Item) => void, sk: string | undefined): Promise<void> {
    const filter = sk === undefined ? {} : { FilterExpression: 'sk = :sk', ExpressionAttributeValues: { ':sk': sk } };
    const whole = { TableName: this.#table, ConsistentRead: true, TotalSegments: SEGMENTS, Segment, ...filter };
    let from: Record<string, unknown> | undefined;
    do {
      const page = await this.#client.send('Scan', { ...whole, ...(from ? { ExclusiveStartKey: from } : {}) });
      for (const item of page.Items ?? []) take(item as Item);
      from = page.LastEvaluatedKey;
    } while (from);
  }
}
