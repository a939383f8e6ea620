import { hashDigest } from '../../lib/auth/password.ts';
import { about, digest, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { setMainPassword } from '../../lib/store/unit/unit-account.ts';

export const { endpoint, handler } = defineEndpoint('setUnitPassword', 'POST /api/vender/password', {
  callers: 'admin',
  permission: 'unit.edit',
  logged: { kind: '单位与设置', text: '设置主账号的密码' },
  input: { venderId: about('A unit, but not the platform.', id()), password: digest() },
  reasons: ['unit_not_found'],
  summary: "Sets the password of a unit's main account and ends its sessions.",
  example: { venderId: '2', password: 'BE56E057F20F883E' },
  handle: async ({ input: { venderId, password }, deps }) => {
    await setMainPassword(deps.db, venderId, await hashDigest(password, deps.hashCost));
  },
});
