import { AppError, badField } from '../../errors.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { findRoleItems, type Role, type UnitRoles } from './role.ts';
import type { User } from './user.ts';

/** A user who manages users and roles. He can give and take only permission items that he holds himself. */
export interface Actor {
  readonly uid: string;
  /** 0 where he has no role. */
  readonly roleId: number;
  readonly items: ReadonlySet<number>;
  readonly isMain: boolean;
}

/** The user whom an actor is about to change or delete, as he is at that moment. */
export interface ManagedUser {
  readonly user: User;
  readonly unitRoles: UnitRoles;
  readonly isMain: boolean;
}

/**
 * Requires that the actor can delete this user.
 * @throws AppError `protected_self`, `protected_main_account`, `outranked`.
 */
export function requireMayDelete(actor: Actor, managed: ManagedUser): void {
  if (isSelf(actor, managed)) throw new AppError('protected_self');
  if (managed.isMain) throw new AppError('protected_main_account');
  requireNotOutranked(actor, listUserItems(managed));
}

/**
 * Requires that the actor can give this user that role (0: none). A user who gets another role loses his present one.
 * @throws AppError `protected_main_account`, `protected_self`, `outranked`, `cannot_grant`.
 */
export function requireMayChangeRole(actor: Actor, managed: ManagedUser, roleId: number): void {
  if (roleId === managed.user.roleId) return;
  if (managed.isMain) throw new AppError('protected_main_account');
  if (isSelf(actor, managed)) throw new AppError('protected_self');
  requireNotOutranked(actor, listUserItems(managed));
  requireMayGrant(actor, findRoleItems(managed.unitRoles, roleId));
}

/**
 * Requires that the actor can set this user's password. A password is a way to the user's permissions. For his own, the
 * old password is needed.
 * @throws AppError `invalid_input` for the actor's own; `outranked` where the user holds more than the actor does.
 */
export function requireMaySetPassword(actor: Actor, managed: ManagedUser): void {
  if (isSelf(actor, managed)) throw badField('password', { code: 'own_password' });
  if (managed.isMain && !actor.isMain) throw new AppError('outranked');
  requireNotOutranked(actor, listUserItems(managed));
}

/**
 * Requires that the actor can change the role to `next`. He must hold the items that he adds, and all items of the role if
 * he takes any away. Renaming takes nothing from anybody.
 * @throws AppError `protected_self`, `outranked`, `cannot_grant`.
 */
export function requireMayEditRole(actor: Actor, role: Role, next: Pick<Role, 'roleName' | 'roleItems'>): void {
  const added = next.roleItems.filter((item) => !role.roleItems.includes(item));
  const taken = role.roleItems.filter((item) => !next.roleItems.includes(item));
  const isChanged = next.roleName !== role.roleName || added.length > 0 || taken.length > 0;
  if (isChanged && role.id === actor.roleId) throw new AppError('protected_self');
  if (taken.length > 0) requireNotOutranked(actor, role.roleItems);
  requireMayGrant(actor, added);
}

/**
 * Requires that the actor can delete the role.
 * @throws AppError `protected_self`, `outranked`.
 */
export function requireMayDeleteRole(actor: Actor, role: Role): void {
  if (role.id === actor.roleId) throw new AppError('protected_self');
  requireNotOutranked(actor, role.roleItems);
}

/**
 * Requires that the actor holds all the items himself.
 * @throws AppError `cannot_grant`.
 */
export function requireMayGrant(actor: Actor, items: readonly number[]): void {
  if (lacksAny(actor, items)) throw new AppError('cannot_grant');
}

/**
 * Requires that the actor holds all of these items, which a user or role has.
 * @throws AppError `outranked`.
 */
function requireNotOutranked(actor: Actor, items: readonly number[]): void {
  if (lacksAny(actor, items)) throw new AppError('outranked');
}

function lacksAny(actor: Actor, items: readonly number[]): boolean {
  return items.some((item) => !actor.items.has(item));
}

function listUserItems({ user, unitRoles }: ManagedUser): readonly number[] {
  return findRoleItems(unitRoles, user.roleId);
}

function isSelf(actor: Actor, managed: ManagedUser): boolean {
  return normaliseKey(actor.uid) === normaliseKey(managed.user.uid);
}
