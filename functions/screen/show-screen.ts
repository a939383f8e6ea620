import * as z from 'zod/mini';
import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { screenShapes } from '../../lib/domain/screen/screen.ts';
import { chooseRefreshSeconds, isBlank, makeScreenVersion, toShownDays } from '../../lib/domain/screen/screen-view.ts';
import { about, choice } from '../../lib/domain/values/fields.ts';
import { drawScreenFailure } from '../../lib/http/error-page.ts';
import { answerText } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { lenientTable } from '../../lib/runtime/deps.ts';
import { drawBlankPage, drawScreen, makePageEtag, makePageHeaders } from '../../lib/screen/page.ts';
import { drawPhone } from '../../lib/screen/phone.ts';
import { REFRESH_HEADER } from '../../lib/screen/script.ts';
import { readPhoneView, readPictureAddresses } from '../../lib/store/screen/phone.ts';
import { openScreen, readScreenView } from '../../lib/store/screen/shown-screen.ts';

export const { endpoint, handler } = defineEndpoint('showScreen', 'GET /screen/{token}', {
  callers: 'public',
  access: 'write',
  // More memory brings more processor time: the menus that are shown are unpacked, on a phone those of two weeks.
  memoryMegabytes: 512,
  input: {
    token: about('The token in the address that the creation of the screen has answered.', z.string()),
    shape: about(
      'The shape of the window, which the page itself finds out; default `wide`. `narrow`: a wall that is upright, or ' +
        'a led that is less than three times as wide as high.',
      z._default(choice(screenShapes), 'wide'),
    ),
  },
  contentType: 'text/html',
  reasons: ['screen_not_found', 'screen_deleted', 'page_too_large'],
  summary:
    'The page that a display screen shows, for whoever has its address. It refreshes itself after the seconds of ' +
    '`catering-refresh`; a phone page shows two weeks, a day at a time.',
  example: { token: 'EXAMPLE-shown-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  handle: async ({ input: { token, shape }, deps, ...call }) => {
    const { env, now } = deps;
    const db = lenientTable(deps);
    const shownAt = { now: now(), days: toShownDays(now(), env) };
    const shownScreen = await openScreen(db, hashAddressToken(token), shownAt);
    const { screen, liveMenus } = shownScreen;
    const { form } = screen;
    const etag = makePageEtag(makeScreenVersion(shownScreen, shape));
    const draw = async () => {
      if (form === 'phone') {
        const view = await readPhoneView(db, shownScreen, (dishes) => readPictureAddresses(db, dishes, token));
        return drawPhone(view, { timeZone: env.timeZone, feed: `/screen/${token}/menu.ics` });
      }
      if (isBlank(shownScreen)) return drawBlankPage({ form, shape, etag });
      const view = await readScreenView(db, shownScreen);
      // Without an ETag, the page asks for everything again: what was skipped may be readable then.
      return drawScreen({ form, shape, etag: db.hasSkippedItems ? '' : etag }, view);
    };
    const headers =
      form === 'phone'
        ? { ...makePageHeaders(etag), 'cache-control': 'private, max-age=60' }
        : { ...makePageHeaders(etag), [REFRESH_HEADER]: String(chooseRefreshSeconds(shownAt.now, env, liveMenus)) };
    return answerText(call, { type: 'text/html', headers }, async () => {
      const { html, policy } = await draw();
      return { text: html, headers: { 'content-security-policy': policy }, isIncomplete: db.hasSkippedItems };
    });
  },
  drawFailure: drawScreenFailure,
});
