import * as z from 'zod/mini';
import { MAX_UNITS_OF_STANDARD } from '../../lib/domain/standard.ts';
import { standardFields } from '../../lib/domain/standard-fields.ts';
import { about, id, required } from '../../lib/domain/values/fields.ts';
import { idList } from '../../lib/domain/values/list-fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { createStandard } from '../../lib/store/standard.ts';

export const { endpoint, handler } = defineEndpoint('createStandard', 'PUT /api/nutrition', {
  permission: 'standard.create',
  logged: { kind: '营养标准', text: '新建营养标准' },
  answersNewIds: true,
  isVersioned: true,
  input: {
    name: required(standardFields.name),
    vendors: about('Units that it is assigned to.', idList(MAX_UNITS_OF_STANDARD, 1)),
    overflow: required(standardFields.overflow),
    from: about('The standard whose figures and prohibitions the new one gets.', z.optional(id())),
  },
  reasons: ['standard_not_found', 'unknown_unit', 'payload_too_large'],
  summary:
    'Creates a nutrition standard, empty or as a copy, and assigns it to units. `POST /api/nutrition` sets its figures.',
  example: { name: '青少年膳食标准', vendors: '1,2', overflow: '0.1', from: '1' },
  handle: async ({ input, deps }) =>
    Answer.created([await createStandard(deps.db, input)], '/api/nutrition/select?id='),
});
