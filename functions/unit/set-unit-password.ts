import * as z from 'zod/mini';
import { hashDigest } from '../../lib/auth/password.ts';
import { digest, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findUnit } from '../../lib/store/unit/unit.ts';
import { setMainPassword } from '../../lib/store/unit/unit-password.ts';

export const endpoint = defineEndpoint({
  id: 'setUnitPassword',
  route: 'POST /api/vender/password',
  side: 'admin',
  permission: 'unit.edit',
  access: 'write',
  input: z.object({ venderId: id(), password: digest() }),
  reasons: ['unit_not_found', 'changed_meanwhile'],
  summary: { zh: '设置单位主账号的密码', en: "Set the password of a unit's main account" },
  prefetch: async ({ input: { venderId, password }, deps }) => {
    const [unit, hash] = await Promise.all([findUnit(deps.db, venderId), hashDigest(password, deps.hashCost)]);
    return { unit, hash };
  },
  handle: async ({ input: { venderId }, deps, prefetched: { unit, hash } }) => {
    await setMainPassword(deps.db, venderId, hash, unit);
  },
});

export const handler = serve(endpoint);
