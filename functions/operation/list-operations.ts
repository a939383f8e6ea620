import { OperationPage } from '../../lib/domain/operation.ts';
import { about, cursor, paging, unitParameter } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listOperations } from '../../lib/store/operation.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('listOperations', 'GET /api/log', {
  permission: ['operation.view', 'user.view'],
  input: {
    vender: unitParameter(),
    from: about('The `next` of the page before; absent: from the newest.', cursor(/^\d{16}#[\w=-]{0,100}$/)),
    pageSize: paging.pageSize,
  },
  output: OperationPage,
  reasons: ['foreign_unit', 'unit_not_found'],
  summary:
    'What the users of a unit have done in the last 180 days, newest first. `next` is the `from` of the next ' +
    'page, empty after the last.',
  example: { vender: '1', pageSize: '2' },
  handle: async ({ input: { vender, from, pageSize }, caller, deps }) => {
    const unit = vender ?? caller.vender;
    if (caller.side === 'business' && unit !== caller.vender) throw new AppError('foreign_unit');
    const pageReading = listOperations(deps.db, unit, { from, size: pageSize });
    await Promise.all([pageReading, requireRequestedUnit(deps.db, caller.vender, vender)]);
    return pageReading;
  },
});
