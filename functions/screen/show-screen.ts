import { preferredMediaTypes } from 'negotiator/lib/mediaType.js';
import * as z from 'zod/mini';
import { hashScreenToken } from '../../lib/auth/screen-token.ts';
import { describeScreen, shownDays, tellVersion } from '../../lib/domain/screen/screen-view.ts';
import { findUsabilityProblem } from '../../lib/domain/unit.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer, isHeld } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { drawBlank, drawScreen, tagOf, toHeaders } from '../../lib/screen/page.ts';
import { drawRefusal, refusalHeaders } from '../../lib/screen/refusal.ts';
import { openShownScreen, readLiveRevisions } from '../../lib/store/screen/shown-screen.ts';

export const endpoint = defineEndpoint({
  id: 'showScreen',
  route: 'GET /screen/{token}',
  side: 'public',
  permission: 'none',
  access: 'write',
  memory: 512,
  input: z.object({ token: about('Out of the address that was told when the screen was created.', z.string()) }),
  contentType: 'text/html',
  reasons: ['screen_not_found', 'screen_deleted'],
  summary:
    'The page that a display screen shows, for whoever has its address. It asks every minute whether there is ' +
    'something new.',
  examples: [{ token: 'EXAMPLE-shown-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  handle: async ({ input: { token }, deps: { db, env, now }, headers }) => {
    const days = shownDays(now(), env);
    const shown = await openShownScreen(db, hashScreenToken(token), { now: now(), days });
    const { unit, screen, live } = shown;
    const isBlank = findUsabilityProblem(unit, days.today) !== undefined;
    const etag = tagOf(isBlank ? screen.form : tellVersion(shown, days));
    if (isHeld(etag, headers)) return new FileAnswer('text/html', '', { headers: toHeaders(etag) });
    const page = isBlank
      ? drawBlank(screen.form, etag)
      : drawScreen(
          screen.form,
          describeScreen(unit.name, screen, days, await readLiveRevisions(db, unit.id, live)),
          etag,
        );
    return new FileAnswer('text/html', page.html, { headers: toHeaders(etag, page.policy) });
  },
  drawFailure: (reason, { headers, language }) => {
    // The page's own script and other programs accept any type: they get the envelope.
    const [preferred] = preferredMediaTypes(headers.get('accept'), ['application/json', 'text/html']);
    const page = preferred === 'text/html' ? drawRefusal(reason, language) : undefined;
    return page === undefined ? undefined : new FileAnswer('text/html', page, { headers: refusalHeaders });
  },
});

export const handler = serve(endpoint);
