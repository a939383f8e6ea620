import * as z from 'zod/mini';
import { nameSchemas } from '../values/schema-name.ts';
import { findRole, type RoleRoster } from './role.ts';

/** The most characters of a user's phone: the list of all users of a unit is read as a whole. */
export const PHONE_MAX = 32;

export const User = z.object({
  version: z.int(),
  uid: z.string(),
  name: z.string(),
  phone: z._default(z.string(), ''),
  /** 0 where the user has no role. */
  roleId: z.int().check(z.minimum(0)),
  /** Milliseconds since the epoch at which the user was created. */
  time: z.int(),
  /** It changes whenever all sessions of the user end, for instance with a new password or uid. */
  epoch: z.string(),
});
export type User = z.output<typeof User>;

/** A user as the contract lists it. */
export const UserRecord = z.extend(z.pick(User, { uid: true, name: true, roleId: true, time: true }), {
  phone: z.string(),
  roleName: z.string(),
});
nameSchemas({ User: UserRecord });

/** The record of a user. A role that is gone counts as none. */
export function toUserRecord(user: User, roster: RoleRoster): z.input<typeof UserRecord> {
  const { name, phone, uid, time } = user;
  const role = findRole(roster, user.roleId);
  return { name, phone, roleId: role?.id ?? 0, roleName: role?.roleName ?? '', uid, time };
}
