import * as z from 'zod';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { type HttpHandler, serve } from '../../lib/http/serve.ts';

export const endpoint = defineEndpoint({
  id: 'notFound',
  route: '$default',
  side: 'public',
  permission: 'none',
  access: 'read',
  input: z.object({}),
  reasons: ['not_found'],
  summary: 'Answers every path and method that nothing else answers',
  handle: () => {
    throw new AppError('not_found');
  },
});

const serveNotFound = serve(endpoint);

/**
 * A browser's preflight comes here too, since `$default` takes OPTIONS like any other method. It wants a 2xx; the
 * gateway itself adds the headers that say whether the origin may call.
 */
export const handler: HttpHandler = async (event, context) =>
  event.requestContext.http.method === 'OPTIONS' ? { statusCode: 204 } : serveNotFound(event, context);
