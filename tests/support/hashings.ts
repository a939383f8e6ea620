import { createRequire, syncBuiltinESMExports } from 'node:module';
import { afterAll } from 'vitest';

type Argon2 = typeof import('node:crypto').argon2;

export type Hashing = { readonly algorithm: string } & Parameters<Argon2>[1];

const crypto: { argon2: Argon2 } = createRequire(import.meta.url)('node:crypto');

/** Records every hashing from now on until the tests of this file are over. Hashing itself is unchanged. */
export function watchHashings(): Hashing[] {
  const hashings: Hashing[] = [];
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, done) => {
    hashings.push({ algorithm, ...parameters });
    argon2(algorithm, parameters, done);
  };
  syncBuiltinESMExports();
  afterAll(() => {
    crypto.argon2 = argon2;
    syncBuiltinESMExports();
  });
  return hashings;
}
