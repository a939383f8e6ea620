import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';

/** The earliest time a zip file can hold. A fixed one gives equal bundles equal archives: unchanged functions show. */
const TIME = new Date(1980, 0, 1);
const UNIX = 3;
/** A regular file that everybody may read: Lambda runs functions as another user than the one that unpacks them. */
const READABLE = 0o100644 << 16;

/** Packs one file, named relative to `root`, into the zip archive `target`. */
export async function archiveFile(root: string, path: string, target: string): Promise<void> {
  const contents = await readFile(join(root, path));
  const archive = zipSync({ [path]: [contents, { mtime: TIME, os: UNIX, attrs: READABLE }] });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, archive);
}
