import { runCommand, say } from '../command/command.ts';
import { readOptions } from './options.ts';
import { perform } from './perform.ts';
import { KeyStore } from './stored-keys.ts';
import { words } from './words.ts';

await runCommand(readOptions, words.help, async (options) => {
  const lines = await perform(new KeyStore(options), options.request, Date.now());
  say(lines.join('\n'));
});
