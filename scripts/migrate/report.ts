import { inLanguage } from '../command/language.ts';
import { nameOf, type Target } from '../command/target.ts';
import type { MigrationOutcome } from './migrate-table.ts';
import { newestVersion } from './migrations.ts';
import { counted, words } from './words.ts';

/** What was done, or would be done, for people to read. */
export function toText(target: Target, before: number, outcomes: readonly MigrationOutcome[], isDry: boolean): string {
  const table = nameOf(target);
  const lines = outcomes.map((outcome) => `  ${toLine(outcome)}`);
  const purposes = outcomes.map(({ migration: { version, purpose } }) => `  ${version}: ${inLanguage(purpose)}`);
  if (before > newestVersion) return `${inLanguage(words.later(table, before))}\n`;
  if (outcomes.length === 0) return `${inLanguage(words.upToDate(table, before))}\n`;
  return [
    inLanguage(words.behind(table, before, newestVersion)),
    ...purposes,
    inLanguage(isDry ? words.toBeDone : words.done),
    ...lines,
    inLanguage(isDry ? words.nothingWritten : words.now(newestVersion)),
    '',
  ].join('\n');
}

/** Whether a migration had anything to do. In a new table it has not. */
export function hasDoneAnything({ counts }: MigrationOutcome): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** One migration and its counts: `1 pinyin: 3 blocks, 120 rows`. */
export function toLine({ migration: { version, name }, counts }: MigrationOutcome): string {
  const parts = counted.flatMap(([what, zh]) => {
    const count = counts[what];
    return count === undefined ? [] : [{ en: `${count} ${what}`, zh: `${zh} ${count}` }];
  });
  return inLanguage({
    en: `${version} ${name.en}: ${parts.map(({ en }) => en).join(', ')}`,
    zh: `${version} ${name.zh}：${parts.map(({ zh }) => zh).join('，')}`,
  });
}
