import { AppError } from '../../lib/errors.ts';
import { readDocsPage } from '../../lib/http/companion.ts';
import { answerPacked } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

export const { endpoint, handler } = defineEndpoint('getDocs', 'GET /docs', {
  callers: 'public',
  contentType: 'text/html',
  reasons: ['not_found'],
  summary: 'A page that shows this document, and on which calls can be tried.',
  handle: ({ deps, headers }) => {
    // A deployment without public documentation answers as to an unknown address.
    if (!deps.env.areDocsOpen) throw new AppError('not_found');
    const { page, policy } = readDocsPage();
    const pageHeaders = { 'cache-control': 'no-cache', 'content-security-policy': policy };
    return answerPacked(page, headers, { type: 'text/html', headers: pageHeaders });
  },
});
