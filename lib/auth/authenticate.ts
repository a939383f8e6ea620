import type { Deps } from '../deps.ts';
import { dayOf } from '../domain/calendar.ts';
import type { SessionName } from '../domain/session.ts';
import { readCallerRecords } from '../store/session.ts';
import { type Caller, identifyCaller } from './caller.ts';
import { verifyToken } from './token.ts';

/** The session a token names, if the token is ours. @throws AppError `not_signed_in`. */
export async function openToken(deps: Deps, token: string): Promise<SessionName> {
  return verifyToken(deps.env.signingKeys, token, deps.now());
}

/**
 * Who a session stands for, from what the table holds at this moment.
 * @throws AppError `not_signed_in`, `unit_closed`, `unit_expired`.
 */
export async function loadCaller(deps: Deps, session: SessionName): Promise<Caller> {
  const records = await readCallerRecords(deps.db, session);
  const now = deps.now();
  return identifyCaller(records, now, dayOf(now, deps.env.timeZone));
}
