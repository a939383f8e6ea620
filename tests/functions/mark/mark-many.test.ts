import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../lib/domain/ingredient/mark.ts';
import type { CodeChanges } from '../../../lib/store/ingredient/code-book.ts';
import { changeMarks } from '../../../lib/store/ingredient/mark.ts';
import { openClient, type TableClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import { codeBucketOf } from '../../../tables/keys.ts';
import { addSchool, failure, SUCCESS, withUnknown } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { costOf, withCapacity } from '../../support/table/store-cost.ts';

const service = await openService();
let serial = 0;

const newSchool = () => addSchool(service, `school${++serial}`);
const codeOf = (index: number) => String(index).padStart(6, '0');
/** Changes of `count` codes from `first` on. */
function changes(first: number, count: number, mark: Mark | undefined, name = codeOf): CodeChanges<Mark> {
  return new Map(Array.from({ length: count }, (_, index) => [name(first + index), mark]));
}
const change = (unit: number, wanted: CodeChanges<Mark>) => changeMarks(service.deps.db, unit, wanted);
const put = (token: string, nutrient: string, mark = '常用') =>
  service.call('PUT /api/ingredient/mark', { nutrient, mark }, { token });
const remove = (token: string, nutrient: string) =>
  service.call('DELETE /api/ingredient/mark', { nutrient }, { token });
const list = async (token: string): Promise<{ nutrient: string; mark: string }[]> =>
  (await service.call('GET /api/ingredient/mark', {}, { token })).json.body;

/** Runs an action with a client that adds up the write units of its calls. */
async function measureWriteUnits(action: (db: Database) => Promise<unknown>): Promise<number> {
  let units = 0;
  const meter = (client: TableClient) =>
    client.use(async (operation, input, next) => {
      const output = await next(withCapacity(input));
      units += costOf(operation, input, output).writeUnits;
      return output;
    });
  const client = openClient(service.deps.env, meter);
  await action(new Database(client, service.deps.env.table));
  client.close();
  return units;
}

describe('changeMarks', () => {
  it('tells how many it has set and removed, those not counted that were as wanted, and does all of it', async () => {
    const { id, token } = await newSchool();
    expect(await change(id, changes(0, 5, '常用'))).toEqual({ set: 5, removed: 0, unknown: [] });
    const mixed = new Map<string, Mark | undefined>([
      [codeOf(0), undefined],
      [codeOf(1), '忌用'],
      [codeOf(2), '常用'],
      ['absent', undefined],
    ]);
    expect(await change(id, mixed)).toEqual({ set: 1, removed: 1, unknown: [] });
    expect(await list(token)).toEqual([
      { nutrient: codeOf(1), mark: '忌用' },
      { nutrient: codeOf(2), mark: '常用' },
      { nutrient: codeOf(3), mark: '常用' },
      { nutrient: codeOf(4), mark: '常用' },
    ]);
  });

  it('writes nothing where all is as wanted', async () => {
    const { id } = await newSchool();
    await change(id, changes(0, 50, '常用'));
    const { calls } = await service.storeCalls.record(() => change(id, changes(0, 50, '常用')));
    expect(calls.map(({ command }) => command)).toEqual(['Query']);
    expect(await measureWriteUnits((db) => changeMarks(db, id, changes(0, 50, '常用')))).toBe(0);
  });

  it('is unit_not_found for a unit that is not there, and writes nothing', async () => {
    await expect(change(98_765, changes(0, 1, '常用'))).rejects.toMatchObject({ reason: 'unit_not_found' });
    expect((await dumpTable(service)).filter(({ pk }) => pk === 'V#98765')).toEqual([]);
  });

  it('keeps the changes of two callers at once', async () => {
    const { id, token } = await newSchool();
    await Promise.all([change(id, changes(0, 500, '常用')), change(id, changes(500, 500, '忌用'))]);
    const expected = Array.from({ length: 1000 }, (_, index) => ({
      nutrient: codeOf(index),
      mark: index < 500 ? '常用' : '忌用',
    }));
    expect(await list(token)).toEqual(expected);
  });
});

describe('the cost of marks', () => {
  it('is at most 400 write units for 10,000 at once, and 12 for one more beside them', async () => {
    const { id, token } = await newSchool();
    const units = await measureWriteUnits((db) => changeMarks(db, id, changes(0, 10_000, '常用')));
    // The codes alone are 60,000 bytes, at two write units per 1,024 bytes.
    expect(units).toBeGreaterThan(117);
    expect(units).toBeLessThanOrEqual(400);
    expect((await list(token)).length).toBe(10_000);
    const overwriting = await measureWriteUnits((db) => changeMarks(db, id, changes(0, 10_000, '忌用')));
    expect(overwriting).toBeLessThanOrEqual(400);
    const ofOneMore = await measureWriteUnits((db) => changeMarks(db, id, changes(10_000, 1, '常用')));
    expect(ofOneMore).toBeGreaterThan(0);
    expect(ofOneMore).toBeLessThanOrEqual(12);
  });

  it('is at most 10 read and 60 write units for one more beside 20,000 codes of 64 characters', async () => {
    const { id, token } = await newSchool();
    const long = (index: number) => codeOf(index).padStart(64, 'c');
    expect(await change(id, changes(0, 19_999, '常用', long))).toEqual({ set: 19_999, removed: 0, unknown: [] });
    const { bill, result } = await service.storeCalls.record(() => put(token, codeOf(20_000).padStart(64, 'c')));
    expect(result.json).toEqual(withUnknown(codeOf(20_000).padStart(64, 'c')));
    expect(bill.writeUnits).toBeLessThanOrEqual(60);
    // The caller's check takes 4 read units.
    expect(bill.readUnits).toBeLessThanOrEqual(4 + 10);
    expect((await put(token, 'one more')).json).toEqual(failure(409, 'quota_reached'));
    const listing = await service.storeCalls.record(() => list(token));
    expect(listing.result.length).toBe(20_000);
    expect(listing.bill.readUnits).toBeLessThanOrEqual(500);
  });
});

describe('a unit with 20,000 marks', () => {
  it('takes no more, by form or many at once, but changes and replaces those it has', async () => {
    const { id, token } = await newSchool();
    expect(await change(id, changes(0, 20_000, '常用'))).toEqual({ set: 20_000, removed: 0, unknown: [] });
    const refused = await put(token, 'one more');
    expect([refused.status, refused.json]).toEqual([409, failure(409, 'quota_reached')]);
    expect((await put(token, codeOf(7), '忌用')).json).toEqual(SUCCESS);
    const exchanged = new Map<string, Mark | undefined>([
      [codeOf(8), undefined],
      ['exchanged', '忌用'],
    ]);
    expect(await change(id, exchanged)).toEqual({ set: 1, removed: 1, unknown: [] });
    const listed = await list(token);
    expect(listed.length).toBe(20_000);
    expect(listed.filter(({ mark }) => mark === '忌用').map(({ nutrient }) => nutrient)).toEqual([
      codeOf(7),
      'exchanged',
    ]);
    expect((await remove(token, codeOf(9))).json).toEqual(SUCCESS);
    expect((await put(token, 'one more')).json).toEqual(withUnknown('one more'));
    expect((await put(token, 'and another')).json).toEqual(failure(409, 'quota_reached'));
  });

  it('sets no mark if all of them are too many', async () => {
    const { id, token } = await newSchool();
    await change(id, changes(0, 10_000, '常用'));
    await expect(change(id, changes(5000, 15_001, '忌用'))).rejects.toMatchObject({ reason: 'quota_reached' });
    const listed = await list(token);
    expect([listed.length, listed.filter(({ mark }) => mark === '忌用').length]).toEqual([10_000, 0]);
    await change(id, changes(5000, 15_000, '忌用'));
    expect((await list(token)).length).toBe(20_000);
  });
});

describe('codes too long to be stored in such numbers', () => {
  it('are quota_reached, and none is set: 20,000 of 64 Chinese characters, while 9,000 fit', async () => {
    const { id, token } = await newSchool();
    const chinese = (index: number) => codeOf(index).padStart(64, '菜');
    await expect(change(id, changes(0, 20_000, '常用', chinese))).rejects.toMatchObject({ reason: 'quota_reached' });
    expect(await list(token)).toEqual([]);
    expect(await change(id, changes(0, 9000, '常用', chinese))).toEqual({ set: 9000, removed: 0, unknown: [] });
    expect((await list(token)).length).toBe(9000);
  });

  it('are too_many_marks where chance puts all of them into one bucket, of which marks can still be removed', async () => {
    const { id, token } = await newSchool();
    const names = Array.from({ length: 90_000 }, (_, index) => codeOf(index).padStart(64, 'c'));
    const crowd = names.filter((name) => codeBucketOf(name) === 0).slice(0, 1100);
    const crowded = (count: number) => changes(0, count, '忌用', (index) => crowd[index] ?? '');
    await expect(change(id, crowded(1100))).rejects.toMatchObject({ reason: 'too_many_marks' });
    // 64 × 1024 bytes hold 1,008 codes of 64 bytes and one more each.
    expect(await change(id, crowded(1008))).toEqual({ set: 1008, removed: 0, unknown: [] });
    expect((await put(token, crowd[1008] ?? '')).json).toEqual(failure(400, 'too_many_marks'));
    expect((await remove(token, crowd[0] ?? '')).json).toEqual(SUCCESS);
    expect((await put(token, crowd[1008] ?? '')).json).toEqual(withUnknown(crowd[1008] ?? ''));
  });
});
