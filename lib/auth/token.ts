import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { SessionName } from '../domain/user/session.ts';
import { AppError } from '../errors.ts';
import { perOwner, RecentMap } from '../table/recent-map.ts';
import type { SigningKeys } from './signing-keys.ts';

const ISSUER = 'catering';
const AUDIENCE = 'catering-api';
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';

export type { SessionName };

const Payload = z.object({ sub: z.string(), unit: z.int().check(z.minimum(0)), sid: z.string() });

/** The most tokens remembered for one set of keys. */
export const MOST_REMEMBERED = 1000;

/** What a valid token says, and from when until when it is valid, in seconds since the epoch. */
interface Verified {
  readonly session: SessionName;
  readonly from: number;
  readonly until: number;
}

/** Tokens by the keys that verified them. They are forgotten with those keys, and other keys never see them. */
const tokensOf = perOwner((_: SigningKeys) => new RecentMap<string, Verified>(MOST_REMEMBERED));

/** Signs a token that names the session and ends at `expire` (seconds since the epoch, as `now` is). */
export async function issueToken(keys: SigningKeys, name: SessionName, now: number, expire: number): Promise<string> {
  const [first] = keys;
  if (!first) throw new Error('no signing key');
  const [keyId, key] = first;
  return new SignJWT({ unit: name.vender, sid: name.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: keyId })
    .setSubject(name.uid)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(expire)
    .sign(key);
}

/**
 * The session that a token names, if the token is ours and has not ended at `now` (milliseconds since the epoch). A
 * valid token is verified once with the same keys and then remembered until it ends.
 * @throws AppError `not_signed_in` for any other token.
 */
export async function verifyToken(keys: SigningKeys, token: string, now: number): Promise<SessionName> {
  const verified = tokensOf(keys);
  const known = verified.get(token);
  const seconds = Math.floor(now / 1000);
  if (known && known.from <= seconds && seconds < known.until) return known.session;
  // A token outside its time is refused like one that was never seen.
  verified.delete(token);
  const found = await verifyAnew(keys, token, now);
  verified.set(token, found);
  return found.session;
}

async function verifyAnew(keys: SigningKeys, token: string, now: number): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, (header) => findKey(keys, header.kid), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub'],
    });
    const claims = Payload.safeParse(payload);
    if (!claims.success) throw new AppError('not_signed_in', { cause: claims.error });
    const { sub, unit, sid } = claims.data;
    const session = { uid: sub, vender: unit, sessionId: sid };
    return { session, from: payload.nbf ?? 0, until: payload.exp ?? 0 };
  } catch (cause) {
    throw cause instanceof errors.JOSEError ? new AppError('not_signed_in', { cause }) : cause;
  }
}

/** Whether a token was refused because its key is missing. */
export function lacksKey(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof errors.JWKSNoMatchingKey;
}

function findKey(keys: SigningKeys, keyId: string | undefined): Uint8Array {
  const key = keys.get(keyId ?? '');
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}
