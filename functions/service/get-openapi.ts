import * as z from 'zod';
import { compress } from '../../lib/http/compress.ts';
import { Content } from '../../lib/http/content.ts';
import { demandDocs } from '../../lib/http/docs.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';

/** A new deployment is seen after five minutes at the latest. */
const CACHE = { 'cache-control': 'public, max-age=300' };

export const endpoint = defineEndpoint({
  id: 'getOpenapi',
  route: 'GET /openapi.json',
  side: 'public',
  permission: 'none',
  access: 'read',
  input: z.object({}),
  contentType: 'application/json',
  reasons: ['not_found'],
  summary: 'This description of the service',
  handle: async ({ deps, headers }) => {
    demandDocs(deps);
    // Only now: what generates the document reads this declaration, whatever state the document is in.
    const { default: document } = await import('../openapi.generated.json', { with: { type: 'json' } });
    const { data, headers: encoding } = await compress(JSON.stringify(document), headers);
    return new Content('application/json', data, { headers: { ...CACHE, ...encoding } });
  },
});

export const handler = serve(endpoint);
