import * as z from 'zod/mini';
import { OperationPage, operationCursor } from '../../lib/domain/operation.ts';
import { integer, paging } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listOperations } from '../../lib/store/operation.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'listOperations',
  route: 'GET /api/log',
  side: 'any',
  permission: ['operation.view', 'user.view'],
  access: 'read',
  input: z.object({
    vender: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    from: operationCursor(),
    pageSize: paging.pageSize,
  }),
  output: OperationPage,
  reasons: ['foreign_unit', 'unit_not_found'],
  summary: {
    zh: '最近 180 天内一个单位的用户做了什么，最新的在前',
    en: 'What the users of a unit have done in the last 180 days, newest first',
  },
  handle: async ({ input: { vender, from, pageSize }, caller, deps }) => {
    const unit = vender ?? caller.vender;
    if (caller.side === 'business' && unit !== caller.vender) throw new AppError('foreign_unit');
    const page = listOperations(deps.db, unit, { from, size: pageSize });
    await Promise.all([page, demandAskedUnit(deps.db, caller.vender, vender)]);
    return page;
  },
});

export const handler = serve(endpoint);
