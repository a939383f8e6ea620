import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest. They begin first, so that no processor waits for them at the end. */
const LONG = /tests\/(proofs|workbench|scripts\/(package|doctor|pictures|start\/start))|half-seen|interleaving/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const all = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...all.filter(isLong), ...all.filter((one) => !isLong(one))];
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than there are cores, since tests of races wait a third of their time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    globalSetup: ['tests/support/build-page.ts'],
    // Outputs of commands are compared in English, wherever the tests run.
    env: { LC_ALL: 'C' },
  },
});
