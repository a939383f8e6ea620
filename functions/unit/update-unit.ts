import * as z from 'zod/mini';
import { icon } from '../../lib/domain/icon.ts';
import { unitFields } from '../../lib/domain/unit.ts';
import {
  about,
  boolean,
  date,
  id,
  MAX_FREE_TEXT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_UID_LENGTH,
  newName,
  requiredText,
} from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { updateUnit } from '../../lib/store/unit/unit-change.ts';

export const { endpoint, handler } = defineEndpoint('updateUnit', 'POST /api/vender', {
  permission: 'unit.edit',
  logged: { kind: '单位与设置', text: '修改单位' },
  input: {
    venderId: about('A unit; a unit may name only itself.', id()),
    expire: about(
      'Last day on which the unit can be used, to its end in the time zone of the service. For the platform alone.',
      z.optional(date()),
    ),
    status: about(
      '`true`: open; `false`: closed, so that none of its users can do anything. For the platform alone.',
      z.optional(boolean()),
    ),
    menuReview: about('`true`: its menus are live only once reviewed. For the platform alone.', z.optional(boolean())),
    category: about('Kind of unit.', z.optional(requiredText(MAX_FREE_TEXT_LENGTH))),
    account: about('User id of the new main account.', z.optional(newName(MAX_UID_LENGTH))),
    name: about('Name that no other unit has.', z.optional(newName(MAX_NAME_LENGTH))),
    icon: about('Logo: a data string of a png, jpeg, gif or webp image.', z.optional(icon())),
    ...unitFields,
  },
  isVersioned: true,
  reasons: [
    'admin_side_only',
    'foreign_unit',
    'unit_not_found',
    'duplicate_account',
    'duplicate_unit_name',
    'payload_too_large',
  ],
  summary:
    'Changes a unit: any by the admin side, the own one by its main account. A new `account` makes a user of ' +
    'the unit the main account, or renames it by an id that nobody has.',
  example: { venderId: '1', name: '红旗实验小学', address: '光明路 8 号', contacts: '王老师', phone: '13800000003' },
  handle: async ({ input: { venderId, ...change }, caller, deps, isExpectedVersion }) => {
    if (caller.side === 'business') {
      if (venderId !== caller.vender) throw new AppError('foreign_unit');
      const { expire, status, menuReview } = change;
      if ((expire ?? status ?? menuReview) !== undefined) throw new AppError('admin_side_only');
    }
    const options = { isExpectedVersion, callerSession: caller.side === 'business' ? caller : undefined };
    return new Answer({ version: await updateUnit(deps.db, venderId, change, options) });
  },
});
