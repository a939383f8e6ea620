import * as z from 'zod/mini';
import { requirePermission, screenPermissions } from '../../lib/auth/permissions.ts';
import { screenShapes } from '../../lib/domain/screen/screen.ts';
import { toShownDays } from '../../lib/domain/screen/screen-view.ts';
import { about, choice, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint, FileAnswer } from '../../lib/http/serve.ts';
import { lenientTable } from '../../lib/runtime/deps.ts';
import { drawScreen, SECRET_HEADERS } from '../../lib/screen/page.ts';
import { drawPhone } from '../../lib/screen/phone.ts';
import { readPhoneView, readPictures } from '../../lib/store/screen/phone.ts';
import { getScreen } from '../../lib/store/screen/screen.ts';
import { getShownScreen, readScreenView } from '../../lib/store/screen/shown-screen.ts';

export const { endpoint, handler } = defineEndpoint('previewScreen', 'GET /api/screen/preview', {
  permission: screenPermissions,
  // As much as `showScreen` has for the same pages.
  memoryMegabytes: 512,
  input: {
    id: about('A screen of the own unit.', id()),
    shape: about('The shape of its window; default `wide`.', z._default(choice(screenShapes), 'wide')),
  },
  contentType: 'text/html',
  reasons: ['screen_not_found', 'screen_deleted'],
  summary:
    'The page that a screen of the own unit shows now, for a frame on a page of the same origin. It does not refresh itself.',
  example: { id: '1000002' },
  handle: async ({ input: { id: screenId, shape }, caller, deps }) => {
    const { env, now } = deps;
    const db = lenientTable(deps, { isConsistent: true });
    const { form, number } = await getScreen(db, caller.vender, screenId);
    requirePermission(caller, `screen.${form}`);
    const shownScreen = await getShownScreen(db, { unit: caller.vender, number }, toShownDays(now(), env));
    const { html, policy } =
      form === 'phone'
        ? drawPhone(await readPhoneView(db, shownScreen, (dishes) => readPictures(db, dishes)), {
            timeZone: env.timeZone,
          })
        : drawScreen({ form, shape, etag: '', isPreview: true }, await readScreenView(db, shownScreen));
    return new FileAnswer('text/html', html, { headers: { ...SECRET_HEADERS, 'content-security-policy': policy } });
  },
});
