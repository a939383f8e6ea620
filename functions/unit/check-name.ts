import * as z from 'zod/mini';
import { about, isReserved, MAX_NAME_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { isUnitNameFree } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('checkName', 'GET /api/vender/check/name', {
  permission: 'session',
  input: { name: about('Name that is wanted; case and width do not matter.', requiredText(MAX_NAME_LENGTH)) },
  output: z.boolean(),
  summary: 'Whether a unit name is free to be taken.',
  example: { name: '光明小学' },
  handle: async ({ input, deps }) => !isReserved(input.name) && isUnitNameFree(deps.db, input.name),
});
