import * as z from 'zod/mini';
import { hashDigest } from '../../lib/auth/password.ts';
import { guardGrant } from '../../lib/domain/user/actor.ts';
import { itemsOf } from '../../lib/domain/user/role.ts';
import { PHONE_MAX } from '../../lib/domain/user/user.ts';
import { digest, id, NAME_MAX, newName, text, UID_MAX } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { createUser } from '../../lib/store/user/user.ts';

export const endpoint = defineEndpoint({
  id: 'createUser',
  route: 'PUT /api/user',
  side: 'any',
  permission: 'user.create',
  access: 'write',
  creates: true,
  input: z.object({
    uid: newName(UID_MAX),
    name: newName(NAME_MAX),
    password: digest(),
    roleId: id(),
    phone: z._default(text(PHONE_MAX), ''),
  }),
  reasons: ['duplicate_uid', 'quota_reached', 'unknown_role', 'cannot_grant', 'unit_not_found', 'changed_meanwhile'],
  summary: { zh: '新建本单位的用户', en: 'Create a user of the own unit' },
  prefetch: ({ input, deps }) => hashDigest(input.password, deps.hashCost),
  handle: async ({ input: { password: _, ...draft }, caller, deps, prefetched: hash }) => {
    await createUser(deps.db, caller.vender, { ...draft, hash }, deps.now(), (roster) =>
      guardGrant(caller, itemsOf(roster, draft.roleId)),
    );
    return Created.of([draft.uid], '/api/user');
  },
});

export const handler = serve(endpoint);
