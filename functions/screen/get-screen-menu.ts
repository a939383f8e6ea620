import * as z from 'zod/mini';
import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { PhoneView } from '../../lib/domain/screen/phone-view.ts';
import { makeScreenVersion, toShownDays } from '../../lib/domain/screen/screen-view.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { drawScreenFailure } from '../../lib/http/error-page.ts';
import { answerText } from '../../lib/http/packed.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { lenientTable } from '../../lib/runtime/deps.ts';
import { makePageEtag, makePageHeaders } from '../../lib/screen/page.ts';
import { getShownPhonePage, readPhoneView, readPictureAddresses } from '../../lib/store/screen/phone.ts';
import { printJson } from '../../lib/text/json-text.ts';

export const { endpoint, handler } = defineEndpoint('getScreenMenu', 'GET /screen/{token}/menu.json', {
  callers: 'public',
  // More memory brings more processor time: the menus of two weeks are unpacked.
  memoryMegabytes: 512,
  input: { token: about('The token in the address of a phone page.', z.string()) },
  bareOutput: PhoneView,
  reasons: ['screen_not_found', 'screen_deleted', 'page_too_large'],
  summary: 'What a phone page shows, as data, for whoever has its address. `energy` is in kJ.',
  example: { token: 'EXAMPLE-phone-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  handle: async ({ input: { token }, deps, ...call }) => {
    const { env, now } = deps;
    const db = lenientTable(deps);
    const shownAt = { now: now(), days: toShownDays(now(), env) };
    const shownScreen = await getShownPhonePage(db, hashAddressToken(token), shownAt);
    const headers = makePageHeaders(makePageEtag(makeScreenVersion(shownScreen)));
    return answerText(call, { type: 'application/json', headers }, async () => {
      const text = printJson(await readPhoneView(db, shownScreen, (dishes) => readPictureAddresses(db, dishes, token)));
      return { text, isIncomplete: db.hasSkippedItems };
    });
  },
  drawFailure: drawScreenFailure,
});
