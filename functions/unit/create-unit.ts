import * as z from 'zod/mini';
import { hashDigest } from '../../lib/auth/password.ts';
import { listItemIds } from '../../lib/auth/permissions.ts';
import { icon } from '../../lib/domain/icon.ts';
import { unitFields } from '../../lib/domain/unit.ts';
import { toDay } from '../../lib/domain/values/calendar.ts';
import {
  about,
  boolean,
  date,
  digest,
  id,
  MAX_FREE_TEXT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_UID_LENGTH,
  newName,
  orNone,
  requiredText,
} from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { createUnitWithStandard } from '../../lib/store/standard-assignment.ts';

export const { endpoint, handler } = defineEndpoint('createUnit', 'PUT /api/vender', {
  permission: 'unit.create',
  logged: { kind: '单位与设置', text: '新建单位' },
  answersNewIds: true,
  isVersioned: true,
  input: {
    account: about('User id of its main account, which no user of the service has.', newName(MAX_UID_LENGTH)),
    password: digest(),
    name: about('Name that no other unit has.', newName(MAX_NAME_LENGTH)),
    category: about(
      'Kind of unit, such as a `key` of the list `category` of `GET /api/basic/enum`.',
      requiredText(MAX_FREE_TEXT_LENGTH),
    ),
    expire: about('Last day on which the unit can be used, to its end in the time zone of the service.', date()),
    menuReview: about('`true`: its menus are live only once the platform has reviewed them.', z.optional(boolean())),
    standard: about(
      'The standard that it gets; empty: none; absent: the newest one that names its category.',
      z.optional(orNone(id())),
    ),
    icon: about('Logo: a data string of a png, jpeg, gif or webp image.', z.optional(icon())),
    ...unitFields,
  },
  reasons: ['duplicate_account', 'duplicate_unit_name', 'standard_not_found', 'payload_too_large'],
  summary: 'Creates a unit with its main account, which can sign in at once. It gets a standard.',
  example: {
    account: 'guangming',
    password: 'BE56E057F20F883E',
    name: '光明小学',
    category: '小学',
    expire: '2027-07-31',
    menuReview: 'false',
    address: '光明路 8 号',
    contacts: '王老师',
    phone: '13800000003',
    email: 'office@guangming.example',
    province: '河北省',
    city: '保定市',
    area: '莲池区',
  },
  handle: async ({ input: { password, ...draft }, deps }) => {
    const passwordHash = await hashDigest(password, deps.hashCost);
    const now = deps.now();
    const rights = { passwordHash, systemRoleItems: listItemIds('business'), since: toDay(now, deps.env.timeZone) };
    const unitId = await createUnitWithStandard(deps.db, { ...draft, ...rights }, now);
    return Answer.created([unitId], '/api/vender/info?vender=');
  },
});
