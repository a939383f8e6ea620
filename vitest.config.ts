import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As many as there are cores; by default one fewer.
    maxWorkers: '100%',
    globalSetup: ['tests/support/build-page.ts'],
    // Outputs of commands are compared in English, wherever the tests run.
    env: { LC_ALL: 'C' },
  },
});
