import * as z from 'zod/mini';
import { listPermissionItems, PermissionItem } from '../../lib/auth/permissions.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'listPermissionItems',
  route: 'GET /api/role/item',
  side: 'any',
  permission: ['role.view', 'role.create', 'role.edit'],
  access: 'read',
  output: z.array(PermissionItem),
  reasons: [],
  summary: "The permission items that roles of the caller's side can have.",
  examples: [{}],
  handle: ({ caller }) => [...listPermissionItems(caller.side)],
});
