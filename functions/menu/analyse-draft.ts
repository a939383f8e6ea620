import * as z from 'zod/mini';
import { analyse } from '../../lib/domain/analysis/analyse.ts';
import { nutrient } from '../../lib/domain/analysis/nutrient-field.ts';
import { Analysis } from '../../lib/domain/analysis/shape.ts';
import { findMisfits } from '../../lib/domain/menu/menu.ts';
import { menuFields, newContent } from '../../lib/domain/menu/menu-fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { gatherMenu, readDraftGround, withStandard } from '../../lib/store/menu/analysis.ts';

export const endpoint = defineEndpoint({
  id: 'analyseDraft',
  route: 'POST /api/menu/analysis',
  side: 'business',
  permission: ['menu.create', 'menu.edit'],
  access: 'read',
  input: z.object({
    ...menuFields,
    start: menuFields.start.def.innerType,
    groups: menuFields.groups.def.innerType,
    nutrient: nutrient(),
  }),
  output: Analysis,
  reasons: ['unit_not_found', 'menu_too_large', 'page_too_large'],
  summary: { zh: '分析一份未保存的食谱', en: 'The same of a menu that is not stored' },
  prefetch: ({ session, deps }) => readDraftGround(deps.db, session.vender),
  handle: async ({ input: { nutrient: told, ...facts }, caller, deps, language, prefetched: ground }) => {
    const content = newContent({ ...facts, name: facts.name ?? '' });
    const fields = findMisfits(content);
    if (fields.length > 0) throw new AppError('invalid_input', { fields });
    const isNone = facts.standard === 'none';
    const judged = await withStandard(deps.db, caller.vender, content, { standards: ground.standards, isNone });
    return analyse({ ...(await gatherMenu(deps.db, judged, ground)), nutrient: told, language });
  },
});

export const handler = serve(endpoint);
