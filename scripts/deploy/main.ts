import { runCommand, say } from '../command/command.ts';
import { deploy, runServerless } from './deploy.ts';
import { HELP, readOptions } from './options.ts';

await runCommand(
  (args) => readOptions(args, process.env),
  HELP,
  (options) => deploy(options, say, runServerless),
);
