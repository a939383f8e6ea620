import * as z from 'zod/mini';
import { namedCode, requireCode } from '../../lib/domain/ingredient/named-code.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';
import { changeMarks } from '../../lib/store/ingredient/mark.ts';

export const endpoint = defineEndpoint({
  id: 'removeMark',
  route: 'DELETE /api/ingredient/mark',
  side: 'business',
  permission: 'mark.edit',
  access: 'write',
  input: z.object(namedCode),
  reasons: ['unit_not_found', 'changed_meanwhile'],
  summary: { zh: '取消一种食材的标记', en: 'Remove the mark of an ingredient' },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input, caller, deps, prefetched: catalogue }) => {
    await changeMarks(deps.db, caller.vender, new Map([[requireCode(input), undefined]]), { catalogue });
  },
});

export const handler = serve(endpoint);
