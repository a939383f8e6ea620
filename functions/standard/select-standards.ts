import * as z from 'zod/mini';
import { demandAssigned, StandardRecord, toStandardRecord } from '../../lib/domain/standard.ts';
import { id, keyword } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { getStandard, readStandardsHead, selectStandards } from '../../lib/store/standard.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

/** The list has no pages: if more standards match, the caller must narrow the search. */
const MOST_MATCHES = 200;

export const endpoint = defineEndpoint({
  id: 'selectStandards',
  route: 'GET /api/nutrition/select',
  side: 'any',
  permission: ['standard.view', 'standard.edit', 'menu.view', 'menu.create', 'menu.edit'],
  access: 'read',
  input: z.object({ id: z.optional(id()), vender: z.optional(id()), keyword: keyword() }),
  output: z.union([StandardRecord, z.array(StandardRecord)]),
  isVersioned: true,
  reasons: ['standard_not_found', 'foreign_unit', 'unit_not_found', 'too_many_matches', 'page_too_large'],
  summary: {
    zh: '带 id：该营养标准。不带 id：一个单位的营养标准，可按名称查找',
    en: 'With id: that nutrition standard. Without: those of a unit, by name',
  },
  prefetch: async ({ input, session, deps }) => {
    if (input.id !== undefined) return undefined;
    const head = readStandardsHead(deps.db);
    await Promise.all([head, demandAskedUnit(deps.db, session.vender, input.vender)]);
    return head;
  },
  handle: async ({ input: { id: one, vender, keyword: word }, caller, deps, prefetched }) => {
    const onlyUnit = caller.side === 'business' ? caller.vender : undefined;
    if (onlyUnit !== undefined && vender !== undefined && vender !== onlyUnit) throw new AppError('foreign_unit');
    if (one !== undefined) {
      const standard = await getStandard(deps.db, one);
      demandAssigned(standard, onlyUnit);
      return new Versioned(toStandardRecord(standard, onlyUnit), standard.version);
    }
    const filter = { keyword: word, vender: onlyUnit ?? vender };
    const standards = await selectStandards(deps.db, filter, MOST_MATCHES, prefetched);
    return standards.map((standard) => toStandardRecord(standard, onlyUnit));
  },
});

export const handler = serve(endpoint);
