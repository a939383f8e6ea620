import * as z from 'zod/mini';
import { icon } from '../../lib/domain/icon.ts';
import { unitTextFields } from '../../lib/domain/unit.ts';
import {
  boolean,
  date,
  FREE_TEXT_MAX,
  id,
  NAME_MAX,
  newName,
  requiredText,
  UID_MAX,
} from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findUnit } from '../../lib/store/unit/unit.ts';
import { updateUnit } from '../../lib/store/unit/unit-change.ts';

export const endpoint = defineEndpoint({
  id: 'updateUnit',
  route: 'POST /api/vender',
  side: 'any',
  permission: 'unit.edit',
  access: 'write',
  input: z.object({
    venderId: id(),
    expire: z.optional(date()),
    status: z.optional(boolean()),
    menuReview: z.optional(boolean()),
    category: z.optional(requiredText(FREE_TEXT_MAX)),
    account: z.optional(newName(UID_MAX)),
    name: z.optional(newName(NAME_MAX)),
    icon: z.optional(icon()),
    ...unitTextFields,
  }),
  isVersioned: true,
  reasons: [
    'admin_side_only',
    'foreign_unit',
    'unit_not_found',
    'duplicate_account',
    'duplicate_unit_name',
    'payload_too_large',
    'changed_meanwhile',
  ],
  summary: {
    zh: '修改单位：管理端可改任何单位，单位只能由主账号改自己',
    en: 'Change a unit: any by the admin side, the own one by its main account',
  },
  prefetch: ({ input, deps }) => findUnit(deps.db, input.venderId),
  handle: async ({ input: { venderId, ...change }, caller, deps, prefetched, isMeant }) => {
    if (caller.side === 'business') {
      if (venderId !== caller.vender) throw new AppError('foreign_unit');
      const { expire, status, menuReview } = change;
      if ((expire ?? status ?? menuReview) !== undefined) throw new AppError('admin_side_only');
    }
    await updateUnit(deps.db, venderId, change, { found: prefetched, isMeant });
  },
});

export const handler = serve(endpoint);
