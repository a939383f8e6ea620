import * as z from 'zod/mini';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { type HttpHandler, serve } from '../../lib/http/serve.ts';
import { sharedDeps } from '../../lib/runtime/deps.ts';

export const endpoint = defineEndpoint({
  id: 'notFound',
  route: '$default',
  side: 'public',
  permission: 'none',
  access: 'read',
  input: z.object({}),
  reasons: ['not_found'],
  summary: 'Answers every path and method that nothing else answers.',
  examples: [{}],
  handle: () => {
    throw new AppError('not_found');
  },
});

const serveNotFound = serve(endpoint);

/**
 * A browser's preflight comes here, too, since `$default` takes OPTIONS like any other method. It needs a 2xx; the
 * gateway itself adds the headers that say whether the origin may call. A browser that opens the bare address is
 * redirected to the reference page, where the page is shown.
 */
export const handler: HttpHandler = async (event, context) => {
  const { method } = event.requestContext.http;
  if (method === 'OPTIONS') return { statusCode: 204 };
  const leadsOn = method === 'GET' && event.rawPath === '/' && sharedDeps().env.docs;
  return leadsOn ? { statusCode: 302, headers: { location: '/docs' } } : serveNotFound(event, context);
};
