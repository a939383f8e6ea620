import * as z from 'zod/mini';
import { ingredientFilter } from '../../lib/domain/ingredient/ingredient.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer, XLSX } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { writePriceTemplate } from '../../lib/sheets/code-template.ts';
import { listMarkableIngredients, readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';
import { listMarksByUnit } from '../../lib/store/ingredient/mark.ts';
import { listPricesByUnit } from '../../lib/store/ingredient/price.ts';

export const endpoint = defineEndpoint({
  id: 'getPriceTemplate',
  route: 'GET /api/ingredient/price/template',
  side: 'business',
  permission: ['price.view', 'price.edit'],
  access: 'read',
  input: z.object(ingredientFilter),
  contentType: XLSX,
  reasons: ['too_many_matches'],
  summary: {
    zh: '食材目录和本单位采购价的工作簿，填写后上传',
    en: 'A workbook of the catalogue and the prices of the own unit, to be filled in and uploaded',
  },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input, caller, deps, prefetched: head }) => {
    const [prices, marks] = await Promise.all([
      listPricesByUnit(deps.db, caller.vender),
      // Only a search by mark needs the marks.
      input.mark === undefined ? new Map() : listMarksByUnit(deps.db, caller.vender),
    ]);
    const ingredients = await listMarkableIngredients(deps.db, input, { marks, own: prices.keys() }, head);
    return new FileAnswer(XLSX, writePriceTemplate(ingredients, prices), { fileName: '食材价格.xlsx' });
  },
});

export const handler = serve(endpoint);
