import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of rooms without a table, a clock or anything else that one file could leave to the next. */
const PURE = 'tests/lib/{domain,spreadsheet,text}/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      // They share what they import, which takes a third of the processor time away.
      { extends: true, test: { name: 'pure', include: [PURE], isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          exclude: [PURE, '**/node_modules/**'],
          globalSetup: ['tests/support/write-companions.ts'],
        },
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than there are cores, since tests of races wait a third of their time.
    maxWorkers: availableParallelism() + 1,
    // Outputs of commands are compared in English, wherever the tests run.
    env: { LC_ALL: 'C' },
  },
});
