import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformCollections, unitCollections } from '../../lib/store/nouns.ts';
import { continueTasks } from '../../lib/store/sweep.ts';
import { examine } from '../../scripts/doctor/examine.ts';
import { findSchema, readKinds } from '../../scripts/doctor/item-schemas.ts';
import { printKey } from '../../scripts/doctor/survey.ts';
import { fillWorld } from '../examples/full-world.ts';
import { isWriting, listExamples, sendRecorded, toRecordedPart } from '../examples/record-table.ts';
import { buildWorld, type World } from '../examples/world.ts';
import { Examples } from '../support/service/examples.ts';
import { openService } from '../support/service/open.ts';
import { loadEndpoints, TestService } from '../support/service/service.ts';
import { dumpTable } from '../support/service/table-dump.ts';
import { loadItems } from '../support/table/bulk.ts';
import { startTestTable } from '../support/table/emulator.ts';
import {
  describeKind,
  findLosses,
  findNewPaths,
  findUnwritten,
  type RecordedTable,
  readRecordedTables,
} from '../support/table/recorded-table.ts';

const tables = await readRecordedTables();

/** The world that a recorded table is of, on a service of the present code. */
async function openRecorded({ items, now, tokens }: RecordedTable): Promise<World> {
  const service = new TestService(await loadEndpoints(), await startTestTable());
  await loadItems(service.deps.env, items);
  service.stoppedAt = now;
  return { service, tokens: new Map(tokens) };
}

/** Money on a purchase list was of the exact kilograms, and is of those that are shown. Screens call levels as everything else does. */
const isMeant = (route: string, loss: string) =>
  (route === 'GET /api/menu/purchase' && /\.cost: [\d.]+ is now [\d.]+$/.test(loss)) ||
  (route === 'GET /screen/{token}/menu.json' && loss.endsWith('.name: "活动量小" is now "轻体力"'));

/** All collections that there are; those of a unit are the same for each. */
const collections = [...platformCollections, ...unitCollections(1)];

describe.each([...tables])('the table %s', (_, table) => {
  let world: World;
  let examples: Examples;
  beforeAll(async () => {
    world = await openRecorded(table);
    examples = Examples.from(world, table.items);
  });
  afterAll(() => world.service.stop());
  const findings = async () => {
    const { findings: found } = await examine(world.service.deps.env);
    return found.map(({ key, problem }) => `${printKey(key)}: ${problem}`);
  };
  /** The examples of endpoints that there were not yet when it was recorded. */
  const newExamples = () => {
    const known = new Set(table.calls.map(({ route }) => route));
    return listExamples(world.service).filter(({ route }) => !known.has(route));
  };

  it('is read item by item, and the doctor finds nothing wrong', async () => {
    expect(await findings()).toEqual([]);
  });

  it('lets each read endpoint and each screen answer what it answered when it was recorded', async () => {
    const lost: string[] = [];
    for (const call of table.calls.filter((one) => !isWriting(one))) {
      const answer = await sendRecorded(world, call);
      const { told } = toRecordedPart(call, answer, { service: world.service, items: table.items });
      const losses = findLosses({ status: call.status, told: call.told }, { status: answer.status, told });
      const unexpected = losses.filter((loss) => !isMeant(call.route, loss));
      lost.push(...unexpected.map((loss) => `${call.route} ${JSON.stringify(call.parameters)} ${loss}`));
    }
    expect(lost).toEqual([]);
  }, 300_000);

  it('lets later endpoints answer, although it lacks what their examples name', async () => {
    const failed: string[] = [];
    for (const call of newExamples()) {
      await examples.rewind();
      const { status, text } = await sendRecorded(world, call);
      if (status >= 500) failed.push(`${call.route}: ${text}`);
    }
    expect(failed).toEqual([]);
  });

  it('takes each write, and the doctor finds nothing wrong afterwards', async () => {
    const failed: string[] = [];
    for (const call of table.calls.filter(isWriting)) {
      await examples.rewind();
      const { status, text } = await sendRecorded(world, call);
      if (status !== 200) failed.push(`${call.route}: ${text}`);
      failed.push(...(await findings()).map((finding) => `${call.route} leaves ${finding}`));
    }
    expect(failed).toEqual([]);
  }, 300_000);

  it('has tasks that the sweep finishes', async () => {
    await examples.rewind();
    const { deps } = world.service;
    expect(await continueTasks(deps.db, () => false)).toEqual({ unfinishedCount: 0, failedCount: 0 });
    const { findings: found, unfinished } = await examine(deps.env);
    expect({ found, unfinished }).toEqual({ found: [], unfinished: [] });
  });
});

describe('the recorded tables together', () => {
  const items = [...tables.values()].flatMap((table) => table.items);
  const findItems = (kind: string) => items.filter((item) => describeKind(item) === kind);

  it('have every kind and attribute that is read: tests/examples/full-world.ts writes it, npm run generate records it', () => {
    const members = new Map(collections.map(({ kind, Member }) => [kind, Member]));
    const unwritten = [...new Set([...readKinds, ...members.keys()])].flatMap((kind) => {
      const schema = findSchema(kind) ?? members.get(kind);
      return findItems(kind).length === 0 || !schema ? [kind] : findUnwritten(schema, findItems(kind), kind);
    });
    const rows = collections.filter(({ externalRowKey }) => !externalRowKey);
    const lacking = rows.flatMap(({ partition, Row }) => {
      const name = `row of ${partition.split('#').at(-1)}`;
      return findUnwritten(Row, findItems(name), name);
    });
    expect([...unwritten, ...lacking]).toEqual([]);
  });

  it('have every kind and attribute that is written: npm run generate records them', async () => {
    const service = await openService();
    await fillWorld(await buildWorld(service));
    expect(findNewPaths(await dumpTable(service), tables)).toEqual([]);
  }, 300_000);
});
