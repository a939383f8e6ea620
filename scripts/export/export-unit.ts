import { findUnit } from '../../lib/store/unit.ts';
import type { Database } from '../../lib/table/database.ts';
import { Problem } from '../start/problem.ts';
import { type OnMember, readUnit } from './read-unit.ts';
import type { Counts } from './record.ts';
import { writeUnitFile } from './unit-file.ts';
import { words } from './words.ts';

/** What is to be exported, and how. */
interface ExportPlan {
  readonly unit: number;
  /** The file, which is not there yet. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly onMember?: OnMember;
}

/** Writes a unit's data into a file. @throws Problem where there is no such unit, or only half of one. */
export async function exportUnit(db: Database, { unit, path, now, onMember }: ExportPlan): Promise<Counts> {
  const found = await findUnit(db, unit);
  if (!found) throw new Problem(words.noUnit(unit));
  if (found.importing !== undefined) throw new Problem(words.unfinished(unit));
  return writeUnitFile(path, readUnit(db, unit, new Date(now).toISOString(), onMember));
}
