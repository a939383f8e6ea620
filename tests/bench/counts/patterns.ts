import { readdir, readFile, writeFile } from 'node:fs/promises';
import { measureCall, measurePattern } from '../../support/costs/cost-measures.ts';
import {
  type Figures,
  findWrong,
  listCallCosts,
  listPatternCosts,
  restateCosts,
} from '../../support/costs/cost-table.ts';
import { startService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';
import { Reference } from '../../support/statements/reference.ts';
import { STATEMENTS } from '../../support/statements/statements.ts';

/** The figures that must be exact. Round trips have bounds of their own. */
const CAPACITY = ['readUnits', 'writeUnits'] as const;

/** A wrong figure of tests/statements. */
export interface WrongCost {
  readonly name: string;
  readonly wrong: readonly string[];
}

/**
 * Measures what every function of the store and every call costs, and returns the wrong figures. If asked to, it writes
 * the measured ones.
 */
export async function measurePatterns(publish: boolean): Promise<WrongCost[]> {
  const patterns = await measureRows(listPatternCosts(), (row) => row.name, measureInReference, [
    'roundTrips',
    ...CAPACITY,
  ]);
  const calls = await measureRows(listCallCosts(), (row) => row.route, measureOnSetup, CAPACITY);
  if (publish) {
    await restate(new Map([...patterns.measured, ...calls.measured]));
  }
  return [...patterns.wrong, ...calls.wrong];
}

/**
 * Writes the measured costs into the statements. `npm run generate` then writes them into tables/access-patterns.md.
 */
async function restate(measured: ReadonlyMap<string, Figures>): Promise<void> {
  for (const file of await readdir(STATEMENTS)) {
    const path = new URL(file, STATEMENTS);
    await writeFile(path, restateCosts(await readFile(path, 'utf8'), measured));
  }
}

/** Measures in the order of the rows, as the tests do: what one leaves behind is part of what the next one finds. */
async function measureRows<Row extends Figures>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  measure: (names: readonly string[]) => Promise<Figures[]>,
  parts: readonly (keyof Figures)[],
): Promise<{ measured: Map<string, Figures>; wrong: WrongCost[] }> {
  const figures = await measure(rows.map(nameOf));
  const measured = new Map<string, Figures>();
  const wrong: WrongCost[] = [];
  for (const [index, row] of rows.entries()) {
    const taken = figures[index];
    if (!taken) continue;
    measured.set(nameOf(row), taken);
    const complaints = findWrong(row, taken, parts);
    if (complaints.length > 0) wrong.push({ name: nameOf(row), wrong: complaints });
  }
  return { measured, wrong };
}

async function measureInReference(names: readonly string[]): Promise<Figures[]> {
  const reference = await Reference.build();
  try {
    const figures: Figures[] = [];
    for (const name of names) figures.push(await measurePattern(reference, name));
    return figures;
  } finally {
    await reference.service.stop();
  }
}

async function measureOnSetup(routes: readonly string[]): Promise<Figures[]> {
  const service = await startService();
  try {
    const setup = await Setup.set(service);
    const figures: Figures[] = [];
    for (const route of routes) figures.push(await measureCall(setup, route));
    return figures;
  } finally {
    await service.stop();
  }
}
