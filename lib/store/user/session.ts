import { type Key, rolesKey, sessionKey, unitKey, userKey } from '../../../tables/keys.ts';
import { Unit } from '../../domain/unit.ts';
import { UnitRoles } from '../../domain/user/role.ts';
import { type CallerRecords, Session, type SessionRef } from '../../domain/user/session.ts';
import { User } from '../../domain/user/user.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, type Item, putStep, removeStep, type Step } from '../../table/steps.ts';

/** The caller whose records are read. Without a `sessionId` no session is read. */
type CallerRef = Omit<SessionRef, 'sessionId'> & Partial<Pick<SessionRef, 'sessionId'>>;

/** Reads the unit, user, roles and session of a caller in one call. */
export function readCallerRecords(db: Database, callerRef: CallerRef): Promise<CallerRecords> {
  return readRecords(callerRef, (keys) => db.getMany(keys));
}

/** Reads them as of one moment, for a caller whose first read may mix two. It costs twice as much as `readCallerRecords`. */
export function readCallerRecordsSnapshot(db: Database, sessionRef: SessionRef): Promise<CallerRecords> {
  return readRecords(sessionRef, (keys) => db.retryLostRaces(() => db.getSnapshot(keys)));
}

async function readRecords(
  { vender: unit, uid, sessionId }: CallerRef,
  readItems: (keys: readonly Key[]) => Promise<(Item | undefined)[]>,
): Promise<CallerRecords> {
  const keys = [unitKey(unit), userKey(unit, uid), rolesKey(unit)];
  const sessionKeys = sessionId === undefined ? [] : [sessionKey(unit, sessionId)];
  const [unitItem, userItem, rolesItem, sessionItem] = await readItems([...keys, ...sessionKeys]);
  return {
    unit: unitItem && Unit.parse(unitItem),
    user: userItem && User.parse(userItem),
    unitRoles: rolesItem && UnitRoles.parse(rolesItem),
    session: sessionItem && Session.parse(sessionItem),
  };
}

/** Begins a session, along with `steps`; throws `bad_credentials` where the unit is being deleted. */
export async function beginSession(db: Database, unit: number, session: Session, steps: readonly Step[] = []) {
  const beginStep = putStep({ ...sessionKey(unit, session.id), ...session });
  const allSteps = [checkExistsStep(unitKey(unit), 'bad_credentials'), beginStep, ...steps];
  await db.retryLostRaces(() => db.write(allSteps));
}

/** Ends a session; a repeated call does nothing. Throws `not_signed_in` while the unit is being deleted with all sessions. */
export async function endSession(db: Database, unit: number, sessionId: string): Promise<void> {
  const endStep = removeStep(sessionKey(unit, sessionId));
  await db.retryLostRaces(() => db.write([checkExistsStep(unitKey(unit), 'not_signed_in'), endStep]));
}
