import { runCommand, say } from './command.ts';
import { deploy, runServerless } from './deploy/deploy.ts';
import { HELP, readOptions } from './deploy/options.ts';

await runCommand(
  (args) => readOptions(args, process.env),
  HELP,
  (options) => deploy(options, say, runServerless),
);
