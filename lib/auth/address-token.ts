import { hash, randomBytes } from 'node:crypto';

/** Enough bytes that nobody can guess a token: wrong guesses need not be counted. */
const TOKEN_BYTES = 32;

/** A new token for an address, of a screen or of a link. Whoever has the address sees what is there. */
export function makeAddressToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hashes a token. Only the hash is stored. It needs no salt: the token is random and as long as the hash. */
export function hashAddressToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
