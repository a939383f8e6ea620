import { preferredMediaTypes } from 'negotiator/lib/mediaType.js';
import { drawScreenErrorPage, errorPageHeaders } from '../screen/error-page.ts';
import type { Endpoint } from './endpoint.ts';
import { FileAnswer } from './file-answer.ts';

/** Makes the `drawFailure` of an endpoint that browsers open. Requests that do not prefer a page get the envelope. */
export function asErrorPage(drawPage: typeof drawScreenErrorPage): NonNullable<Endpoint['drawFailure']> {
  return (reason, { headers, language }) => {
    // Browsers' address lines prefer HTML. Programs accept any type.
    const [preferred] = preferredMediaTypes(headers.get('accept'), ['application/json', 'text/html']);
    if (preferred !== 'text/html') return undefined;
    return new FileAnswer('text/html', drawPage(reason, language), { headers: errorPageHeaders });
  };
}

/** Draws the failures of an endpoint that screens open. */
export const drawScreenFailure = asErrorPage(drawScreenErrorPage);
