import { runCommand, say } from '../command/command.ts';
import { HELP, readOptions } from './options.ts';
import { perform } from './perform.ts';
import { KeyStore } from './stored-keys.ts';

await runCommand(readOptions, HELP, async (options) => {
  const lines = await perform(new KeyStore(options), options.request, Date.now());
  say(lines.join('\n'));
});
