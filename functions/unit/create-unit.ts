import * as z from 'zod/mini';
import { hashDigest } from '../../lib/auth/password.ts';
import { allItemIds } from '../../lib/auth/permissions.ts';
import { icon } from '../../lib/domain/icon.ts';
import { unitTextFields } from '../../lib/domain/unit.ts';
import {
  boolean,
  date,
  digest,
  FREE_TEXT_MAX,
  NAME_MAX,
  newName,
  requiredText,
  UID_MAX,
} from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { createUnit } from '../../lib/store/unit/unit-change.ts';

export const endpoint = defineEndpoint({
  id: 'createUnit',
  route: 'PUT /api/vender',
  side: 'admin',
  permission: 'unit.create',
  access: 'write',
  creates: true,
  input: z.object({
    account: newName(UID_MAX),
    password: digest(),
    name: newName(NAME_MAX),
    category: requiredText(FREE_TEXT_MAX),
    expire: date(),
    menuReview: z.optional(boolean()),
    icon: z.optional(icon()),
    ...unitTextFields,
  }),
  reasons: ['duplicate_account', 'duplicate_unit_name', 'payload_too_large', 'changed_meanwhile'],
  summary: { zh: '新建单位及其主账号', en: 'Create a unit with its main account' },
  prefetch: ({ input, deps }) => hashDigest(input.password, deps.hashCost),
  handle: async ({ input: { password: _, ...draft }, deps, prefetched: hash }) => {
    const id = await createUnit(deps.db, { ...draft, hash, allItems: allItemIds('business') }, deps.now());
    return Created.of([id], '/api/vender/info?vender=');
  },
});

export const handler = serve(endpoint);
