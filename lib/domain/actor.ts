import { AppError, badField } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { itemsOf, type Role, type RoleRoster } from './role.ts';
import type { User } from './user.ts';

/** Who manages users and roles: what he holds himself bounds what he can do. */
export interface Actor {
  readonly uid: string;
  /** 0 where he has no role. */
  readonly roleId: number;
  readonly items: ReadonlySet<number>;
  readonly isMain: boolean;
}

/** The user an actor is about to change or delete, as he is at that moment. */
export interface Target {
  readonly user: User;
  readonly roster: RoleRoster;
  readonly isMain: boolean;
}

/**
 * @throws AppError `protected_self`, `protected_main_account`, `outranked` where this user cannot be deleted by the
 * actor.
 */
export function guardDeletion(actor: Actor, target: Target): void {
  if (isSelf(actor, target)) throw new AppError('protected_self');
  if (target.isMain) throw new AppError('protected_main_account');
  guardRank(actor, heldBy(target));
}

/**
 * Whoever is given another role loses the one he has.
 * @throws AppError `protected_main_account`, `protected_self`, `outranked`, `cannot_grant` where the actor cannot give
 * this user that role (0: none).
 */
export function guardRoleChange(actor: Actor, target: Target, roleId: number): void {
  if (roleId === target.user.roleId) return;
  if (target.isMain) throw new AppError('protected_main_account');
  if (isSelf(actor, target)) throw new AppError('protected_self');
  guardRank(actor, heldBy(target));
  guardGrant(actor, itemsOf(target.roster, roleId));
}

/**
 * A new password for somebody else is the way to his permissions. One's own takes the old one.
 * @throws AppError `invalid_input` for the actor's own; `outranked` where the user holds more than the actor does.
 */
export function guardPasswordChange(actor: Actor, target: Target): void {
  if (isSelf(actor, target)) throw badField('password', { code: 'own_password' });
  if (target.isMain && !actor.isMain) throw new AppError('outranked');
  guardRank(actor, heldBy(target));
}

/**
 * Renaming a role takes nothing from anybody; adding items gives no more than the actor holds.
 * @throws AppError `protected_self`, `outranked`, `cannot_grant` where the actor cannot make that of the role.
 */
export function guardRoleEdit(actor: Actor, role: Role, next: Pick<Role, 'roleName' | 'roleItems'>): void {
  const added = next.roleItems.filter((item) => !role.roleItems.includes(item));
  const taken = role.roleItems.filter((item) => !next.roleItems.includes(item));
  const isChanged = next.roleName !== role.roleName || added.length > 0 || taken.length > 0;
  if (isChanged && role.id === actor.roleId) throw new AppError('protected_self');
  if (taken.length > 0) guardRank(actor, role.roleItems);
  guardGrant(actor, added);
}

/** @throws AppError `protected_self`, `outranked` where the actor cannot delete the role. */
export function guardRoleDeletion(actor: Actor, role: Role): void {
  if (role.id === actor.roleId) throw new AppError('protected_self');
  guardRank(actor, role.roleItems);
}

/** @throws AppError `cannot_grant` where the actor does not hold all the items himself. */
export function guardGrant(actor: Actor, items: readonly number[]): void {
  if (lacksAny(actor, items)) throw new AppError('cannot_grant');
}

/** @throws AppError `outranked` where whoever or whatever has these items has one that the actor does not hold. */
function guardRank(actor: Actor, items: readonly number[]): void {
  if (lacksAny(actor, items)) throw new AppError('outranked');
}

function lacksAny(actor: Actor, items: readonly number[]): boolean {
  return items.some((item) => !actor.items.has(item));
}

function heldBy({ user, roster }: Target): readonly number[] {
  return itemsOf(roster, user.roleId);
}

function isSelf(actor: Actor, target: Target): boolean {
  return normaliseKey(actor.uid) === normaliseKey(target.user.uid);
}
