import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../command/command.ts';
import { collectEndpoints } from '../generate/declarations.ts';
import { renderGenerated } from '../generate/main.ts';
import { demandNew, writeEndpoint } from './begin.ts';
import { type Draft, HELP, readDraft } from './options.ts';
import { renderAdvice } from './templates.ts';

const ROOT = join(import.meta.dirname, '../..');

async function begin(draft: Draft): Promise<void> {
  demandNew(draft, await collectEndpoints());
  await writeEndpoint(ROOT, draft);
  for (const [path, text] of await renderGenerated()) await writeFile(join(ROOT, path), text);
  process.stdout.write(renderAdvice(draft));
}

await runCommand(readDraft, HELP, begin);
