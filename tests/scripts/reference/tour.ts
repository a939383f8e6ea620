import { readFile } from 'node:fs/promises';

/** The TypeScript code of the README's tour. */
export async function readTour(): Promise<string> {
  const [, code] = /^```ts\n(.*?)^```$/ms.exec(await readFile('README.md', 'utf8')) ?? [];
  if (code === undefined) throw new Error('README.md has no block of TypeScript');
  return code;
}
