import { AppError } from '../../lib/errors.ts';
import { drawScreenFailure } from '../../lib/http/error-page.ts';
import { defineEndpoint, type HttpHandler } from '../../lib/http/serve.ts';

const notFound = defineEndpoint('notFound', '$default', {
  callers: 'public',
  reasons: ['not_found'],
  summary: 'Answers every path and method that no other endpoint has.',
  handle: () => {
    throw new AppError('not_found');
  },
  // A mistyped address of a screen gets the same page as other failures of screens.
  drawFailure: (reason, head) => (head.path.startsWith('/screen/') ? drawScreenFailure(reason, head) : undefined),
});

/** Redirects from bare addresses. The gateway's route for `/w/…` does not match `/w/` itself, so these come here. */
const locationByPath = new Map([
  ['/', '/w/'],
  ['/w', '/w/home'],
  ['/w/', '/w/home'],
]);

export const { endpoint } = notFound;

/**
 * Answers preflights with 204, redirects bare addresses to the workbench, and answers everything else as not found. `$default`
 * takes OPTIONS like any other method. The gateway adds the headers that say whether the origin may call.
 */
export const handler: HttpHandler = async (event, context) => {
  const { method } = event.requestContext.http;
  if (method === 'OPTIONS') return { statusCode: 204 };
  const location = method === 'GET' ? locationByPath.get(event.rawPath) : undefined;
  return location === undefined ? notFound.handler(event, context) : { statusCode: 302, headers: { location } };
};
