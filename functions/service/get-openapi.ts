import { readOpenapi, requirePublicDocs } from '../../lib/http/docs.ts';
import { answerPacked } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

/** After a deployment, callers see the new document within five minutes. */
const CACHE = { 'cache-control': 'public, max-age=300' };

export const { endpoint, handler } = defineEndpoint('getOpenapi', {
  route: 'GET /openapi.json',
  side: 'public',
  reasons: ['not_found'],
  summary: 'This document. It changes with a release only.',
  handle: ({ deps, headers }) => {
    requirePublicDocs(deps);
    return answerPacked(readOpenapi(), headers, { type: 'application/json', headers: CACHE });
  },
});
