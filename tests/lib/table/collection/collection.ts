import * as z from 'zod';
import { openClient, type TableClient, type TableSettings } from '../../../../lib/table/client.ts';
import { type Collection, collectionSteps, makeHead, readHead } from '../../../../lib/table/collection/collection.ts';
import { Database } from '../../../../lib/table/database.ts';
import { insertStep, putStep, removeStep } from '../../../../lib/table/steps.ts';
import { headKey, type Key, rowKey } from '../../../../tables/keys.ts';
import { loadItems } from '../../../support/table/bulk.ts';
import type { TestTable } from '../../../support/table/emulator.ts';
import { addLayer } from '../../../support/table/layer.ts';
import { settledBlocks } from '../../../support/table/settle.ts';

const Row = z.object({ number: z.int(), word: z.string() });
export type Row = z.output<typeof Row>;

/** The queries that the client has sent, for tests that count them. */
export interface Watched {
  readonly db: Database;
  readonly client: TableClient;
  readonly table: string;
  readonly place: TableSettings;
  /** The blocks of the queries since the last call of this function. */
  takeQueries(): string[];
}

/** Opens a table that records the queries sent to it. */
export function openWatched(table: TestTable, name = table.table): Watched {
  let queries: string[] = [];
  const observe = (client: TableClient) => {
    addLayer(client, (operation, input, next) => {
      if (operation === 'Query') queries.push(JSON.stringify(input));
      return next(input);
    });
    table.loose?.observe(client);
  };
  const place = { endpoint: table.endpoint, region: table.region, table: name };
  const client = openClient(place, observe);
  const takeQueries = () => {
    const taken = queries;
    queries = [];
    return taken.map((query) => /ROW#\d{6}/.exec(query)?.[0] ?? query);
  };
  return { db: new Database(client, name), client, table: name, place, takeQueries };
}

let partitions = 0;
/** A new, empty collection. */
export const newCollection = (): Collection<Row, Row> => ({
  partition: `TEST#${++partitions}`,
  Row,
  Member: Row,
  kind: 'dish',
  memberKey(row) {
    return memberKey(this, row.number);
  },
  toRow: (row) => row,
  searchText: ({ word }) => word,
});
const memberKey = ({ partition }: Collection<Row, Row>, number: number): Key => ({
  pk: `${partition}#M`,
  sk: String(number),
});

/** Adds a member with its row, as the store does. */
export const add = (db: Database, collection: Collection<Row, Row>, word: string) =>
  db.retryLostRaces(async () => {
    const head = await readHead(db, collection.partition);
    const row = { number: head.next, word };
    await db.write([
      ...collectionSteps(collection, { add: [row] }, head),
      insertStep({ ...memberKey(collection, row.number), ...row }),
    ]);
    return row;
  });
/** The row of a member. A row without a member is read from the table. */
const rowNow = async (db: Database, collection: Collection<Row, Row>, number: number) => {
  const [member, row] = await db.getMany([memberKey(collection, number), rowKey(collection.partition, number)]);
  return Row.parse(member ?? row);
};
/** Changes a member and its row. */
export const change = async (db: Database, collection: Collection<Row, Row>, after: Row) => {
  const before = await rowNow(db, collection, after.number);
  const steps = collectionSteps(collection, { change: [{ before, after }] });
  await db.write([...steps, putStep({ ...memberKey(collection, after.number), ...after })]);
};
/** Deletes a member and its row. */
export const drop = async (db: Database, collection: Collection<Row, Row>, number: number) => {
  const steps = collectionSteps(collection, { remove: [await rowNow(db, collection, number)] });
  await db.write([...steps, removeStep(memberKey(collection, number))]);
};

/** Reads members as the store does: `undefined` where one is gone. */
export const readMembers = (db: Database, collection: Collection<Row, Row>) => async (rows: readonly Row[]) => {
  const items = await db.getMany(rows.map((row) => memberKey(collection, row.number)));
  return items.map((item) => item && Row.parse(item));
};
/** The members of these tests are their rows. */
export const toRow = (row: Row) => row;

/** The rows themselves, for tests that are not about members. */
export const asMembers = async (rows: readonly Row[]) => [...rows];

/** The page that a plain array has. `model` has the newest first. */
export function pageOfModel(model: readonly Row[], pageNo: number, pageSize: number) {
  return {
    content: model.slice(pageNo * pageSize, (pageNo + 1) * pageSize),
    number: pageNo,
    size: pageSize,
    totalElements: model.length,
    totalPages: Math.ceil(model.length / pageSize),
  };
}

/**
 * Writes the head and rows of a collection with these numbers, as if `next - 1` members had been added a minute ago and
 * the others removed.
 */
export async function seed(watched: Watched, collection: Collection<Row, Row>, rows: readonly Row[], next: number) {
  const { blocks } = makeHead(rows.toSorted((a, b) => a.number - b.number));
  await loadItems(watched.place, [
    { ...headKey(collection.partition), next, total: rows.length, blocks: settledBlocks(blocks) },
    ...rows.map((row) => ({ ...rowKey(collection.partition, row.number), ...row })),
  ]);
}

/** The word of a seeded member. */
export const makeWord = (number: number) => `${['甲', '乙', '丙', '丁'][number % 4]}-${number}`;
