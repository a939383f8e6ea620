import { afterAll, vi } from 'vitest';

// Test files share a worker: none leaves its clock or its spies to the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
