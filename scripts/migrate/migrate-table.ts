import type { Database } from '../../lib/table/database.ts';
import type { Counts, Migration } from './migration.ts';
import { migrations } from './migrations.ts';
import { raiseTableVersion, readTableVersion } from './table-version.ts';
import { WriteRate } from './write-rate.ts';

/** A migration and what it has done, or would do. */
export interface MigrationOutcome {
  readonly migration: Migration;
  readonly counts: Counts;
}

/** What the outstanding migrations of the table would do now. */
export async function planMigrations(db: Database): Promise<MigrationOutcome[]> {
  const outcomes: MigrationOutcome[] = [];
  for (const migration of await listPending(db)) outcomes.push({ migration, counts: await migration.plan(db) });
  return outcomes;
}

/** Migrates a table to the newest version, one migration after the other. Repeating it finishes what was cut short. */
export async function migrateTable(db: Database, rate = new WriteRate()): Promise<MigrationOutcome[]> {
  const outcomes: MigrationOutcome[] = [];
  for (const migration of await listPending(db)) {
    outcomes.push({ migration, counts: await migration.apply(db, rate) });
    await raiseTableVersion(db, migration.version);
  }
  return outcomes;
}

/** About how many items these migrations write. */
export function countWrites(planned: readonly MigrationOutcome[]): number {
  const writes = planned.map(({ migration: { writesEach }, counts }) =>
    Object.values(counts).reduce((sum, count) => sum + count * writesEach, 0),
  );
  return writes.reduce((sum, count) => sum + count, 0);
}

async function listPending(db: Database): Promise<Migration[]> {
  const version = await readTableVersion(db);
  return migrations.filter((migration) => migration.version > version);
}
