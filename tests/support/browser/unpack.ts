import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import decompress from 'wawoff2/decompress.js';

const require = createRequire(import.meta.url);
/** Fonts for Chinese, Latin, signs such as ※, and the Greek letter of μg, in regular and bold. */
const FONTS = ['400', '700'].flatMap((weight) => [
  ...['chinese-simplified', 'latin', '102'].map((part) =>
    require.resolve(`@fontsource/noto-sans-sc/files/noto-sans-sc-${part}-${weight}-normal.woff2`),
  ),
  require.resolve(`@fontsource/noto-sans/files/noto-sans-greek-${weight}-normal.woff2`),
]);

// This script unpacks Chromium, its libraries and these fonts into TMPDIR, in a process of its own.
await chromium.executablePath();
const letters = join(process.env['TMPDIR'] ?? '', 'letters');
await mkdir(letters);
for (const font of FONTS) {
  await writeFile(join(letters, `${basename(font, '.woff2')}.ttf`), await decompress(await readFile(font)));
}
