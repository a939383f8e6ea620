import { createDeps, type Deps } from './deps.ts';
import { readEnv } from './env.ts';

let wired: Deps | undefined;

/** The wired parts of this process. The first request wires them. */
export function sharedDeps(): Deps {
  wired ??= createDeps(readEnv(process.env));
  return wired;
}

/**
 * Begins to read the keys of the tokens while the function is still being loaded, if they must be read. The first
 * request reports what is wrong.
 */
export function beginEarly(): void {
  if (!process.env['CATERING_SIGNING_KEYS_PARAMETER']) return;
  try {
    sharedDeps().keys.begin();
  } catch {
    // The settings cannot be read. Each request fails and logs the cause.
  }
}
