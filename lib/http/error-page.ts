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
    // Browsers' address lines prefer HTML. Programs accept any type.
    const [preferred] = preferredMediaTypes(headers.get('accept'), ['application/json', 'text/html']);
    if (preferred !== 'text/html') return undefined;
    return new FileAnswer('text/html', drawErrorPage(reason, language, advice), { headers: errorPageHeaders });
  };
}
