import { afterAll, vi } from 'vitest';

// Outputs of commands are compared in English, wherever the tests run.
process.env['LC_ALL'] = 'C';

// Test files share a worker: no file leaves its clock, its spies or its environment to the next one.
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name];
  Object.assign(process.env, environment);
});
