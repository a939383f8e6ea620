import * as z from 'zod/mini';
import { ingredientFilter } from '../../lib/domain/ingredient/ingredient.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer, XLSX } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { writeMarkTemplate } from '../../lib/sheets/code-template.ts';
import { listMarkableIngredients, readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';
import { listMarksByUnit } from '../../lib/store/ingredient/mark.ts';

export const endpoint = defineEndpoint({
  id: 'getMarkTemplate',
  route: 'GET /api/ingredient/mark/template',
  side: 'business',
  permission: ['ingredient.view', 'mark.edit'],
  access: 'read',
  input: z.object(ingredientFilter),
  contentType: XLSX,
  reasons: ['too_many_matches'],
  summary: {
    zh: '食材目录和本单位标记的工作簿，填写后上传',
    en: 'A workbook of the catalogue and the marks of the own unit, to be filled in and uploaded',
  },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input, caller, deps, prefetched: head }) => {
    const marks = await listMarksByUnit(deps.db, caller.vender);
    const ingredients = await listMarkableIngredients(deps.db, input, { marks, own: marks.keys() }, head);
    return new FileAnswer(XLSX, writeMarkTemplate(ingredients, marks), { fileName: '食材标记.xlsx' });
  },
});

export const handler = serve(endpoint);
