import { findUnit } from '../../lib/store/unit/unit.ts';
import type { Database } from '../../lib/table/database.ts';
import { Problem } from '../start/problem.ts';
import type { Counts } from './line.ts';
import { type OnMember, readUnit } from './read-unit.ts';
import { writeUnitFile } from './unit-file.ts';
import { words } from './words.ts';

/** What to export, and where. */
interface ExportPlan {
  readonly unit: number;
  /** The file, which must not exist yet. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly onMember?: OnMember;
}

/**
 * Writes a unit's data into a file.
 * @throws Problem where the unit does not exist, or only half of it.
 */
export async function exportUnit(db: Database, { unit, path, now, onMember }: ExportPlan): Promise<Counts> {
  const found = await findUnit(db, unit);
  if (!found) throw new Problem(words.noUnit(unit));
  if (found.importing !== undefined) throw new Problem(words.unfinished(unit));
  return writeUnitFile(path, readUnit(db, unit, new Date(now).toISOString(), onMember));
}
