import * as z from 'zod/mini';
import { toUserRecord, UserRecord } from '../../lib/domain/user/user.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { getUnitRoles } from '../../lib/store/user/unit-roles.ts';
import { listUsersByUnit } from '../../lib/store/user/user.ts';

export const { endpoint, handler } = defineEndpoint('listUsers', 'GET /api/user', {
  permission: ['user.view', 'user.create', 'user.edit', 'user.delete'],
  output: z.array(UserRecord),
  reasons: ['unit_not_found', 'too_many_matches', 'page_too_large'],
  summary: "The users of the caller's unit with their roles. `roleId` is 0 where a user has none.",
  handle: async ({ caller: { vender }, deps: { db } }) => {
    const [users, unitRoles] = await Promise.all([listUsersByUnit(db, vender), getUnitRoles(db, vender)]);
    return users.map((user) => toUserRecord(user, unitRoles));
  },
});
