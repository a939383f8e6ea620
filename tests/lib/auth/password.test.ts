import { argon2Sync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { digestPassword, hashDigest, verifyDigest } from '../../../lib/auth/password.ts';
import { watchHashings } from '../../support/hashings.ts';

const hashings = watchHashings();
/** The parameters of argon2, without message and salt. */
const asked = () => hashings.map(({ message: _message, nonce: _nonce, ...cost }) => cost);

beforeEach(() => {
  hashings.length = 0;
});

const DIGEST = 'BE56E057F20F883E';
const COST = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const PHC = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/**
 * Test values of the reference implementation of Argon2 (phc-winner-argon2, src/test.c), for the password «password».
 */
const VECTORS = [
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
];

describe('a password travels as the last 16 characters of the upper-case MD5 hex digest of the plain one', () => {
  it.each([
    ['123456', 'BE56E057F20F883E'],
    ['', 'E9800998ECF8427E'],
    ['admin', '43894A0E4A801FC3'],
    ['密码', 'E916F3879AAE3B0B'],
  ])('%j as %s', (plain, digest) => {
    expect(digestPassword(plain)).toBe(digest);
  });
});

describe('the digest is stored as Argon2id with 19 MiB, 2 passes, 1 lane, its parameters in PHC form', () => {
  it('as $argon2id$v=19$m=19456,t=2,p=1$salt$tag: 16 bytes of salt, 32 of tag, base64 without padding', async () => {
    const hash = await hashDigest(DIGEST);
    expect(hash).toMatch(PHC);
    expect(asked()).toEqual([COST]);
    expect(hash).not.toContain(DIGEST);
  });

  it('whose tag another computation from its own salt and parameters gives again', async () => {
    const [, salt = '', tag = ''] = PHC.exec(await hashDigest(DIGEST)) ?? [];
    const { algorithm: _algorithm, ...cost } = COST;
    const computed = argon2Sync('argon2id', { message: DIGEST, nonce: Buffer.from(salt, 'base64'), ...cost });
    expect(Buffer.from(tag, 'base64')).toEqual(computed);
  });

  it('with a new salt each time', async () => {
    const [first, second] = [await hashDigest(DIGEST), await hashDigest(DIGEST)];
    expect(second).not.toBe(first);
    expect([await verifyDigest(DIGEST, first), await verifyDigest(DIGEST, second)]).toEqual([true, true]);
  });
});

describe('verifying a digest', () => {
  it('is true for the digest that was hashed and false for any other', async () => {
    const hash = await hashDigest(DIGEST);
    expect(await verifyDigest(DIGEST, hash)).toBe(true);
    for (const other of ['BE56E057F20F883F', DIGEST.toLowerCase(), '', `${DIGEST}0`, hash]) {
      expect(await verifyDigest(other, hash)).toBe(false);
    }
  });

  it.each(VECTORS)('takes the parameters from the hash: the published %s', async (hash) => {
    const [, memory, passes, parallelism] = /m=(\d+),t=(\d+),p=(\d+)/.exec(hash)?.map(Number) ?? [];
    expect(await verifyDigest('password', hash)).toBe(true);
    expect(asked()).toEqual([{ ...COST, memory, passes, parallelism }]);
    expect(await verifyDigest('Password', hash)).toBe(false);
  });

  it.each([
    ['memory', 'm=256', 'm=264'],
    ['passes', 't=2', 't=3'],
    ['lanes', 'p=1', 'p=2'],
    ['salt', 'c29tZXNhbHQ', 'd29tZXNhbHQ'],
    ['tag', 'nf65', 'nf66'],
  ])('is false where the %s is another', async (_, mine, other) => {
    const hash = VECTORS[1]?.replace(mine, other);
    expect(hash).not.toBe(VECTORS[1]);
    expect(await verifyDigest('password', hash)).toBe(false);
  });

  it('honours a tag of another length', async () => {
    const nonce = Buffer.from('0123456789abcdef');
    const cost = { memory: 512, passes: 3, parallelism: 2, tagLength: 24 };
    const tag = argon2Sync('argon2id', { message: DIGEST, nonce, ...cost });
    const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
    expect(await verifyDigest(DIGEST, `$argon2id$v=19$m=512,t=3,p=2$${salt}$${sum}`)).toBe(true);
    expect(asked()).toEqual([{ algorithm: 'argon2id', ...cost }]);
  });

  it('without a hash is false and costs one hashing with the same parameters as with one', async () => {
    expect(await verifyDigest(DIGEST, undefined)).toBe(false);
    expect(asked()).toEqual([COST]);
    expect(await verifyDigest(DIGEST, await hashDigest(DIGEST))).toBe(true);
    expect(asked()).toEqual([COST, COST, COST]);
  });

  it.each([
    ['is empty', ''],
    ['is the plain digest', DIGEST],
    ['is of another variant', VECTORS[1]?.replace('argon2id', 'argon2i')],
    ['is of another version', VECTORS[1]?.replace('v=19', 'v=16')],
    ['lacks its version', VECTORS[1]?.replace('$v=19', '')],
    ['lacks a parameter', VECTORS[1]?.replace(',p=1', '')],
    ['has a parameter more', VECTORS[1]?.replace(',p=1', ',p=1,data=AA')],
    ['lacks its tag', VECTORS[1]?.replace(/\$[^$]*$/, '')],
    ['has no salt', VECTORS[1]?.replace('c29tZXNhbHQ', '')],
    ['is padded', `${VECTORS[1]}=`],
    ['is base64url', VECTORS[1]?.replaceAll('/', '_')],
    ['has text before it', ` ${VECTORS[1]}`],
    ['has a line after it', `${VECTORS[1]}\n`],
  ])('throws where the stored hash %s, and never calls that right or wrong', async (_, hash) => {
    await expect(verifyDigest('password', hash)).rejects.toThrow('PHC form');
    expect(asked()).toEqual([]);
  });

  it.each(['m=0', 'm=1', 'm=7'])(
    'throws where the stored parameters are none that Argon2 takes: %s',
    async (memory) => {
      const hash = VECTORS[1]?.replace('m=256', memory);
      await expect(verifyDigest('password', hash)).rejects.toThrow();
    },
  );
});
