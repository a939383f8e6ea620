import * as z from 'zod/mini';
import { analyse } from '../../lib/domain/analysis/analyse.ts';
import { nutrient } from '../../lib/domain/analysis/nutrient-field.ts';
import { Analysis } from '../../lib/domain/analysis/shape.ts';
import { demandMenuOf } from '../../lib/domain/menu/menu.ts';
import { freeze, thaw } from '../../lib/domain/revision.ts';
import { id, integer } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { gatherMenu, readAnalysisGround } from '../../lib/store/menu/analysis.ts';
import { findMenu } from '../../lib/store/menu/menu.ts';
import { findRevision } from '../../lib/store/menu/menu-revision.ts';
import { versionOf } from '../../lib/store/menu/packed-revision.ts';

export const endpoint = defineEndpoint({
  id: 'analyseMenu',
  route: 'GET /api/menu/analysis',
  side: 'any',
  permission: 'menu.view',
  access: 'read',
  input: z.object({
    id: id(),
    revision: z.optional(integer(1, Number.MAX_SAFE_INTEGER)),
    nutrient: nutrient(),
  }),
  output: Analysis,
  isVersioned: true,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary: {
    zh: '一份食谱给用餐者提供了什么，以及按标准如何评判',
    en: 'What a menu gives those who eat of it, and how that is judged',
  },
  prefetch: async ({ input, deps: { db } }) => {
    const [menu, ground, submitted] = await Promise.all([
      findMenu(db, input.id),
      readAnalysisGround(db, locate(input.id).unit),
      input.revision === undefined ? undefined : findRevision(db, input.id, input.revision),
    ]);
    return { menu, ground, submitted };
  },
  handle: async ({ input, caller, deps, language, prefetched: { menu, ground, submitted } }) => {
    demandMenuOf(caller, locate(input.id).unit);
    if (!menu) throw new AppError('menu_not_found');
    if (input.revision !== undefined && !submitted) throw new AppError('revision_not_found');
    const revision = submitted ?? freeze(await gatherMenu(deps.db, menu.content, ground));
    return new Versioned(analyse({ ...thaw(revision), nutrient: input.nutrient, language }), versionOf(revision));
  },
});

export const handler = serve(endpoint);
