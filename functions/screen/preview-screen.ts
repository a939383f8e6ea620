import * as z from 'zod/mini';
import { demandPermission } from '../../lib/auth/permissions.ts';
import { screenShapes } from '../../lib/domain/screen/screen.ts';
import { describeScreen, shownDates, shownDays } from '../../lib/domain/screen/screen-view.ts';
import { about, choice, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { drawScreen, SECRET_HEADERS } from '../../lib/screen/page.ts';
import { getScreen } from '../../lib/store/screen/screen.ts';
import { readLiveRevisions, readShownScreen } from '../../lib/store/screen/shown-screen.ts';

export const endpoint = defineEndpoint({
  id: 'previewScreen',
  route: 'GET /api/screen/preview',
  side: 'business',
  permission: ['screen.wall', 'screen.led'],
  access: 'read',
  memory: 512,
  input: z.object({
    id: about('A screen of the own unit.', id()),
    shape: about('How its window stands; default `wide`.', z._default(choice(screenShapes), 'wide')),
  }),
  contentType: 'text/html',
  reasons: ['screen_not_found', 'screen_deleted'],
  summary:
    'The page that a screen of the own unit shows now, for a frame on a page of the same origin. It does not ask for ' +
    'anything new.',
  examples: [{ id: '1000002' }],
  handle: async ({ input: { id: asked, shape }, caller, deps: { db, env, now } }) => {
    const { form, number } = await getScreen(db, caller.vender, asked);
    demandPermission(caller, `screen.${form}`);
    const place = { unit: caller.vender, number };
    const { unit, screen, days, live } = await readShownScreen(db, place, shownDays(now(), env));
    const menus = await readLiveRevisions(db, unit.id, live, shownDates(days));
    const view = describeScreen(unit.name, screen, days, menus);
    const { html, policy } = drawScreen({ form, shape, etag: '', isPreview: true }, view);
    return new FileAnswer('text/html', html, { headers: { ...SECRET_HEADERS, 'content-security-policy': policy } });
  },
});

export const handler = serve(endpoint);
