import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file atomically, so that a running service never reads a part of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(part, text);
  await rename(part, path);
}
