import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeCompanions } from '../../scripts/build/companions.ts';
import { writeGenerated } from '../../scripts/generate/generated.ts';
import { ANSWERS, type Answers, readAnswers } from '../../scripts/reference/document/documentation.ts';

/** Keeps the former text of equal answers, since the table returns the members of an object in any order. */
function keepEqual(answers: Answers, former: Answers): Answers {
  const kept = Object.entries(answers).map(([id, one]) => [id, isDeepStrictEqual(one, former[id]) ? former[id] : one]);
  return Object.fromEntries(kept);
}

await writeGenerated();
// The files that functions read beside their bundles must be up to date.
await writeCompanions();
// Answers are compared with the document as it is when these are loaded.
const { recordToday } = await import('./record-today.ts');
const { generate } = await import('../generate/main.ts');
// npm run examples -- tray role
const former = await readAnswers();
const answers = keepEqual(await recordToday(process.argv.slice(2), former), former);
await writeFile(join(import.meta.dirname, '../..', ANSWERS), `${JSON.stringify(answers, undefined, 2)}\n`);
// The document shows the answers.
await generate();
