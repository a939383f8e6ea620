import { preferredMediaTypes } from 'negotiator/lib/mediaType.js';

/** Whether a request asks for a page, as browsers' address lines do. Programs accept any type: they get the envelope. */
export function prefersPage(headers: ReadonlyMap<string, string>): boolean {
  const [preferred] = preferredMediaTypes(headers.get('accept'), ['application/json', 'text/html']);
  return preferred === 'text/html';
}
