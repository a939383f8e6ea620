import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandProblem } from '../start/problem.ts';

const RECOMMENDED_LENGTH = 8;

/**
 * Reads a new password: typed twice without echo on a terminal, otherwise the first line of standard input.
 * @throws CommandProblem where it is empty, the two differ, or the person gives up.
 */
export async function readNewPassword(label: string): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice(label) : await readFirstLine();
  if (password === '') throw new CommandProblem('The password is empty');
  if ([...password].length < RECOMMENDED_LENGTH)
    process.stderr.write(`Warning: fewer than ${RECOMMENDED_LENGTH} characters\n`);
  return password;
}

async function askTwice(label: string): Promise<string> {
  const password = await askHidden(`${label}: `);
  if ((await askHidden('Once more: ')) !== password) throw new CommandProblem('The two passwords differ');
  return password;
}

/** Asks for a line that is not shown while it is typed. The answer to a closed question never comes, so closing rejects. */
async function askHidden(prompt: string): Promise<string> {
  const noOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: noOutput, terminal: true, historySize: 0 });
  process.stderr.write(prompt);
  try {
    return await new Promise<string>((resolve, reject) => {
      for (const event of ['SIGINT', 'close']) reader.once(event, () => reject(new CommandProblem('Given up')));
      reader.question('').then(resolve, reject);
    });
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

async function readFirstLine(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) text += chunk;
  return text.split(/\r?\n/)[0] ?? '';
}
