import { preferredMediaTypes } from 'negotiator/lib/mediaType.js';
import { drawRefusal, refusalHeaders } from '../screen/refusal.ts';
import type { Endpoint } from './endpoint.ts';
import { FileAnswer } from './file-answer.ts';

/**
 * Draws failures as pages for whoever asks for a page: with this advice, or as `drawRefusal` does it for screens.
 * Others get the envelope.
 */
export function refuseAsPage(advised?: Parameters<typeof drawRefusal>[2]): NonNullable<Endpoint['drawFailure']> {
  return (reason, { headers, language }) => {
    if (!prefersPage(headers)) return undefined;
    return new FileAnswer('text/html', drawRefusal(reason, language, advised), { headers: refusalHeaders });
  };
}

/** Whether a request asks for a page, as browsers' address lines do. Programs accept any type: they get the envelope. */
function prefersPage(headers: ReadonlyMap<string, string>): boolean {
  const [preferred] = preferredMediaTypes(headers.get('accept'), ['application/json', 'text/html']);
  return preferred === 'text/html';
}
