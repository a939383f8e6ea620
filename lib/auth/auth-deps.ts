import type { Database } from '../table/database.ts';
import type { HashCost } from './password.ts';
import type { Keyring } from './signing-keys.ts';

/** The dependencies of authentication. */
export interface AuthDeps {
  readonly db: Database;
  readonly keys: Keyring;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly env: { readonly timeZone: string };
  readonly hashCost: HashCost;
}
