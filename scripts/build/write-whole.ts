import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file in one step, so that who reads it at the same moment, such as a running service, finds all of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(part, text);
  await rename(part, path);
}
