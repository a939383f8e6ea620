import { AppError, badField } from '../../errors.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { listRoleItems, type Role, type UnitRoles } from './role.ts';
import type { User } from './user.ts';

/** A user who manages users and roles. He can give and take only permission items that he holds himself. */
export interface Actor {
  readonly uid: string;
  /** 0 where he has no role. */
  readonly roleId: number;
  readonly itemIds: ReadonlySet<number>;
  readonly isMain: boolean;
}

/** The user whom an actor is about to change or delete, as he is at that moment. */
export interface ManagedUser {
  readonly user: User;
  readonly unitRoles: UnitRoles;
  readonly isMain: boolean;
}

/** @throws AppError `protected_self`, `protected_main_account`, `outranked`. */
export function requireMayDeleteUser(actor: Actor, managed: ManagedUser): void {
  if (isSelf(actor, managed)) throw new AppError('protected_self');
  if (managed.isMain) throw new AppError('protected_main_account');
  requireHoldsItemsOf(actor, managed);
}

/**
 * Requires that the actor can give this user that role (0: none). A user who gets another role loses his present one.
 * @throws AppError `protected_main_account`, `protected_self`, `outranked`, `cannot_grant`.
 */
export function requireMayChangeRole(actor: Actor, managed: ManagedUser, roleId: number): void {
  if (roleId === managed.user.roleId) return;
  if (managed.isMain) throw new AppError('protected_main_account');
  if (isSelf(actor, managed)) throw new AppError('protected_self');
  requireHoldsItemsOf(actor, managed);
  requireMayGrant(actor, listRoleItems(managed.unitRoles, roleId));
}

/**
 * Requires that the actor can set this user's password, which is a way to the user's permissions. For his own, the old
 * password is needed.
 * @throws AppError `invalid_input` for the actor's own; `outranked` where the user holds more than the actor does.
 */
export function requireMaySetPassword(actor: Actor, managed: ManagedUser): void {
  if (isSelf(actor, managed)) throw badField('password', { code: 'own_password' });
  if (managed.isMain && !actor.isMain) throw new AppError('outranked');
  requireHoldsItemsOf(actor, managed);
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
  if (taken.length > 0) requireHolds(actor, role.roleItems, 'outranked');
  requireMayGrant(actor, added);
}

/** @throws AppError `protected_self`, `outranked`. */
export function requireMayDeleteRole(actor: Actor, role: Role): void {
  if (role.id === actor.roleId) throw new AppError('protected_self');
  requireHolds(actor, role.roleItems, 'outranked');
}

/** @throws AppError `cannot_grant` where the actor does not hold all these items himself. */
export function requireMayGrant(actor: Actor, items: readonly number[]): void {
  requireHolds(actor, items, 'cannot_grant');
}

function requireHoldsItemsOf(actor: Actor, { user, unitRoles }: ManagedUser): void {
  requireHolds(actor, listRoleItems(unitRoles, user.roleId), 'outranked');
}

function requireHolds(actor: Actor, items: readonly number[], reason: 'outranked' | 'cannot_grant'): void {
  if (items.some((item) => !actor.itemIds.has(item))) throw new AppError(reason);
}

function isSelf(actor: Actor, managed: ManagedUser): boolean {
  return normaliseKey(actor.uid) === normaliseKey(managed.user.uid);
}
