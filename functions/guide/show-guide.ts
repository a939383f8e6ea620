import * as z from 'zod/mini';
import { describeGuide, GuideStep } from '../../lib/domain/guide.ts';
import { toDay } from '../../lib/domain/values/calendar.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { getGuideFacts } from '../../lib/store/guide.ts';

export const { endpoint, handler } = defineEndpoint('showGuide', 'GET /api/guide', {
  permission: 'guide.view',
  output: z.array(GuideStep),
  reasons: ['unit_not_found'],
  summary:
    'The steps from settings to a published menu, and how far the own unit has come. A step is done once there is ' +
    'something that it makes; 提交食谱 is open again after a rejection or withdrawal, until a menu is live. The last step ' +
    'says whether this week and the next are due.',
  handle: async ({ caller, deps: { db, env, now } }) => {
    const clock = { now: now(), timeZone: env.timeZone, publishBy: env.publishBy };
    return describeGuide(await getGuideFacts(db, caller.vender, toDay(clock.now, env.timeZone)), clock);
  },
});
