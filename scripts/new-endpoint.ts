import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectEndpoints } from './build/declarations.ts';
import { renderGenerated } from './generate.ts';
import { UsageProblem } from './import/options.ts';
import { describeError, Problem } from './local/problem.ts';
import { demandNew, writeEndpoint } from './new-endpoint/begin.ts';
import { type Draft, HELP, readDraft } from './new-endpoint/options.ts';
import { renderAdvice } from './new-endpoint/templates.ts';

const REFUSED = 1;
const WRONG_USAGE = 2;
const ROOT = join(import.meta.dirname, '..');

async function begin(draft: Draft): Promise<void> {
  demandNew(draft, await collectEndpoints());
  await writeEndpoint(ROOT, draft);
  for (const [path, text] of await renderGenerated()) await writeFile(join(ROOT, path), text);
  process.stdout.write(renderAdvice(draft));
}

try {
  const draft = readDraft(process.argv.slice(2));
  if (draft === undefined) process.stdout.write(HELP);
  else await begin(draft);
} catch (error) {
  process.stderr.write(`${describeError(error instanceof Problem ? error.message : error)}\n`);
  process.exitCode = error instanceof UsageProblem ? WRONG_USAGE : REFUSED;
}
