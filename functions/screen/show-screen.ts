import * as z from 'zod/mini';
import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { describeScreen, shownDays, tellVersion } from '../../lib/domain/screen/screen-view.ts';
import { findUsabilityProblem } from '../../lib/domain/unit.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer, isHeld } from '../../lib/http/file-answer.ts';
import { prefersPage } from '../../lib/http/prefers-page.ts';
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
    const shown = await openShownScreen(db, hashAddressToken(token), { now: now(), days });
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
    // The page's own script accepts any type, too.
    const page = prefersPage(headers) ? drawRefusal(reason, language) : undefined;
    return page === undefined ? undefined : new FileAnswer('text/html', page, { headers: refusalHeaders });
  },
});

export const handler = serve(endpoint);
