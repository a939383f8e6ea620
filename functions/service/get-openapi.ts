import { AppError } from '../../lib/errors.ts';
import { readOpenapi } from '../../lib/http/companion.ts';
import { answerPacked } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

export const { endpoint, handler } = defineEndpoint('getOpenapi', 'GET /openapi.json', {
  callers: 'public',
  reasons: ['not_found'],
  summary: 'This document. It changes with a release only.',
  handle: ({ deps, headers }) => {
    // A deployment without public documentation answers as to an unknown address.
    if (!deps.env.areDocsOpen) throw new AppError('not_found');
    // After a deployment, callers see the new document within five minutes.
    const cache = { 'cache-control': 'public, max-age=300' };
    return answerPacked(readOpenapi(), headers, { type: 'application/json', headers: cache });
  },
});
