import * as z from 'zod/mini';
import { listPermissionItems, PermissionItem } from '../../lib/auth/permissions.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

export const { endpoint, handler } = defineEndpoint('listPermissionItems', 'GET /api/role/item', {
  permission: ['role.view', 'role.create', 'role.edit'],
  output: z.array(PermissionItem),
  summary: "The permission items that roles of the caller's side can have.",
  handle: ({ caller }) => [...listPermissionItems(caller.side)],
});
