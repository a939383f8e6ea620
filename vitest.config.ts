import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than there are cores, since tests of races wait a third of their time.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['tests/support/build-page.ts'],
    // Outputs of commands are compared in English, wherever the tests run.
    env: { LC_ALL: 'C' },
  },
});
