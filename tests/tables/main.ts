import { readFile, writeFile } from 'node:fs/promises';
import { COSTS_FILE, renderCalls } from '../support/cost-table.ts';

// Writes into tables/access-patterns.md what tests/statements say of the calls.
await writeFile(COSTS_FILE, renderCalls(await readFile(COSTS_FILE, 'utf8')));
