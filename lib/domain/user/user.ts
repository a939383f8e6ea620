import * as z from 'zod/mini';
import type { ChangeFields } from '../values/change.ts';
import { about, MAX_NAME_LENGTH, newName, text } from '../values/fields.ts';
import { nameSchemas } from '../values/output.ts';
import { findRole, NO_ROLE, type UnitRoles } from './role.ts';

/** The maximum length of a user's phone. It is short because all users of a unit are read at once. */
export const MAX_PHONE_LENGTH = 32;

/** The facts of a user. This is the one list of them. A fact that a user may lack is optional. */
const userFacts = { name: z.string(), phone: z.string() };
export type UserFacts = z.output<z.ZodMiniObject<typeof userFacts>>;

/** The facts of a new user, before the given ones. */
export const INITIAL_USER: UserFacts = { name: '', phone: '' };

/** Input of a user. The endpoint for new users demands a name. */
export const userFields = {
  name: z.optional(about('Name of the person.', newName(MAX_NAME_LENGTH))),
  phone: z.optional(about('Telephone number.', text(MAX_PHONE_LENGTH))),
} satisfies ChangeFields<UserFacts>;

/** A user as it is stored. */
export const User = z.object({
  ...userFacts,
  /** A stored user may lack it: every release reads such users. */
  phone: z._default(userFacts.phone, ''),
  version: z.int(),
  uid: z.string(),
  /** 0 where the user has no role. */
  roleId: z.int().check(z.minimum(0)),
  /** Milliseconds since the epoch at which the user was created. */
  time: z.int(),
  /** Session epoch: it changes whenever all sessions of the user end, for instance with a new password or uid. */
  epoch: z.string(),
  /** Whether somebody else has set the password; absent: no, or not known. */
  hasGivenPassword: z.optional(z.boolean()),
});
export type User = z.output<typeof User>;

// In answers the name is the second of all. The other facts follow the time.
const { name, ...otherFacts } = userFacts;

/** A user as it is answered. */
export const UserRecord = z.object({
  uid: z.string(),
  name,
  roleId: User.shape.roleId,
  time: z.int(),
  ...otherFacts,
  roleName: z.string(),
});
nameSchemas({ User: UserRecord });

/** Makes the record of a user. A deleted role counts as none. The answer leaves out what `UserRecord` does not have. */
export function toUserRecord(user: User, unitRoles: UnitRoles): z.input<typeof UserRecord> {
  const role = findRole(unitRoles, user.roleId);
  return { ...user, roleId: role?.id ?? NO_ROLE, roleName: role?.roleName ?? '' };
}
