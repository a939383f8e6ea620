import { iconVersion } from '../../lib/domain/icon.ts';
import { unitParameter } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { answerPicture } from '../../lib/http/file-answer.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { findUnitAndIcon } from '../../lib/store/unit/unit-list.ts';
import { readPicture } from '../../lib/text/picture.ts';

export const { endpoint, handler } = defineEndpoint('getUnitIcon', 'GET /api/vender/icon', {
  permission: ['unit.info', 'unit.edit', 'unit.delete'],
  input: { vender: unitParameter(), v: iconVersion() },
  contentType: 'image/*',
  reasons: ['foreign_unit', 'unit_not_found', 'thing_not_found'],
  summary: 'The logo of a unit: its bytes, with an `ETag`. A unit without one is 404.',
  example: { vender: '1' },
  handle: async ({ input: { vender, v }, caller, deps }) => {
    const unit = vender ?? caller.vender;
    if (caller.side !== 'admin' && unit !== caller.vender) throw new AppError('foreign_unit');
    const unitAndIcon = await findUnitAndIcon(deps.db, unit);
    if (!unitAndIcon) throw new AppError('unit_not_found');
    return answerPicture(readPicture(unitAndIcon.icon), v);
  },
});
