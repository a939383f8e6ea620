import { readDocsPage, requirePublicDocs } from '../../lib/http/docs.ts';
import { FileAnswer } from '../../lib/http/file-answer.ts';
import { encodePacked } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'getDocs',
  route: 'GET /docs',
  side: 'public',
  permission: 'none',
  access: 'read',
  contentType: 'text/html',
  reasons: ['not_found'],
  summary: 'A page that shows this document, and on which calls can be tried.',
  examples: [{}],
  handle: ({ deps, headers }) => {
    requirePublicDocs(deps);
    const { page, policy } = readDocsPage();
    const { data, headers: encodingHeaders } = encodePacked(page, headers);
    return new FileAnswer('text/html', data, {
      headers: { ...encodingHeaders, 'cache-control': 'no-cache', 'content-security-policy': policy },
    });
  },
});
