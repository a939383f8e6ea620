import { toUnitRecord, UnitInfo } from '../../lib/domain/unit.ts';
import { unitParameter } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { countUsersAndRoles } from '../../lib/store/unit/unit.ts';
import { findUnitAndIcon } from '../../lib/store/unit/unit-list.ts';

export const { endpoint, handler } = defineEndpoint('getInfo', 'GET /api/vender/info', {
  permission: ['unit.info', 'unit.edit'],
  input: { vender: unitParameter() },
  output: UnitInfo,
  isVersioned: true,
  reasons: ['foreign_unit', 'unit_not_found'],
  summary:
    'One unit with all its fields; for the admin side with its users and roles counted. Its `ETag` is for ' +
    '`If-Match` of `POST /api/vender`.',
  example: { vender: '1' },
  handle: async ({ input: { vender }, caller, deps }) => {
    const isPlatform = caller.side === 'admin';
    if (!isPlatform && vender !== undefined && vender !== caller.vender) throw new AppError('foreign_unit');
    const unitId = vender ?? caller.vender;
    const countReading = isPlatform ? countUsersAndRoles(deps.db, unitId) : undefined;
    const [unitAndIcon, counts] = await Promise.all([findUnitAndIcon(deps.db, unitId), countReading]);
    if (!unitAndIcon) throw new AppError('unit_not_found');
    const { unit, icon } = unitAndIcon;
    return new Answer({ body: { ...toUnitRecord(unit, icon), ...counts }, version: unit.version });
  },
});
