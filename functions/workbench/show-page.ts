import { about, MAX_FREE_TEXT_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { readWorkbenchPage } from '../../lib/http/companion.ts';
import { answerPacked } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

/** The page runs its own files only. Its frames are screens; its pictures are read with the session's token. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

export const { endpoint, handler } = defineEndpoint('showPage', 'GET /w/{page+}', {
  callers: 'public',
  input: {
    page: about('The page of the workbench; its script reads it from the address.', requiredText(MAX_FREE_TEXT_LENGTH)),
  },
  contentType: 'text/html',
  summary: 'The page of the workbench. It is the same at every address, and asks people to sign in.',
  example: { page: 'home' },
  handle: ({ headers }) =>
    answerPacked(readWorkbenchPage(), headers, {
      type: 'text/html',
      headers: { 'cache-control': 'no-cache', 'content-security-policy': POLICY, 'referrer-policy': 'same-origin' },
    }),
});
