import type { AuthDeps } from '../auth/auth-deps.ts';
import { FULL_COST } from '../auth/password.ts';
import { CachedKeyring, fixedKeyring } from '../auth/signing-keys.ts';
import { openClient, type TableClient } from '../table/client.ts';
import { Database } from '../table/database.ts';
import { type Env, readEnv } from './env.ts';
import { createLogger, type Logger } from './logger.ts';
import { openParameter } from './parameter.ts';

/** The dependencies that handlers work with. */
export interface Deps extends AuthDeps {
  readonly env: Env;
  readonly log: Logger;
}

/** Makes the dependencies from the settings. `observe` gets the table's client before its first call. */
export function createDeps(env: Env, observe?: (client: TableClient) => void): Deps {
  const { signingKeys } = env;
  const client = openClient(env, observe);
  const log = createLogger(env.logLevel, env);
  const reportFault = (fault: unknown, keptIds: readonly string[]) =>
    log.error('signing_keys', fault, { kept: keptIds }, { Defect: 1 });
  const keys =
    typeof signingKeys === 'string'
      ? new CachedKeyring(openParameter(signingKeys, env.region), reportFault)
      : fixedKeyring(signingKeys);
  return { env, db: new Database(client, env.table), keys, log, hashCost: FULL_COST, now: Date.now };
}

/**
 * Returns a view of the table for pages on display. It skips items that cannot be parsed, and logs each as a defect. Reads may be a
 * second behind, unless `isConsistent`: where the page must show what its viewer has just changed.
 */
export function lenientTable({ db, log }: Pick<Deps, 'db' | 'log'>, { isConsistent = false } = {}): Database {
  return db.skippingUnreadable(
    (key, cause) => log.error('unreadable_item', cause, { key }, { Defect: 1 }),
    isConsistent,
  );
}

let processDeps: Deps | undefined;

/** Returns the dependencies of this process. The first request makes them. */
export function sharedDeps(): Deps {
  processDeps ??= createDeps(readEnv(process.env));
  return processDeps;
}
