import { runCommand, say } from '../command/command.ts';
import { deploy, runServerless } from './deploy.ts';
import { HELP, readOptions } from './options.ts';
import { policyFor } from './policy.ts';

await runCommand(
  (args) => readOptions(args, process.env),
  HELP,
  async (options) => {
    if (options.policy) say(JSON.stringify(policyFor(options), null, 2));
    else await deploy(options, say, runServerless);
  },
);
