import { defineEndpoint } from '../../lib/http/serve.ts';
import { requireCurrentVersion } from '../../lib/store/table-version.ts';
import { readUnitsHead } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('checkHealth', 'GET /health', {
  callers: 'public',
  reasons: ['wrong_table'],
  summary: 'Checks that the service works, and that its table has the version that this release writes.',
  handle: async ({ deps }) => {
    await Promise.all([requireCurrentVersion(deps.db, deps.now()), readUnitsHead(deps.db)]);
  },
});
