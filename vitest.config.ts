import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slowest first: a long one that begins last would keep one worker waiting for the other. */
const LONG = [
  'start',
  'package',
  'begun',
  'browser',
  'migrate',
  'histories',
  'crash',
  'worst-unit',
  'collection-concurrency',
  'isolation-permission',
  'rank',
  'writers',
  'import-ingredients',
  'documentation',
  'doctor-repair',
  'role-interleaving',
  'standard-units',
];

/**
 * What replaces a module does so before anything has loaded it, and for good; who counts all objects wants few: such a
 * file has a worker of its own.
 */
const alone = globSync('tests/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /vi\.mock\(|queryObjects\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification, name: string) => basename(moduleId) === `${name}.test.ts`;
    // A worker that others share ends where one comes that is nobody else's: these come first of all.
    const single = files.filter(({ project }) => project.name === 'alone');
    const shared = files.filter(({ project }) => project.name !== 'alone');
    const long = LONG.flatMap((name) => shared.filter((file) => isLong(file, name)));
    const others = await super.sort(shared.filter((file) => !long.includes(file)));
    return [...single, ...long, ...others];
  }
}

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One more than the cores that it is for: tests wait for other processes, and some for a clock.
    maxWorkers: 3,
    // Collecting what tests leave takes less where it is done seldom, and by nobody beside those who work.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    globalSetup: ['tests/support/build-page.ts'],
    setupFiles: ['tests/support/leave-as-found.ts', 'tests/support/direct-calls.ts'],
    // The commands that tests start compile what they have in common once: half of what most of them do.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.build/compiled') },
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['tests/**/*.test.ts'],
          exclude: alone,
          // Loading the service anew for each file would take as long as a third of all tests.
          isolate: false,
          // Node runs the sources as they are: through Vite's runner a test costs a fifth more, and loads later.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
