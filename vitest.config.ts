import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Every file starts an emulator of its own; more at once than cores only slows all of them down.
    maxWorkers: 2,
  },
});
