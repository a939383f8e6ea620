import * as z from 'zod';
import type { Database } from '../../lib/table/database.ts';
import { insert, replace } from '../../lib/table/steps.ts';
import { tableVersionKey } from '../../tables/keys.ts';

/** The item that says to which version the table has been brought; a table without it is at version 0. */
export const TableVersion = z.object({ version: z.int().min(1) });
export type TableVersion = z.output<typeof TableVersion>;

/** The version to which the table has been brought. */
export async function readTableVersion(db: Database): Promise<number> {
  const item = await db.get(tableVersionKey);
  return item ? TableVersion.parse(item).version : 0;
}

/** Says that the table is at that version, unless somebody else has said so or more meanwhile. */
export async function raiseTableVersion(db: Database, version: number): Promise<void> {
  await db.retryLostRaces(async () => {
    const before = await readTableVersion(db);
    const item = { ...tableVersionKey, version };
    if (before < version) await db.write([before === 0 ? insert(item) : replace(item, before)]);
  });
}
