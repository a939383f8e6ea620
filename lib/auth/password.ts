import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The cost of a hash, as `crypto.argon2` takes it. */
export interface HashCost {
  /** KiB. */
  readonly memory: number;
  /** How often it goes over the memory. */
  readonly passes: number;
  /** The number of lanes. */
  readonly parallelism: number;
}

/** OWASP's second choice for Argon2id: 19 MiB, 2 passes, 1 lane. */
export const FULL_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };
/** The characters of new passwords, without those that look alike. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** So many of these 31 characters have 59 random bits. */
const PASSWORD_LENGTH = 12;
/** The bytes of a hash, which Argon2 calls the tag. */
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** An Argon2id hash as a PHC string: its cost, its salt and its tag. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Makes the digest in which passwords travel: the last 16 characters of the upper-case MD5 hex digest. */
export function digestPassword(plain: string): string {
  return createHash('md5').update(plain, 'utf8').digest('hex').toUpperCase().slice(-16);
}

/** Makes a random password, such as `k7mq-2xhd-9pra`, which people can copy from paper. */
export function makePassword(): string {
  const pickCharacter = () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)];
  const characters = Array.from({ length: PASSWORD_LENGTH }, pickCharacter);
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** Returns the Argon2id hash of a password's digest, as a PHC string with its parameters. */
export async function hashDigest(digest: string, cost = FULL_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatPhc(cost, salt, await deriveTag(digest, salt, cost, TAG_BYTES));
}

/** Whether the digest belongs to the hash. Without a hash the result is false, and takes as long to compute. */
export async function verifyDigest(digest: string, hash: string | undefined, cost = FULL_COST): Promise<boolean> {
  const parts = PHC.exec(hash ?? dummyHash(cost));
  if (!parts) throw new Error('stored password hash is not in the PHC form of Argon2id');
  const [, memory, passes, parallelism, salt, tag] = parts;
  const expected = Buffer.from(tag ?? '', 'base64');
  const hashCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await deriveTag(digest, Buffer.from(salt ?? '', 'base64'), hashCost, expected.length);
  return timingSafeEqual(actual, expected) && hash !== undefined;
}

/** Makes a hash of no password, of arbitrary bytes. An unknown uid is verified against it, so that it takes as long as a known one. */
function dummyHash(cost: HashCost): string {
  return formatPhc(cost, Buffer.alloc(SALT_BYTES, 1), Buffer.alloc(TAG_BYTES, 2));
}

async function deriveTag(digest: string, salt: Buffer, cost: HashCost, tagLength: number): Promise<Buffer> {
  // Promisified at each call, so that a test that replaces `crypto.argon2` sees every hashing.
  return Buffer.from(await promisify(argon2)('argon2id', { message: digest, nonce: salt, tagLength, ...cost }));
}

function formatPhc(cost: HashCost, salt: Buffer, tag: Buffer): string {
  const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`;
}
