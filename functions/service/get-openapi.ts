import * as z from 'zod/mini';
import { compress } from '../../lib/http/compress.ts';
import { Content } from '../../lib/http/content.ts';
import { demandDocs } from '../../lib/http/docs.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';

/** A new deployment is seen after five minutes at the latest. */
const CACHE = { 'cache-control': 'public, max-age=300' };

let text: string | undefined;

/** The document, printed once. It is loaded only now: what generates it reads this declaration, whatever state it is in. */
async function readDocument(): Promise<string> {
  text ??= JSON.stringify((await import('../openapi.generated.json', { with: { type: 'json' } })).default);
  return text;
}

export const endpoint = defineEndpoint({
  id: 'getOpenapi',
  route: 'GET /openapi.json',
  side: 'public',
  permission: 'none',
  access: 'read',
  input: z.object({}),
  contentType: 'application/json',
  reasons: ['not_found'],
  summary: { zh: '本服务的接口文档', en: 'This description of the service' },
  handle: async ({ deps, headers }) => {
    demandDocs(deps);
    const { data, headers: encoding } = await compress(await readDocument(), headers);
    return new Content('application/json', data, { headers: { ...CACHE, ...encoding } });
  },
});

export const handler = serve(endpoint);
