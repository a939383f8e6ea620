import { readFile, writeFile } from 'node:fs/promises';
import { writeGenerated } from '../../scripts/generate/generated.ts';
import { COSTS_FILE, renderTables } from '../support/costs/cost-table.ts';

/** Writes what follows from declarations and their texts, and into tables/access-patterns.md what tests/statements say. */
export async function generate(): Promise<void> {
  await writeGenerated();
  await writeFile(COSTS_FILE, renderTables(await readFile(COSTS_FILE, 'utf8')));
}

if (import.meta.main) await generate();
