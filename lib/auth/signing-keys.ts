import { setTimeout as sleep } from 'node:timers/promises';

/** Keys by key id. The first one signs; all verify, so that two keys can be live during a rotation. */
export type SigningKeys = ReadonlyMap<string, Uint8Array>;

/** The minimum length of a secret. HS256 requires a key that is no shorter than its digest. */
const MIN_SECRET_LENGTH = 32;
/** The milliseconds after which the keys are read again. So a rotation reaches every function without a deployment. */
export const REFRESH_MS = 5 * 60_000;
/** The minimum milliseconds between two reads while there are keys, also where a key is missing or a read fails. */
export const MIN_REFRESH_MS = 30_000;
/** How many milliseconds a call that has keys waits for newer ones. */
const MAX_WAIT_MS = 1000;
/** Describes the form of a text of keys to the person who sets it. */
export const SIGNING_KEYS_FORMAT = `id:secret pairs separated by commas, ids all different, secrets of ${MIN_SECRET_LENGTH} characters or more`;

/** The keys that sign and verify tokens, wherever they come from. `now` is in milliseconds since the epoch. */
export interface Keyring {
  /** The keys in force. @throws AppError `unavailable` where they were never read and cannot be read now. */
  current(now: number): Promise<SigningKeys>;
  /** Reads the keys again for a token whose key is missing, unless they were read less than `MIN_REFRESH_MS` ago. */
  renew(now: number): Promise<SigningKeys>;
}

/** Parses `id:secret` pairs separated by commas; the first one signs. Undefined for any other text. */
export function parseSigningKeys(text: string): SigningKeys | undefined {
  const keys = new Map<string, Uint8Array>();
  for (const pair of text.split(',')) {
    const [id, secret, ...rest] = pair.trim().split(':');
    if (!id || !secret || secret.length < MIN_SECRET_LENGTH || rest.length > 0 || keys.has(id)) return undefined;
    keys.set(id, new TextEncoder().encode(secret));
  }
  return keys;
}

/** Makes a keyring whose keys never change while the process runs. */
export function fixedKeyring(keys: SigningKeys): Keyring {
  return { current: async () => keys, renew: async () => keys };
}

/** Receives a fault that no caller notices, with the ids of the keys that stay in force. */
type FaultReporter = (fault: unknown, keptIds: readonly string[]) => void;

/** A keyring of the keys that `read` returns as text. They are cached, and stay in force while reading them fails. */
export class CachedKeyring implements Keyring {
  readonly #read: () => Promise<string>;
  readonly #reportFault: FaultReporter;
  #cached: { readonly text: string; readonly keys: SigningKeys } | undefined;
  #reading: Promise<SigningKeys> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #refreshMs = REFRESH_MS;

  constructor(read: () => Promise<string>, reportFault: FaultReporter) {
    this.#read = read;
    this.#reportFault = reportFault;
  }

  renew(now: number): Promise<SigningKeys> {
    return this.current(now, MIN_REFRESH_MS);
  }

  async current(now: number, refreshMs = this.#refreshMs): Promise<SigningKeys> {
    if (!this.#cached) return this.#readOnce(now);
    if (now - this.#readAt < refreshMs) return this.#cached.keys;
    // Keys that arrive later are there for the next call.
    return Promise.race([this.#readOnce(now), sleep(MAX_WAIT_MS, this.#cached.keys, { ref: false })]);
  }

  #readOnce(now: number): Promise<SigningKeys> {
    this.#reading ??= this.#readAnew(now).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAnew(now: number): Promise<SigningKeys> {
    this.#readAt = now;
    try {
      const text = await this.#read();
      this.#refreshMs = REFRESH_MS;
      // Unchanged keys stay the same object: `openToken` compares objects.
      if (this.#cached?.text === text) return this.#cached.keys;
      const keys = parseSigningKeys(text);
      if (!keys) throw new Error(`the parameter of the signing keys holds no ${SIGNING_KEYS_FORMAT}`);
      this.#cached = { text, keys };
      return keys;
    } catch (error) {
      if (!this.#cached) throw error;
      this.#refreshMs = MIN_REFRESH_MS;
      // A person must look at this before the next cold start, which will have no keys at all.
      this.#reportFault(error, [...this.#cached.keys.keys()]);
      return this.#cached.keys;
    }
  }
}
