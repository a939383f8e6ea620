import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file atomically, so that a running service never reads a part of it. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporaryPath = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(temporaryPath, text);
  await rename(temporaryPath, path);
}
