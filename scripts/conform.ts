import { runCommand, say } from './command.ts';
import { HELP, type Options, readOptions } from './conform/options.ts';
import { proveStack } from './conform/stack/stack.ts';
import { proveTable } from './conform/table.ts';

const DIFFERENT = 1;

async function run(options: Options): Promise<void> {
  const isSame = options.subject === 'table' ? await proveTable(options.files, say) : await proveStack(say);
  if (!isSame) process.exitCode = DIFFERENT;
}

await runCommand(readOptions, HELP, run);
