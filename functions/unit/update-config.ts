import * as z from 'zod/mini';
import { about, decimal, id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { configureUnit } from '../../lib/store/unit/unit-change.ts';

export const endpoint = defineEndpoint({
  id: 'updateConfig',
  route: 'POST /api/vender/config',
  side: 'business',
  permission: 'config.edit',
  access: 'write',
  input: z.object({
    vender: about('The own unit.', id()),
    breakfast: about('Per cent of the energy of a day.', decimal()),
    dinner: about('Per cent of the energy of a day.', decimal()),
    lunch: about('Per cent of the energy of a day.', decimal()),
  }),
  isVersioned: true,
  reasons: ['foreign_unit', 'unit_not_found', 'changed_meanwhile'],
  summary: 'Sets the shares of the three meals in the energy of a day.',
  examples: [{ vender: '1', breakfast: '25', lunch: '40.5', dinner: '34.5' }],
  handle: async ({ input: { vender, ...config }, caller, deps, isExpectedVersion }) => {
    if (vender !== caller.vender) throw new AppError('foreign_unit');
    return new Versioned(undefined, await configureUnit(deps.db, vender, config, isExpectedVersion));
  },
});

export const handler = serve(endpoint);
