import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

/**
 * The earliest time of a zip file. With a fixed time, equal bundles give equal archives, so unchanged functions are
 * recognised.
 */
const TIME = new Date(1980, 0, 1);
const UNIX = 3;
/** A regular file that everybody may read: Lambda runs functions as another user than the one that unpacks them. */
const READABLE = 0o100644 << 16;

/** Packs files, named relative to `root`, into the zip archive `target`. */
export async function archiveFiles(root: string, paths: readonly string[], target: string): Promise<void> {
  const files: Zippable = {};
  for (const path of paths) {
    files[path] = [await readFile(join(root, path)), { mtime: TIME, os: UNIX, attrs: READABLE }];
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, zipSync(files));
}
