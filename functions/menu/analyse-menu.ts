import * as z from 'zod/mini';
import { analyse } from '../../lib/domain/analysis/analyse.ts';
import { nutrient } from '../../lib/domain/analysis/nutrient-field.ts';
import { Analysis } from '../../lib/domain/analysis/shape.ts';
import { id } from '../../lib/domain/fields.ts';
import { locate } from '../../lib/domain/id.ts';
import { demandMenuOf } from '../../lib/domain/menu.ts';
import { freeze } from '../../lib/domain/revision.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { gatherMenu, readAnalysisGround } from '../../lib/store/analysis.ts';
import { findMenu } from '../../lib/store/menu.ts';
import { versionOf } from '../../lib/store/revision.ts';

export const endpoint = defineEndpoint({
  id: 'analyseMenu',
  route: 'GET /api/menu/analysis',
  side: 'any',
  permission: 'menu.view',
  access: 'read',
  input: z.object({ id: id(), nutrient: nutrient() }),
  output: Analysis,
  isVersioned: true,
  reasons: ['menu_not_found', 'unit_not_found'],
  summary: 'What a menu gives those who eat of it, and how that is judged',
  prefetch: async ({ input, deps: { db } }) => {
    const [menu, ground] = await Promise.all([findMenu(db, input.id), readAnalysisGround(db, locate(input.id).unit)]);
    return { menu, ground };
  },
  handle: async ({ input, caller, deps, prefetched: { menu, ground } }) => {
    demandMenuOf(caller, locate(input.id).unit);
    if (!menu) throw new AppError('menu_not_found');
    const gathered = await gatherMenu(deps.db, menu.content, ground);
    return new Versioned(analyse({ ...gathered, nutrient: input.nutrient }), versionOf(freeze(gathered)));
  },
});

export const handler = serve(endpoint);
