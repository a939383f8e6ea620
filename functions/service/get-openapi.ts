import * as z from 'zod/mini';
import { languageTags } from '../../lib/errors.ts';
import { demandDocs, readDocument } from '../../lib/http/docs.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer } from '../../lib/http/file-answer.ts';
import { sendPacked } from '../../lib/http/packed.ts';
import { serve } from '../../lib/http/serve.ts';

/** After a deployment, callers see the new document within five minutes. */
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
  summary: { zh: '本服务的接口文档', en: 'This description of the service' },
  handle: ({ deps, headers, language }) => {
    demandDocs(deps);
    const { data, headers: sending } = sendPacked(readDocument(language), headers, ['accept-language']);
    return new FileAnswer('application/json', data, {
      headers: { ...CACHE, ...sending, 'content-language': languageTags[language] },
    });
  },
});

export const handler = serve(endpoint);
