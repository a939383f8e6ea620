import { preferredMediaTypes } from 'negotiator/lib/mediaType.js';
import { drawErrorPage, errorPageHeaders } from '../screen/error-page.ts';
import type { Endpoint } from './endpoint.ts';
import { FileAnswer } from './file-answer.ts';

/**
 * Makes the `drawFailure` of an endpoint that browsers open. It draws failures as pages with this advice, by default the
 * advice for screens. Requests that do not prefer a page get the envelope.
 */
export function asErrorPage(advice?: Parameters<typeof drawErrorPage>[2]): NonNullable<Endpoint['drawFailure']> {
  return (reason, { headers, language }) => {
    if (!prefersPage(headers)) return undefined;
    return new FileAnswer('text/html', drawErrorPage(reason, language, advice), { headers: errorPageHeaders });
  };
}

/** Whether a request prefers HTML, as browsers' address lines do. Programs accept any type, and get the envelope. */
function prefersPage(headers: ReadonlyMap<string, string>): boolean {
  const [preferred] = preferredMediaTypes(headers.get('accept'), ['application/json', 'text/html']);
  return preferred === 'text/html';
}
