import * as z from 'zod';
import type { Database } from '../../lib/table/database.ts';
import { insert, replace } from '../../lib/table/steps.ts';
import { tableVersionKey } from '../../tables/keys.ts';

/** The item with the version of the table. A table without it is at version 0. */
export const TableVersion = z.object({ version: z.int().min(1) });
export type TableVersion = z.output<typeof TableVersion>;

/** The version of the table. */
export async function readTableVersion(db: Database): Promise<number> {
  const item = await db.get(tableVersionKey);
  return item ? TableVersion.parse(item).version : 0;
}

/** Raises the version of the table, unless it is as high already. */
export async function raiseTableVersion(db: Database, version: number): Promise<void> {
  await db.retryLostRaces(async () => {
    const before = await readTableVersion(db);
    const item = { ...tableVersionKey, version };
    if (before < version) await db.write([before === 0 ? insert(item) : replace(item, before)]);
  });
}
