import { join } from 'node:path';
import { runCommand } from '../command/command.ts';
import { collectEndpoints } from '../generate/declarations.ts';
import { generate } from '../new-endpoint/begin.ts';
import { renderAdvice } from './advice.ts';
import { demandNewEndpoints, renderFiles, writeNoun } from './begin.ts';
import { HELP, type NounDraft, readNounDraft } from './options.ts';

const ROOT = join(import.meta.dirname, '../..');

async function begin(draft: NounDraft): Promise<void> {
  const files = await renderFiles(draft);
  demandNewEndpoints(files, await collectEndpoints());
  await writeNoun(ROOT, draft);
  await generate(ROOT);
  const endpoints = [...files.keys()].filter((path) => path.startsWith('functions/'));
  process.stdout.write(renderAdvice(draft, endpoints));
}

await runCommand(readNounDraft, HELP, begin);
