import { hash, randomBytes } from 'node:crypto';

/** Enough bytes that nobody can guess a token: wrong guesses need not be counted. */
const TOKEN_BYTES = 32;

/** A new token for the address of a screen. Whoever has the address sees the screen. */
export function makeScreenToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The hash of the token, which is stored. It needs no salt: the token is random and as long as the hash. */
export function hashScreenToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
