import { nameOf, type Target } from '../command/target.ts';
import type { MigrationOutcome } from './migrate-table.ts';
import { newestVersion } from './migrations.ts';

/** What was done, or would be, for people to read. */
export function toText(target: Target, before: number, outcomes: readonly MigrationOutcome[], isDry: boolean): string {
  const where = `Table ${nameOf(target)}`;
  const lines = outcomes.map((outcome) => `  ${toLine(outcome)}`);
  const purposes = outcomes.map(({ migration: { version, purpose } }) => `  ${version}: ${purpose}`);
  if (before > newestVersion) return `${where}: at version ${before}, which a later release has made\n`;
  if (outcomes.length === 0) return `${where}: up to date, at version ${before}\n`;
  return [
    `${where}: at version ${before} of ${newestVersion}`,
    ...purposes,
    isDry ? 'To be done:' : 'Done:',
    ...lines,
    isDry ? 'Nothing was written' : `Now at version ${newestVersion}`,
    '',
  ].join('\n');
}

/** Whether there was anything for a migration to do: in a new table there is not. */
export function hasDoneAnything({ counts }: MigrationOutcome): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** One migration and its counts: `1 pinyin: 3 blocks, 120 rows`. */
export function toLine({ migration: { version, name }, counts }: MigrationOutcome): string {
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return `${version} ${name}: ${parts.join(', ')}`;
}
