import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { FULL_COST, type HashCost } from './auth/password.ts';
import type { Env } from './env.ts';
import { createLogger, type Logger } from './logger.ts';
import { openClient } from './store/client.ts';
import { Database } from './store/database.ts';

/** The wired parts that handlers work with. */
export interface Deps {
  readonly env: Env;
  readonly db: Database;
  readonly log: Logger;
  /** What hashing a password costs. */
  readonly hashCost: HashCost;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Wires the parts from the settings. `observe` sees the store's client before its first call. */
export function createDeps(env: Env, observe?: (client: DynamoDBClient) => void): Deps {
  return {
    env,
    db: new Database(openClient(env, observe), env.table),
    log: createLogger(env.logLevel, env),
    hashCost: FULL_COST,
    now: Date.now,
  };
}
