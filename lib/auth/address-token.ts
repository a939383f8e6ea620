import { hash, randomBytes } from 'node:crypto';

/** Nobody can guess a token of so many bytes, so wrong guesses need not be counted. */
const TOKEN_BYTES = 32;

/** Makes a token for the address of a screen or of a link. Whoever has the address sees its page. */
export function makeAddressToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hashes a token. Only the hash is stored. It needs no salt: the token is random and as long as the hash. */
export function hashAddressToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
