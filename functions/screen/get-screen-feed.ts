import * as z from 'zod/mini';
import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { makeScreenVersion, toShownDays } from '../../lib/domain/screen/screen-view.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { toId } from '../../lib/domain/values/id.ts';
import { drawScreenFailure } from '../../lib/http/error-page.ts';
import { answerText } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { lenientTable } from '../../lib/runtime/deps.ts';
import { makePageEtag, makePageHeaders } from '../../lib/screen/page.ts';
import { writeFeed } from '../../lib/screen/phone-feed.ts';
import { getShownPhonePage, readPhoneView } from '../../lib/store/screen/phone.ts';

export const { endpoint, handler } = defineEndpoint('getScreenFeed', 'GET /screen/{token}/menu.ics', {
  callers: 'public',
  // More memory brings more processor time: the menus of two weeks are unpacked.
  memoryMegabytes: 512,
  input: { token: about('The token in the address of a phone page.', z.string()) },
  reasons: ['screen_not_found', 'screen_deleted', 'page_too_large'],
  summary:
    'What a phone page shows, for calendars that subscribe to it (RFC 5545): one all-day event for each meal, without alarms.',
  example: { token: 'EXAMPLE-phone-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  handle: async ({ input: { token }, deps, ...call }) => {
    const { env, now } = deps;
    const db = lenientTable(deps);
    const shownAt = { now: now(), days: toShownDays(now(), env) };
    const shownScreen = await getShownPhonePage(db, hashAddressToken(token), shownAt);
    const { vender, number: screenNumber } = shownScreen.screen;
    const headers = makePageHeaders(makePageEtag(makeScreenVersion(shownScreen)));
    return answerText(call, { type: 'text/calendar', headers }, async () => {
      const text = writeFeed(await readPhoneView(db, shownScreen), toId(vender, screenNumber));
      return { text, isIncomplete: db.hasSkippedItems };
    });
  },
  drawFailure: drawScreenFailure,
});
