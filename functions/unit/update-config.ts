import * as z from 'zod/mini';
import { decimal, id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { configureUnit } from '../../lib/store/unit/unit-change.ts';

export const endpoint = defineEndpoint({
  id: 'updateConfig',
  route: 'POST /api/vender/config',
  side: 'business',
  permission: 'config.edit',
  access: 'write',
  input: z.object({ vender: id(), breakfast: decimal(), dinner: decimal(), lunch: decimal() }),
  reasons: ['foreign_unit', 'unit_not_found', 'changed_meanwhile'],
  summary: { zh: '设置本单位的三餐比例', en: 'Set the three meal values of the own unit' },
  handle: async ({ input: { vender, ...config }, caller, deps }) => {
    if (vender !== caller.vender) throw new AppError('foreign_unit');
    await configureUnit(deps.db, vender, config);
  },
});

export const handler = serve(endpoint);
