import { hash, randomBytes } from 'node:crypto';

/** As many as nobody guesses: no count of wrong guesses is needed beside them. */
const TOKEN_BYTES = 32;

/** A new token for the address of a screen. Whoever has the address sees the screen. */
export function makeScreenToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is kept of the token. It takes no salt: a token is as long as what it is hashed to, and random. */
export function hashScreenToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
