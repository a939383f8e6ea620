import * as z from 'zod/mini';
import { normaliseKey } from '../../text/normal-form.ts';
import type { Unit } from '../unit.ts';
import type { UnitRoles } from './role.ts';
import type { User } from './user.ts';

/** How long a sign-in lasts, in milliseconds. */
export const SESSION_LIFE_MS = 12 * 60 * 60 * 1000;

/** A session of a signed-in user. It is valid until the user gets a new `epoch`, for instance with a new password. */
export const Session = z.object({
  id: z.string(),
  /** Normalised uid. */
  uid: z.string(),
  epoch: z.string(),
  /** When it ends, in Unix seconds. After that the table may delete it. */
  ttl: z.int(),
});
export type Session = z.output<typeof Session>;

/** The session that a token names, and its user. */
export interface SessionRef {
  /** Normalised uid. */
  readonly uid: string;
  readonly vender: number;
  readonly sessionId: string;
}

/** What the table has of a caller. What is gone is undefined. */
export interface CallerRecords {
  readonly unit: Unit | undefined;
  readonly user: User | undefined;
  readonly unitRoles: UnitRoles | undefined;
  readonly session: Session | undefined;
}

/** Makes a session of the user that begins at `now`, in milliseconds since the epoch. */
export function newSession(id: string, user: User, now: number): Session {
  return { id, uid: normaliseKey(user.uid), epoch: user.epoch, ttl: Math.floor((now + SESSION_LIFE_MS) / 1000) };
}
