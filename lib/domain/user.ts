import * as z from 'zod';
import { AppError } from '../errors.ts';
import { normaliseKey } from './fields.ts';
import { findRole, itemsOf, type RoleRoster } from './role.ts';

export const User = z.object({
  version: z.int(),
  uid: z.string(),
  name: z.string(),
  phone: z.string().default(''),
  /** 0 where the user has no role. */
  roleId: z.int().min(0),
  /** Milliseconds since the epoch at which the user was created. */
  time: z.int(),
  /** Changes whenever all sessions of the user end: new password, new uid. */
  epoch: z.string(),
});
export type User = z.output<typeof User>;

/** A user as the contract lists it. */
export const UserRecord = User.pick({ uid: true, name: true, roleId: true, time: true }).extend({
  phone: z.string(),
  roleName: z.string(),
});

/** The record of a user; a role that is gone counts as none. */
export function toUserRecord(user: User, roster: RoleRoster): z.input<typeof UserRecord> {
  const { name, phone, uid, time } = user;
  const role = findRole(roster, user.roleId);
  return { name, phone, roleId: role?.id ?? 0, roleName: role?.roleName ?? '', uid, time };
}

/** Who manages users: what he holds himself bounds what he can do. */
export interface Actor {
  readonly uid: string;
  readonly items: ReadonlySet<number>;
  readonly isMain: boolean;
}

/** The user an actor is about to change or delete, as he is at that moment. */
export interface Target {
  readonly user: User;
  readonly roster: RoleRoster;
  readonly isMain: boolean;
}

/** @throws AppError `protected_self`, `protected_main_account` where this user cannot be deleted by the actor. */
export function guardDeletion(actor: Actor, target: Target): void {
  if (isSelf(actor, target)) throw new AppError('protected_self');
  if (target.isMain) throw new AppError('protected_main_account');
}

/**
 * @throws AppError `protected_main_account`, `protected_self`, `cannot_grant` where the actor cannot give this user that
 * role (0: none).
 */
export function guardRoleChange(actor: Actor, target: Target, roleId: number): void {
  if (roleId === target.user.roleId) return;
  if (target.isMain) throw new AppError('protected_main_account');
  if (isSelf(actor, target)) throw new AppError('protected_self');
  guardGrant(actor, itemsOf(target.roster, roleId));
}

/**
 * A new password for somebody else is the way to his permissions.
 * @throws AppError `outranked` where the user holds more than the actor does.
 */
export function guardPasswordChange(actor: Actor, target: Target): void {
  if (isSelf(actor, target)) return;
  const holdsMore = itemsOf(target.roster, target.user.roleId).some((item) => !actor.items.has(item));
  if (holdsMore || (target.isMain && !actor.isMain)) throw new AppError('outranked');
}

/** @throws AppError `cannot_grant` where the actor does not hold all the items himself. */
export function guardGrant(actor: Actor, items: readonly number[]): void {
  if (items.some((item) => !actor.items.has(item))) throw new AppError('cannot_grant');
}

function isSelf(actor: Actor, target: Target): boolean {
  return normaliseKey(actor.uid) === normaliseKey(target.user.uid);
}
