import * as z from 'zod';
import { beginTask, Task } from '../../lib/store/task.ts';
import { deletionTask } from '../../lib/store/unit-deletion.ts';
import type { Database } from '../../lib/table/database.ts';
import { type Item, remove } from '../../lib/table/steps.ts';
import { type Key, oldTaskPartitions } from '../../tables/keys.ts';
import type { Migration } from './migration.ts';
import type { WriteRate } from './write-rate.ts';

/** An old note as a task: the note of a deletion had only the unit, all others have the same form. */
export const OldTask = z.union([z.object({ unit: z.int() }).transform(({ unit }) => deletionTask(unit)), Task]);

/** Turns notes of deletions and undertakings into tasks, so that the sweep of this release finishes them. */
export const tasksOfOld: Migration = {
  version: 3,
  name: { en: 'tasks', zh: '任务' },
  purpose: {
    en: 'deletions and placements that were cut short become tasks, which the sweep of this release finishes',
    zh: '中断的删除和分发转为任务，由本版本的清理任务完成',
  },
  writesEach: 2,
  plan: async (db) => ({ tasks: (await listOld(db)).length }),
  apply: async (db, rate) => ({ tasks: await moveAll(db, rate) }),
};

async function listOld(db: Database): Promise<Item[]> {
  const found = await Promise.all(oldTaskPartitions.map((partition) => db.query(partition)));
  return found.flat();
}

async function moveAll(db: Database, rate: WriteRate): Promise<number> {
  const old = await listOld(db);
  for (const { pk, sk } of old) {
    await db.retryLostRaces(() => move(db, { pk, sk }));
    await rate.wrote(2);
  }
  return old.length;
}

/** Moves a note as it is at that moment: a sweep of the earlier release may still work on it, or have finished it. */
async function move(db: Database, key: Key): Promise<void> {
  const item = await db.get(key);
  if (!item) return;
  const { version } = z.object({ version: z.int().optional() }).parse(item);
  await db.write([remove(key, version), beginTask(OldTask.parse(item))]);
}
