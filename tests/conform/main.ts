import { runCommand, say } from '../../scripts/command/command.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { proveStack } from './stack/stack.ts';
import { proveTable } from './table.ts';

const DIFFERENT = 1;

async function run(options: Options): Promise<void> {
  const isSame = options.subject === 'table' ? await proveTable(options.files, say) : await proveStack(say);
  if (!isSame) process.exitCode = DIFFERENT;
}

await runCommand(readOptions, HELP, run);
