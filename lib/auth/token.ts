import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { SessionRef } from '../domain/user/session.ts';
import { AppError } from '../errors.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { SigningKeys } from './signing-keys.ts';

const ISSUER = 'catering';
const AUDIENCE = 'catering-api';
/** An access token, by RFC 9068. */
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
/** The claims that name a session: the normalised uid, the unit, and the session's id. */
const Payload = z.object({ sub: z.string(), unit: z.int().check(z.minimum(0)), sid: z.string() });

/** Signs a token that names the session. Both times are in seconds since the epoch. */
export async function issueToken(
  keys: SigningKeys,
  session: SessionRef,
  { nowSeconds, expireSeconds }: { readonly nowSeconds: number; readonly expireSeconds: number },
): Promise<string> {
  const [signingKey] = keys;
  if (!signingKey) throw new Error('no signing key');
  const [keyId, key] = signingKey;
  return new SignJWT({ unit: session.vender, sid: session.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: keyId })
    .setSubject(session.uid)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(expireSeconds)
    .sign(key);
}

/**
 * Verifies a token and returns the session that it names. Where the token names a key that this function does not
 * have, the keys are read again.
 * @throws AppError `not_signed_in` where the token is not ours or has ended.
 */
export async function openToken({ keys, now }: AuthDeps, token: string): Promise<SessionRef> {
  if (!isCanonical(token)) throw new AppError('not_signed_in');
  const currentKeys = await keys.current(now());
  try {
    return await verifyToken(currentKeys, token, now());
  } catch (error) {
    if (!(error instanceof AppError && error.cause instanceof errors.JWKSNoMatchingKey)) throw error;
    const renewedKeys = await keys.renew(now());
    if (renewedKeys === currentKeys) throw error;
    return verifyToken(renewedKeys, token, now());
  }
}

/** Verifies a token by these keys, at `now` (milliseconds since the epoch). @throws AppError `not_signed_in`. */
async function verifyToken(keys: SigningKeys, token: string, now: number): Promise<SessionRef> {
  try {
    const findKey = ({ kid = '' }: JWTHeaderParameters) => {
      const key = keys.get(kid);
      if (!key) throw new errors.JWKSNoMatchingKey();
      return key;
    };
    const { payload } = await jwtVerify(token, findKey, {
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
    return { uid: sub, vender: unit, sessionId: sid };
  } catch (cause) {
    throw cause instanceof errors.JOSEError ? new AppError('not_signed_in', { cause }) : cause;
  }
}

/** Whether a token is encoded as we encode it. Decoders accept other texts for the same bytes, too. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
