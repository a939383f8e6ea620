import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The folder with Chromium from npm, unpacked once for each working copy. */
const FOLDER = join(import.meta.dirname, '../../../.build/chromium');
const SCRIPT = join(import.meta.dirname, 'unpack.ts');

/** An executable, and the environment variables for its libraries and fonts. */
interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Chromium for Linux x64 from npm, with Chinese fonts. The variable `CHROMIUM` can name an installed one instead. */
export async function prepareChromium(): Promise<Chromium> {
  const { CHROMIUM: installed, ...environment } = process.env;
  if (installed) return { executablePath: installed, env: environment };
  if (!existsSync(FOLDER)) await unpack();
  const env = {
    ...environment,
    LD_LIBRARY_PATH: join(FOLDER, 'al2023/lib'),
    FONTCONFIG_FILE: join(FOLDER, 'fonts.conf'),
    LANG: 'zh_CN.UTF-8',
  };
  return { executablePath: join(FOLDER, 'chromium'), env };
}

/** Another test file may unpack at the same time: the first one to finish provides the folder. */
async function unpack(): Promise<void> {
  await mkdir(dirname(FOLDER), { recursive: true });
  const folder = await mkdtemp(`${FOLDER}-`);
  // With the name of a Lambda runtime the package also unpacks its libraries.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, [SCRIPT], { env });
  // Without hinting letters are as wide as on paper, not rounded to pixels.
  const hinting = '<match target="font"><edit name="hinting"><bool>false</bool></edit></match>';
  const config = `<fontconfig><dir>${FOLDER}/letters</dir>${hinting}<cachedir>${FOLDER}/cache</cachedir></fontconfig>`;
  await writeFile(join(folder, 'fonts.conf'), config);
  await rename(folder, FOLDER).catch(() => rm(folder, { recursive: true }));
}
