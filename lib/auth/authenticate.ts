import type { SessionName } from '../domain/user/session.ts';
import { dayOf } from '../domain/values/calendar.ts';
import { confirmCallerRecords, readCallerRecords } from '../store/user/session.ts';
import { type Caller, identifyCaller, isTorn } from './caller.ts';
import type { AuthParts } from './parts.ts';
import { lacksKey, verifyToken } from './token.ts';

/**
 * The session that a token names.
 * @throws AppError `not_signed_in` where the token is not ours.
 */
export async function openToken({ keys, now }: AuthParts, token: string): Promise<SessionName> {
  const held = await keys.current(now());
  try {
    return await verifyToken(held, token, now());
  } catch (error) {
    if (!lacksKey(error)) throw error;
    // The token may be signed by a newer key than this function has.
    const renewed = await keys.renew(now());
    if (renewed === held) throw error;
    return verifyToken(renewed, token, now());
  }
}

/**
 * The caller of a session, by what the table holds now.
 * @throws AppError `not_signed_in`; `unit_closed`, `unit_expired` unless the session may be of any unit.
 */
export async function loadCaller(deps: AuthParts, session: SessionName, isOfAnyUnit = false): Promise<Caller> {
  const found = await readCallerRecords(deps.db, session);
  const records = isTorn(found) ? await confirmCallerRecords(deps.db, session) : found;
  const now = deps.now();
  return identifyCaller(records, now, isOfAnyUnit ? undefined : dayOf(now, deps.env.timeZone));
}
