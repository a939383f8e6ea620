import * as z from 'zod/mini';
import { PriceRecord } from '../../lib/domain/ingredient/price.ts';
import { exactNumber } from '../../lib/domain/values/output.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listPricesByUnit } from '../../lib/store/ingredient/price.ts';

export const { endpoint, handler } = defineEndpoint('listPrices', {
  route: 'GET /api/ingredient/price',
  side: 'business',
  permission: 'price.view',
  output: z.array(PriceRecord),
  summary: 'The prices of the own unit in the order of the codes: yuan for a kilogram as it is bought.',
  handle: async ({ caller, deps }) => {
    const priceByCode = await listPricesByUnit(deps.db, caller.vender);
    return [...priceByCode].map(([nutrient, price]) => ({ nutrient, price: exactNumber(price) }));
  },
});
