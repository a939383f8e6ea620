import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { SessionName } from '../domain/session.ts';
import { AppError } from '../errors.ts';

const ISSUER = 'catering';
const AUDIENCE = 'catering-api';
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';

export type { SessionName };

/** Keys by key id. The first signs, all verify, so that two can be live during a rotation. */
export type SigningKeys = ReadonlyMap<string, Uint8Array>;

const Payload = z.object({ sub: z.string(), unit: z.int().min(0), sid: z.string() });

/** A signed token that names the session and ends at `expire` (seconds since the epoch, as `now` is). */
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
 * The session named by a token that is ours and has not ended at `now` (milliseconds since the epoch).
 * @throws AppError `not_signed_in` for any other.
 */
export async function verifyToken(keys: SigningKeys, token: string, now: number): Promise<SessionName> {
  try {
    const { payload } = await jwtVerify(token, (header) => findKey(keys, header.kid), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub'],
    });
    const { sub, unit, sid } = Payload.parse(payload);
    return { uid: sub, vender: unit, sessionId: sid };
  } catch (cause) {
    if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) {
      throw new AppError('not_signed_in', { cause });
    }
    throw cause;
  }
}

function findKey(keys: SigningKeys, keyId: string | undefined): Uint8Array {
  const key = keys.get(keyId ?? '');
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}
