import { createUsers } from '../../../lib/store/user/user.ts';
import type { Sendable } from '../../support/files/attachment.ts';
import { addUnit } from '../../support/nouns/units.ts';
import type { CallOptions } from '../../support/service/service.ts';
import type { Setup } from '../../support/service/setup.ts';
import type { Act } from './trial.ts';

/** One way through one endpoint that writes. */
export interface Scenario {
  readonly title: string;
  /** Whether a repetition without a key may do the same again. */
  readonly mayDouble?: boolean;
  /** Whether only repeating the request finishes it, and not the sweep. */
  readonly isLeftToRepetition?: boolean;
  /** Whether it is left out where time is short, since other scenarios are nearly the same. */
  readonly isExtra?: boolean;
  /** Creates what it needs, and returns the request. */
  prepare(setup: Setup): Promise<Act>;
}

const USERS_AT_ONCE = 25;

export type Parameters = Sendable;

export function ask(route: string, parameters: Parameters, token?: string, rest: CallOptions = {}): Act {
  return { route, parameters, options: { ...(token === undefined ? {} : { token }), ...rest } };
}

/**
 * Creates units one after the other, since at once they would only race for the next id. Returns their ids, ascending.
 */
export async function addUnits({ service }: Setup, count: number): Promise<number[]> {
  const units: number[] = [];
  for (let made = 0; made < count; made++) units.push(await addUnit(service, `many${made}`));
  return units;
}

/** Gives the school users with this role. */
export async function hire({ service, school }: Setup, roleId: number, count: number, unit = school.id): Promise<void> {
  const users = Array.from({ length: count }, (_, index) => {
    const uid = `holder-${unit}-${roleId}-${index}`;
    return { uid, name: uid, phone: '', roleId, passwordHash: 'none' };
  });
  for (let from = 0; from < count; from += USERS_AT_ONCE) {
    await createUsers(service.deps.db, unit, users.slice(from, from + USERS_AT_ONCE), service.deps.now());
  }
}
