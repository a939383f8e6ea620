import * as z from 'zod/mini';
import { requireAssigned, StandardRecord, toStandardRecord } from '../../lib/domain/standard.ts';
import { about, id, keyword } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { getStandard, selectStandards } from '../../lib/store/standard.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

/** The list has no pages: if more standards match, the caller must narrow the search. */
const MAX_STANDARDS = 200;

export const { endpoint, handler } = defineEndpoint('selectStandards', 'GET /api/nutrition/select', {
  permission: ['standard.view', 'standard.edit', 'menu.view', 'menu.create', 'menu.edit'],
  input: {
    id: about('The one standard to read.', z.optional(id())),
    vender: about('The unit whose standards to list; absent: the own one, for the platform all.', z.optional(id())),
    keyword: keyword(),
  },
  output: z.union([z.array(StandardRecord), StandardRecord]),
  isVersioned: true,
  reasons: ['standard_not_found', 'foreign_unit', 'unit_not_found', 'too_many_matches', 'page_too_large'],
  summary:
    'The nutrition standards of a unit, newest first; with `id`, that one. Its `ETag` is for `If-Match` of ' +
    '`POST /api/nutrition`.',
  example: [{ vender: '1', keyword: '学龄' }, { id: '1' }],
  handle: async ({ input, caller, deps }) => {
    const { id: standardId, vender } = input;
    const onlyUnit = caller.side === 'business' ? caller.vender : undefined;
    if (onlyUnit !== undefined && vender !== undefined && vender !== onlyUnit) throw new AppError('foreign_unit');
    if (standardId !== undefined) {
      const standard = await getStandard(deps.db, standardId);
      requireAssigned(standard, onlyUnit);
      return new Answer({ body: toStandardRecord(standard, onlyUnit), version: standard.version });
    }
    const filter = { keyword: input.keyword, vender: onlyUnit ?? vender };
    const [standards] = await Promise.all([
      selectStandards(deps.db, filter, MAX_STANDARDS),
      requireRequestedUnit(deps.db, caller.vender, vender),
    ]);
    return standards.map((standard) => toStandardRecord(standard, onlyUnit));
  },
});
