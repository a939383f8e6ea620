import { runCommand, say } from './command.ts';
import { deploy, runServerless } from './deploy/deploy.ts';
import { HELP, readOptions } from './deploy/options.ts';
import { readParameters } from './deploy/parameters.ts';

const known = [...(await readParameters()).keys()];

await runCommand(
  (args) => readOptions(args, known, process.env),
  HELP,
  (options) => deploy(options, say, runServerless),
);
