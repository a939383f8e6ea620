import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../command/command.ts';
import { collectEndpoints } from '../generate/declarations.ts';
import { demandNew, writeEndpoint } from './begin.ts';
import { type Draft, HELP, readDraft } from './options.ts';
import { renderAdvice } from './templates.ts';

const ROOT = join(import.meta.dirname, '../..');

async function begin(draft: Draft): Promise<void> {
  demandNew(draft, await collectEndpoints());
  await writeEndpoint(ROOT, draft);
  await promisify(execFile)('npm', ['run', 'generate'], { cwd: ROOT });
  process.stdout.write(renderAdvice(draft));
}

await runCommand(readDraft, HELP, begin);
