import { readFile, writeFile } from 'node:fs/promises';
import { COSTS_FILE, renderTables } from '../support/cost-table.ts';

// Writes into tables/access-patterns.md what tests/statements say.
await writeFile(COSTS_FILE, renderTables(await readFile(COSTS_FILE, 'utf8')));
