import * as z from 'zod/mini';
import { PriceRecord } from '../../lib/domain/ingredient/price.ts';
import { exactNumber } from '../../lib/domain/values/output.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { priceKind, readValues } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('listPrices', 'GET /api/ingredient/price', {
  callers: 'business',
  permission: 'price.view',
  output: z.array(PriceRecord),
  summary: 'The prices of the own unit in the order of the codes: yuan for a kilogram as it is bought.',
  handle: async ({ caller, deps }) => {
    const priceByCode = await readValues(deps.db, caller.vender, priceKind);
    return [...priceByCode].map(([nutrient, price]) => ({ nutrient, price: exactNumber(price) }));
  },
});
