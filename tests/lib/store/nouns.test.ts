import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toId } from '../../../lib/domain/values/id.ts';
import { listUnitPartitions, platformCollections, unitCollections } from '../../../lib/store/nouns.ts';
import { listOperations, operationStep } from '../../../lib/store/operation.ts';
import { openClient } from '../../../lib/table/client.ts';
import { type Collection, collectionSteps, readHead } from '../../../lib/table/collection/collection.ts';
import { readPage } from '../../../lib/table/collection/page.ts';
import { Database } from '../../../lib/table/database.ts';
import { insertStep, type Step } from '../../../lib/table/steps.ts';
import { identifyKey } from '../../../tables/item-kinds.ts';
import {
  collectionPartition,
  headKey,
  memberKey,
  memberPrefix,
  platformPartitions,
  rowKey,
} from '../../../tables/keys.ts';
import { openTable } from '../../support/service/open.ts';

const UNIT = 12;
const every = [...platformCollections, ...unitCollections(UNIT)];

it('knows every collection of the platform that there are keys for', () => {
  expect(platformCollections.map(({ partition }) => partition).toSorted()).toEqual(platformPartitions.toSorted());
});

it('empties a unit in this order: its own partition, members before what is written along with them, the log', () => {
  const partitions = listUnitPartitions(UNIT);
  const collections = partitions.slice(1, -1);
  expect([partitions[0], partitions.at(-1)]).toEqual(['V#12', 'V#12#LOG']);
  expect(collections).toEqual(unitCollections(UNIT).map(({ partition }) => partition));
  expect(collections).toEqual(expect.arrayContaining(['V#12#DISH', 'V#12#MENU', 'V#12#RECORD', 'V#12#SCREEN']));
  expect(collections.indexOf('V#12#MENU')).toBeLessThan(collections.indexOf('V#12#RECORD'));
  expect(new Set(partitions).size).toBe(partitions.length);
});

it.each(every.map((one) => [one.kind, one] as const))('finds a %s where its row says', (kind, collection) => {
  const row = { number: 7, code: '012001x' };
  const key = collection.memberKey(row);
  const place = identifyKey(key);
  expect(place?.kind).toBe(kind);
  expect(key.sk.startsWith(collection.memberPrefix ?? key.sk)).toBe(true);
  expect(place?.partition === collection.partition).toBe(collection.memberPrefix !== undefined);
  expect(identifyKey(headKey(collection.partition))?.kind).toBe('head');
});

describe('a noun that no list of keys knows', async () => {
  const table = await openTable();
  const db = new Database(openClient(table), table.table);
  const Tray = z.object({ number: z.int(), name: z.string() });
  type Tray = z.output<typeof Tray>;
  const partition = collectionPartition(UNIT, 'TRAY');
  const trays: Collection<Tray, Tray> = {
    partition,
    Row: Tray,
    Member: Tray,
    kind: 'tray',
    memberPrefix: memberPrefix(partition),
    memberKey: ({ number }) => memberKey(partition, number),
    toRow: (tray) => tray,
    searchText: ({ name }) => name,
  };
  const draft = { time: 5, uid: 'u', operation: 'createTray', requestId: 'r', suffix: '1', given: {} };

  async function create(name: string): Promise<Step[]> {
    const head = await readHead(db, partition);
    const tray = { number: head.next, name };
    const steps = [
      insertStep({ ...memberKey(partition, tray.number), ...tray }),
      ...collectionSteps(trays, { add: [tray] }, head),
    ];
    await db.write([...steps, operationStep(UNIT, { ...draft, suffix: name }, steps)]);
    return steps;
  }
  const page = (pageNo: number, keyword?: string) =>
    readPage(
      db,
      trays,
      { pageNo, pageSize: 2 },
      {
        filter: keyword === undefined ? undefined : (_, text) => text.includes(keyword),
        toRow: (tray: Tray) => tray,
        readMembers: async (rows) =>
          (await db.getMany(rows.map(trays.memberKey))).map((item) => item && Tray.parse(item)),
      },
    );

  it('is numbered, paged, searched, named in the log of operations, and identified by its keys', async () => {
    const written: Step[] = [];
    for (const name of ['红', '蓝', '浅红']) written.push(...(await create(name)));
    const [red, blue, pale] = ['红', '蓝', '浅红'].map((name, index) => ({ number: index + 1, name }));
    const counts = { size: 2, totalElements: 3, totalPages: 2 };
    expect(await page(0)).toEqual({ content: [pale, blue], number: 0, ...counts });
    expect(await page(1)).toEqual({ content: [red], number: 1, ...counts });
    const found = { content: [pale, red], number: 0, size: 2, totalElements: 2, totalPages: 1 };
    expect(await page(0, '红')).toEqual(found);
    const { content } = await listOperations(db, UNIT, { from: undefined, size: 10 });
    expect(content.map(({ changed }) => changed).toSorted((a, b) => Number(a['tray']) - Number(b['tray']))).toEqual(
      [1, 2, 3].map((number) => ({ tray: [toId(UNIT, number)] })),
    );
    const place = { unit: UNIT, partition, text: '' };
    expect(identifyKey(memberKey(partition, 3))).toEqual({
      ...place,
      kind: 'tray',
      number: 3,
      loggedAs: ['tray', 'number'],
    });
    expect(identifyKey(headKey(partition))).toEqual({ ...place, kind: 'head', number: 0 });
    expect(identifyKey(rowKey(partition, 3))).toEqual({ ...place, kind: 'row', number: 3 });
    const kinds = new Set(written.map(({ key }) => identifyKey(key)?.kind));
    expect(kinds).toEqual(new Set(['tray', 'head', 'row']));
  });
});
