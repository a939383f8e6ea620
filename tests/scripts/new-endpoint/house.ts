import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod';
import { compiledIn, shareCompiled } from '../../support/commands/compiled.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The parts of the house that an endpoint, its tests and the command need. */
const needed = [
  ...['functions', 'lib', 'tables', 'scripts', 'package.json', 'biome.json', 'README.md'],
  ...['examples', 'generate', 'lib', 'proofs', 'scripts/reference', 'statements', 'support', 'tables'].map(
    (room) => `tests/${room}`,
  ),
];
/** The folders in which something is begun, or written by hand. */
const ROOMS = ['functions', 'lib', 'tables', 'scripts', 'tests'];
const further = ['tsconfig.json', 'vitest.config.ts', '.gitignore'];
/** The tests' own settings, but for the reference page, which the examples have written. */
const SETTINGS = `import settings from './vitest.config.ts';
export default { ...settings, test: { ...settings.test, globalSetup: [] } };
`;
/** The types of packages without their own, found by the house's `include`. */
const TYPES = ['lib/http/negotiator.d.ts', 'lib/picture/codecs.d.ts'];

const Report = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** A text of a file, and what a person writes instead. */
export type Change = readonly [former: string, next: string];

/** The result of a command. */
interface Ended {
  readonly code: number | string | undefined;
  readonly out: string;
  readonly err: string;
}

/** What compiler and linter say if nothing is wrong. */
export const FINE = [
  { code: 0, out: '', err: '' },
  { code: 0, out: expect.any(String), err: '' },
];

/** A working tree of the house, to be changed. */
export class House {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async copy(): Promise<House> {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'house-')));
    for (const file of [...needed, ...further]) cpSync(join(ROOT, file), join(root, file), { recursive: true });
    await symlink(await realpath(join(ROOT, 'node_modules')), join(root, 'node_modules'));
    await shareCompiled(root);
    return new House(root);
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.root, path), 'utf8');
  }

  run(file: string, ...args: readonly string[]): Promise<Ended> {
    const env = { ...process.env, ...compiledIn(this.root) };
    return new Promise((resolve) => {
      execFile(file, args, { cwd: this.root, env }, (error, out, err) =>
        resolve({ code: error ? (error.code ?? 'killed') : 0, out, err }),
      );
    });
  }

  /** Writes into a file what a person would write. */
  async edit(path: string, changes: readonly Change[]): Promise<void> {
    let text = await this.read(path);
    for (const [former, next] of changes) {
      if (!text.includes(former)) throw new Error(`${path} has no ${former}`);
      text = text.replace(former, () => next);
    }
    await writeFile(join(this.root, path), text);
  }

  /** Formats files as an editor does. */
  async format(paths: readonly string[]): Promise<void> {
    await this.#tool('biome', 'format', '--write', '--vcs-enabled=false', ...paths);
  }

  /** The files that are new or changed. */
  listChanged(): string[] {
    // A thousand files are read at once in a tenth of the time that it takes to wait for each.
    const paths = globSync(
      ROOMS.map((one) => `${one}/**/*.*`),
      { cwd: this.root },
    );
    const isChanged = (path: string) => {
      const original = join(ROOT, path);
      return !existsSync(original) || !readFileSync(original).equals(readFileSync(join(this.root, path)));
    };
    return paths.filter(isChanged).toSorted();
  }

  /** What compiler and linter say about these files. */
  async check(files: readonly string[]): Promise<Ended[]> {
    const project = join(this.root, 'tsconfig.new.json');
    const options = { extends: './tsconfig.json', include: [], files: [...files, ...TYPES] };
    await writeFile(project, JSON.stringify(options));
    return await Promise.all([
      // Several threads check the types that they share several times.
      this.#tool('tsc', '--singleThreaded', '--project', project),
      this.#tool('biome', 'check', '--vcs-enabled=false', ...files),
    ]);
  }

  /**
   * The results of the tests in these files with fitting names: full name, status and the message of a failure.
   * @throws Error where a file cannot be loaded.
   */
  async test(names: string, files: readonly string[]): Promise<(readonly [string, string, string])[]> {
    await writeFile(join(this.root, 'begun.config.ts'), SETTINGS);
    await this.#tool(
      'vitest',
      'run',
      '--config=begun.config.ts',
      ...files,
      '-t',
      names,
      '--reporter=json',
      '--outputFile=report.json',
      '--maxWorkers=1',
    );
    const { testResults } = Report.parse(JSON.parse(await this.read('report.json')));
    const unread = testResults.filter((file) => file.assertionResults.length === 0).map(({ message }) => message);
    if (unread.length > 0) throw new Error(`cannot be loaded: ${unread.join('\n')}`);
    const results = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status !== 'skipped');
    return results.map(({ fullName, status, failureMessages: [message = ''] }) => {
      return [fullName.trim(), status, message.split('\n')[0] ?? ''];
    });
  }

  #tool(name: string, ...args: readonly string[]): Promise<Ended> {
    return this.run(join(ROOT, 'node_modules/.bin', name), ...args);
  }
}
