import { createDeps, type Deps } from '../deps.ts';
import { readEnv } from '../env.ts';

let wired: Deps | undefined;

/** The parts of this process, wired at the first request. */
export function sharedDeps(): Deps {
  wired ??= createDeps(readEnv(process.env));
  return wired;
}
