import { type Key, rolesKey, sessionKey, unitKey, userKey } from '../../../tables/keys.ts';
import { Unit } from '../../domain/unit.ts';
import { UnitRoles } from '../../domain/user/role.ts';
import { type CallerRecords, Session, type SessionRef } from '../../domain/user/session.ts';
import { User } from '../../domain/user/user.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, type Item, putStep, removeStep, type Step } from '../../table/steps.ts';

/** Reads the user, unit, roles and session of a token in one call. */
export async function readCallerRecords(db: Database, sessionRef: SessionRef): Promise<CallerRecords> {
  return toCallerRecords(await db.getMany(callerKeys(sessionRef)));
}

/** Reads the records of `readCallerRecords` in a transaction, as of one moment. */
export async function readCallerRecordsSnapshot(db: Database, sessionRef: SessionRef): Promise<CallerRecords> {
  return toCallerRecords(await db.retryLostRaces(() => db.getSnapshot(callerKeys(sessionRef))));
}

function callerKeys({ vender, uid, sessionId }: SessionRef): Key[] {
  return [...recordKeysOfUser({ vender, uid }), sessionKey(vender, sessionId)];
}

/** The keys of the records of a caller, without the session. */
export function recordKeysOfUser({ vender, uid }: Omit<SessionRef, 'sessionId'>): Key[] {
  return [unitKey(vender), userKey(vender, uid), rolesKey(vender)];
}

/** The records of these items, which are in the order unit, user, roles, session. */
export function toCallerRecords(items: readonly (Item | undefined)[]): CallerRecords {
  const [unitItem, userItem, rolesItem, sessionItem] = items;
  return {
    unit: unitItem && Unit.parse(unitItem),
    user: userItem && User.parse(userItem),
    unitRoles: rolesItem && UnitRoles.parse(rolesItem),
    session: sessionItem && Session.parse(sessionItem),
  };
}

/** Begins a session, along with `furtherSteps`; throws `bad_credentials` where the unit is being deleted. */
export async function beginSession(db: Database, unit: number, session: Session, furtherSteps: readonly Step[] = []) {
  const startStep = putStep({ ...sessionKey(unit, session.id), ...session });
  const steps = [checkExistsStep(unitKey(unit), 'bad_credentials'), startStep, ...furtherSteps];
  await db.retryLostRaces(() => db.write(steps));
}

/** Ends a session, even twice; throws `not_signed_in` while the unit is being deleted: then all its sessions have ended. */
export async function endSession(db: Database, unit: number, sessionId: string): Promise<void> {
  const endStep = removeStep(sessionKey(unit, sessionId));
  await db.retryLostRaces(() => db.write([checkExistsStep(unitKey(unit), 'not_signed_in'), endStep]));
}
