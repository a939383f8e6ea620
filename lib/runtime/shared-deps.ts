import { createDeps, type Deps } from './deps.ts';
import { readEnv } from './env.ts';

let wired: Deps | undefined;

/** The parts of this process, wired at the first request. */
export function sharedDeps(): Deps {
  wired ??= createDeps(readEnv(process.env));
  return wired;
}

/**
 * Begins to read the keys of the tokens while the function is still being loaded, where they have to be read. The first
 * request is told what is wrong.
 */
export function beginEarly(): void {
  if (!process.env['CATERING_SIGNING_KEYS_PARAMETER']) return;
  try {
    sharedDeps().keys.begin();
  } catch {
    // The settings cannot be read: each request fails for that, and logs which one.
  }
}
