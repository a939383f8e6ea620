import * as z from 'zod/mini';
import { describeGuide, GuideStep } from '../../lib/domain/guide.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findGuide, readGuideGround } from '../../lib/store/guide.ts';

export const endpoint = defineEndpoint({
  id: 'showGuide',
  route: 'GET /api/guide',
  side: 'business',
  permission: 'guide.view',
  access: 'read',
  input: z.object({}),
  output: z.array(GuideStep),
  reasons: ['unit_not_found'],
  summary: {
    zh: '从配餐设置到食谱发布的各个步骤，以及本单位走到了哪一步',
    en: 'The steps from settings to a published menu, and how far the own unit has come',
  },
  prefetch: ({ session, deps }) => readGuideGround(deps.db, session.vender),
  handle: async ({ caller, deps, prefetched }) => describeGuide(await findGuide(deps.db, caller.vender, prefetched)),
});

export const handler = serve(endpoint);
