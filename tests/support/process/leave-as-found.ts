import { afterAll, vi } from 'vitest';
import { compiled } from '../commands/compiled.ts';

// Outputs of commands are compared in English, wherever the tests run.
process.env['LC_ALL'] = 'C';
// The commands that tests start compile what they have in common once: half of what most of them do. The worker itself
// would keep what it compiles for each run anew.
process.env['NODE_COMPILE_CACHE'] = compiled;

// Test files share a worker: no file leaves its clock, its spies or its environment to the next one.
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name];
  Object.assign(process.env, environment);
});
