import { runCommand, say } from '../command/command.ts';
import { deploy, runServerless } from './deploy.ts';
import { readOptions } from './options.ts';
import { policyFor } from './policy.ts';
import { words } from './words.ts';

await runCommand(
  (args) => readOptions(args, process.env),
  words.help,
  async (options) => {
    if (options.policy) say(JSON.stringify(policyFor(options), null, 2));
    else await deploy(options, say, runServerless);
  },
);
