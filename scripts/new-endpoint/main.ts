import { join } from 'node:path';
import { runCommand } from '../command/command.ts';
import { collectEndpoints } from '../generate/declarations.ts';
import { demandNew, generate, writeEndpoint } from './begin.ts';
import { type Draft, HELP, readDraft } from './options.ts';
import { namesOf, renderAdvice } from './templates.ts';

const ROOT = join(import.meta.dirname, '../..');

async function begin(draft: Draft): Promise<void> {
  demandNew(namesOf(draft), await collectEndpoints());
  await writeEndpoint(ROOT, draft);
  await generate(ROOT);
  process.stdout.write(renderAdvice(draft));
}

await runCommand(readDraft, HELP, begin);
