import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { inLanguage, type Text } from '../command/language.ts';
import { Problem } from './problem.ts';
import { words } from './words.ts';

const LONG_ENOUGH = 8;

/**
 * Reads a new password: typed twice without echo on a terminal, otherwise the first line of standard input.
 * @throws Problem where it is empty, the two differ, or the person gives up.
 */
export async function readNewPassword(label: Text): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice(label) : await readFirstLine();
  if (password === '') throw new Problem(words.passwordEmpty);
  if ([...password].length < LONG_ENOUGH) process.stderr.write(`${inLanguage(words.passwordShort(LONG_ENOUGH))}\n`);
  return password;
}

async function askTwice(label: Text): Promise<string> {
  const password = await askHidden(`${inLanguage(label)}: `);
  if ((await askHidden(`${inLanguage(words.onceMore)}: `)) !== password) throw new Problem(words.passwordsDiffer);
  return password;
}

/** Readline edits the line as usual but shows it nowhere. */
async function askHidden(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  process.stderr.write(prompt);
  try {
    return await new Promise<string>((resolve, reject) => {
      line.once('SIGINT', () => reject(new Problem(words.givenUp)));
      line.once('close', () => reject(new Problem(words.givenUp)));
      line.question('').then(resolve, reject);
    });
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}

async function readFirstLine(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) text += chunk;
  return text.split(/\r?\n/)[0] ?? '';
}
