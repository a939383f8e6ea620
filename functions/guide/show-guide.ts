import * as z from 'zod/mini';
import { describeGuide, GuideStep } from '../../lib/domain/guide.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findGuide } from '../../lib/store/guide.ts';

export const endpoint = defineEndpoint({
  id: 'showGuide',
  route: 'GET /api/guide',
  side: 'business',
  permission: 'guide.view',
  access: 'read',
  input: z.object({}),
  output: z.array(GuideStep),
  reasons: ['unit_not_found'],
  summary:
    'The steps from settings to a published menu, and how far the own unit has come. A step is done where ' +
    'there is one of what it makes.',
  examples: [{}],
  handle: async ({ caller, deps }) => describeGuide(await findGuide(deps.db, caller.vender)),
});

export const handler = serve(endpoint);
