import * as z from 'zod/mini';
import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { iconVersion } from '../../lib/domain/icon.ts';
import { showsDish } from '../../lib/domain/screen/phone-view.ts';
import { toShownDays } from '../../lib/domain/screen/screen-view.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { drawScreenFailure } from '../../lib/http/error-page.ts';
import { answerPicture } from '../../lib/http/file-answer.ts';
import { defineEndpoint, FileAnswer } from '../../lib/http/serve.ts';
import { lenientTable } from '../../lib/runtime/deps.ts';
import { SECRET_HEADERS } from '../../lib/screen/page.ts';
import { findDishAndIcon } from '../../lib/store/dish/dish.ts';
import { getShownPhonePage, readPhoneView } from '../../lib/store/screen/phone.ts';
import { readPicture } from '../../lib/text/picture.ts';

export const { endpoint, handler } = defineEndpoint('getScreenPicture', 'GET /screen/{token}/picture', {
  callers: 'public',
  input: {
    token: about('The token in the address of a phone page.', z.string()),
    dish: about('A dish that the page shows now.', id()),
    v: iconVersion(),
  },
  contentType: 'image/*',
  reasons: ['screen_not_found', 'screen_deleted', 'dish_not_found', 'thing_not_found'],
  summary: 'The picture of a dish of a phone page as it is now: its bytes, with an `ETag`. A dish without one is 404.',
  example: { token: 'EXAMPLE-phone-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA', dish: '1000001' },
  handle: async ({ input: { token, dish: dishId, v: requestedVersion }, deps }) => {
    const { env, now } = deps;
    const db = lenientTable(deps);
    const shownAt = { now: now(), days: toShownDays(now(), env) };
    const shownScreen = await getShownPhonePage(db, hashAddressToken(token), shownAt);
    const [view, dishAndIcon] = await Promise.all([readPhoneView(db, shownScreen), findDishAndIcon(db, dishId)]);
    if (!dishAndIcon || !showsDish(view, dishId)) throw new AppError('dish_not_found');
    const { type, content, headers } = answerPicture(readPicture(dishAndIcon.icon), requestedVersion);
    return new FileAnswer(type, content, { headers: { ...headers, ...SECRET_HEADERS } });
  },
  drawFailure: drawScreenFailure,
});
