import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slowest first, but for one: a long one that begins last would keep one worker waiting for the others. */
const LONG = [
  // It counts all objects of its worker: as long as they are few.
  'collection-cache',
  'start',
  'begun',
  'package',
  'worst-unit',
  'histories',
  'migrate',
  'documentation',
  'crash',
  'isolation',
  'isolation-permission',
  'demo',
  'fuzz',
  'collection-concurrency',
  'standard-units',
  'screen-browser',
  'pictures',
  'budgets-search',
  'dish-first-search',
  'doctor-repair',
  'races',
  'examples',
  'budgets',
  'import-ingredients',
  'transfer',
  'writers',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification, name: string) => basename(moduleId) === `${name}.test.ts`;
    const long = LONG.flatMap((name) => files.filter((file) => isLong(file, name)));
    const others = await super.sort(files.filter((file) => !long.includes(file)));
    return [...long, ...others];
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As many as the cores that it is for. A third worker takes the processors' caches from the two: all take a quarter
    // longer, and that is more than the time in which a worker waits.
    maxWorkers: 2,
    // Loading the service anew for each file would take as long as a third of all tests.
    isolate: false,
    // Node runs the sources as they are: through Vite's runner a test costs a fifth more, and loads later.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Collecting what tests leave takes less where it is done seldom, and by nobody beside those who work: a third less
    // where the memory may grow fivefold before all of it is looked through.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc', '--heap-growing-percent=400', '--no-memory-reducer'],
    globalSetup: ['tests/support/process/build-page.ts'],
    setupFiles: ['tests/support/process/leave-as-found.ts', 'tests/support/process/direct-calls.ts'],
    env: {
      // Bundler and compiler are written in Go. They end soon: collecting garbage is a third of their time.
      GOGC: 'off',
      GOMEMLIMIT: '1GiB',
    },
    sequence: { sequencer: LongFirst },
  },
});
