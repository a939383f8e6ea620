import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

/** With a fixed time, equal bundles give equal archives, so unchanged functions are recognised. */
const TIME = new Date(1980, 0, 1);
const UNIX = 3;
/** A regular file that everybody may read: Lambda runs functions as another user than the one that unpacks them. */
const READABLE = 0o100644 << 16;

/** Packs files, by their names in the archive, into the zip archive `target`. */
export async function archiveFiles(files: ReadonlyMap<string, string>, target: string): Promise<void> {
  const packed: Zippable = {};
  for (const [name, path] of files) packed[name] = [await readFile(path), { mtime: TIME, os: UNIX, attrs: READABLE }];
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, zipSync(packed));
}
