import type { Database } from '../table/database.ts';
import type { HashCost } from './password.ts';
import type { Keyring } from './signing-keys.ts';

/** What telling who is calling takes of the wired parts. */
export interface AuthParts {
  readonly db: Database;
  /** The keys of the tokens. */
  readonly keys: Keyring;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly env: { readonly timeZone: string };
  /** What hashing a password costs. */
  readonly hashCost: HashCost;
}
