import { runCommand, say } from './command.ts';
import { HELP, readOptions } from './keys/options.ts';
import { perform } from './keys/perform.ts';
import { KeyStore } from './keys/stored-keys.ts';

await runCommand(readOptions, HELP, async (options) => {
  const lines = await perform(new KeyStore(options), options.request, Date.now());
  say(lines.join('\n'));
});
