import * as z from 'zod/mini';
import { toUnitRecord, UnitInfo } from '../../lib/domain/unit.ts';
import { integer } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { countPeople, findUnit } from '../../lib/store/unit/unit.ts';
import { findUnitWithIcon } from '../../lib/store/unit/unit-list.ts';

export const endpoint = defineEndpoint({
  id: 'getInfo',
  route: 'GET /api/vender/info',
  side: 'any',
  permission: ['unit.info', 'unit.edit'],
  access: 'read',
  input: z.object({ vender: z.optional(integer(0, Number.MAX_SAFE_INTEGER)) }),
  output: UnitInfo,
  isVersioned: true,
  reasons: ['foreign_unit', 'unit_not_found'],
  summary: {
    zh: '一个单位的全部字段；对管理端还有用户数和角色数',
    en: 'One unit with all its fields; for the admin side with its users and roles counted',
  },
  prefetch: ({ input, session, deps }) => findUnit(deps.db, input.vender ?? session.vender),
  handle: async ({ input: { vender }, caller, deps, prefetched: unit }) => {
    const isPlatform = caller.side === 'admin';
    if (!isPlatform && vender !== undefined && vender !== caller.vender) throw new AppError('foreign_unit');
    if (!unit) throw new AppError('unit_not_found');
    const counting = isPlatform ? countPeople(deps.db, unit.id) : undefined;
    const [found, counts] = await Promise.all([findUnitWithIcon(deps.db, unit), counting]);
    if (!found) throw new AppError('unit_not_found');
    return new Versioned({ ...toUnitRecord(found.unit, found.icon), ...counts }, found.unit.version);
  },
});

export const handler = serve(endpoint);
