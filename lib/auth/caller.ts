import * as z from 'zod/mini';
import { findUsabilityProblem, PLATFORM } from '../domain/unit.ts';
import { findRole, NO_ROLE } from '../domain/user/role.ts';
import type { CallerRecords, SessionRef } from '../domain/user/session.ts';
import { toDay } from '../domain/values/calendar.ts';
import { nameSchemas } from '../domain/values/output.ts';
import { AppError } from '../errors.ts';
import { readCallerRecords, readCallerRecordsSnapshot } from '../store/user/session.ts';
import { normaliseKey } from '../text/normal-form.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { CallerSide } from './permissions.ts';

/** What `GET /api/me` answers about the caller and the caller's unit. */
export const MeRecord = z.object({
  /** Unix time in milliseconds at which the session ends. */
  expire: z.int(),
  uid: z.string(),
  name: z.string(),
  phone: z.string(),
  side: z.enum(['admin', 'business']),
  vender: z.int().check(z.minimum(0)),
  venderName: z.string(),
  /** The unit's last day as UTC midnight; absent for the platform, which does not expire. */
  venderExpire: z.optional(z.int()),
  /** 0 where the user has no role. */
  roleId: z.int().check(z.minimum(0)),
  roleName: z.string(),
  roleItems: z.array(z.int()),
  isMain: z.boolean(),
  /** Whether somebody else has set the password; absent: no, or not known. */
  hasGivenPassword: z.optional(z.boolean()),
  /** The time zone of the service, which decides what day today is. */
  timeZone: z.string(),
});
nameSchemas({ Me: MeRecord });

/** The caller, as the verified token names them. The tenant of every call is `vender`, never a parameter. */
export interface Caller extends Readonly<Omit<z.output<typeof MeRecord>, 'roleItems' | 'timeZone'>> {
  readonly itemIds: ReadonlySet<number>;
  readonly sessionId: string;
  /** The epoch of the session, a random text: see `User`. */
  readonly epoch: string;
}

/** Returns the side of a unit's users: unit 0 is the platform. */
export function toSide(vender: number): CallerSide {
  return vender === PLATFORM ? 'admin' : 'business';
}

/**
 * Whether the records may be of two moments. When callers change their own password, the user's new epoch may be visible
 * before the session's. When they get a new role, the changed user may be visible before the role.
 */
function mayBeTorn({ user, unitRoles, session }: CallerRecords): boolean {
  if (!user || !unitRoles || !session) return false;
  return session.epoch !== user.epoch || (user.roleId !== NO_ROLE && !findRole(unitRoles, user.roleId));
}

/** Reads the caller of a session as they are now. @throws AppError as `identifyCaller` does. */
export async function loadCaller(deps: AuthDeps, session: SessionRef, allowsClosedUnits = false): Promise<Caller> {
  const { db, env } = deps;
  const firstRead = await readCallerRecords(db, session);
  // A caller is not refused because of records of two moments.
  const records = mayBeTorn(firstRead) ? await readCallerRecordsSnapshot(db, session) : firstRead;
  const now = deps.now();
  return identifyCaller(records, now, allowsClosedUnits ? undefined : toDay(now, env.timeZone));
}

/**
 * Identifies the caller by the records of a session. `today` is undefined where the state of the unit does not matter.
 * @throws AppError `not_signed_in` where session, user or unit is gone or the session has ended; `unit_closed`,
 * `unit_expired` where the unit may not be used on `today`.
 */
export function identifyCaller(records: CallerRecords, now: number, today: string | undefined): Caller {
  const { unit, user, unitRoles, session } = records;
  if (!unit || !user || !unitRoles || !session || unit.deleting) throw new AppError('not_signed_in');
  const isLive = session.ttl * 1000 > now && session.uid === normaliseKey(user.uid) && session.epoch === user.epoch;
  if (!isLive) throw new AppError('not_signed_in');
  const problem = today === undefined ? undefined : findUsabilityProblem(unit, today);
  if (problem) throw new AppError(problem);
  const role = findRole(unitRoles, user.roleId);
  return {
    uid: user.uid,
    name: user.name,
    phone: user.phone,
    vender: unit.id,
    venderName: unit.name,
    venderExpire: unit.expire === undefined ? undefined : Date.parse(`${unit.expire}T00:00:00Z`),
    side: toSide(unit.id),
    roleId: role?.id ?? NO_ROLE,
    roleName: role?.roleName ?? '',
    itemIds: new Set(role?.roleItems),
    isMain: normaliseKey(unit.account) === normaliseKey(user.uid),
    hasGivenPassword: user.hasGivenPassword,
    sessionId: session.id,
    epoch: session.epoch,
    expire: session.ttl * 1000,
  };
}

/** Makes what callers learn of themselves. The time zone is that of the service. */
export function toMeRecord(caller: Caller, timeZone: string): z.input<typeof MeRecord> {
  return { ...caller, roleItems: [...caller.itemIds], timeZone };
}
