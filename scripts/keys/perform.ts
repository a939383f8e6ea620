import { randomBytes } from 'node:crypto';
import { REREAD_MS, type SigningKeys, SOONEST_MS } from '../../lib/auth/signing-keys.ts';
import { SESSION_LIFE_MS } from '../../lib/domain/user/session.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { toTextTable } from '../command/text-table.ts';
import { Problem } from '../start/problem.ts';
import type { Request } from './options.ts';
import type { KeyStore, StoredKeys } from './stored-keys.ts';
import { words } from './words.ts';

/** The time until every function knows of a change. A function that failed to read tries again a little later. */
const KNOWN_MS = REREAD_MS + SOONEST_MS;
/** The time until the last token of a key has ended after the key stopped signing. */
const ENDED_MS = KNOWN_MS + SESSION_LIFE_MS;
/** HS256 takes keys of at least 32 bytes; as base64 these are 64 characters. */
const SECRET_BYTES = 48;

/**
 * Does what is asked for and reports it, in lines without any secret.
 * @throws Problem
 */
export async function perform(store: KeyStore, request: Request, now: number): Promise<string[]> {
  if (request.command === 'create') {
    if (await createKeys(store, now)) return [inLanguage(words.hasFirst(store.name))];
    throw new Problem(words.hasKeys(store.name));
  }
  const found = await store.find();
  if (!found) throw new Problem(words.absent(store.name));
  switch (request.command) {
    case 'status':
      return describe(found, now);
    case 'add': {
      const id = newId(now, found.keys);
      await store.write(new Map([...found.keys, [id, newSecret()]]), found);
      return [inLanguage(words.verifies(id, toWait(KNOWN_MS)))];
    }
    case 'promote':
      return promote(store, found, request, now);
    case 'remove':
      return remove(store, found, request, now);
  }
}

/**
 * Creates the first key if there is none, and returns whether it did.
 * @throws Problem
 */
export async function createKeys(store: KeyStore, now: number): Promise<boolean> {
  if (await store.find()) return false;
  await store.write(new Map([[newId(now, new Map()), newSecret()]]), undefined);
  return true;
}

type Change = Extract<Request, { id: string }>;

async function promote(store: KeyStore, found: StoredKeys, { id, force }: Change, now: number): Promise<string[]> {
  const secret = demandKey(found.keys, id);
  const former = signerOf(found.keys);
  if (former === id) return [inLanguage(words.signsAlready(id))];
  if (!force) demandAge(found, KNOWN_MS, now, words.unknownYet);
  await store.write(new Map([[id, secret], ...found.keys]), found);
  return [inLanguage(words.signs(id, former, toWait(ENDED_MS)))];
}

async function remove(store: KeyStore, found: StoredKeys, { id, force }: Change, now: number): Promise<string[]> {
  demandKey(found.keys, id);
  if (signerOf(found.keys) === id) throw new Problem(words.promoteOther(id));
  if (!force) demandAge(found, ENDED_MS, now, words.stillInUse);
  await store.write(new Map([...found.keys].filter(([other]) => other !== id)), found);
  return [inLanguage(words.ends(id, toWait(KNOWN_MS)))];
}

function describe({ keys, changedAt }: StoredKeys, now: number): string[] {
  const signer = signerOf(keys);
  const table = toTextTable(
    [inLanguage(words.key), inLanguage(words.does)],
    [...keys.keys()].map((id) => [id, inLanguage(id === signer ? words.signing : words.verifying)]),
  );
  const since = inLanguage(words.lastChanged(new Date(changedAt).toISOString()));
  const ready = (ms: number) =>
    inLanguage(now - changedAt < ms ? words.from(new Date(changedAt + ms).toISOString()) : words.now);
  const next = inLanguage(keys.size === 1 ? words.toRotate : words.next(ready(KNOWN_MS), ready(ENDED_MS)));
  return [...table, '', since, next];
}

function demandKey(keys: SigningKeys, id: string): Uint8Array {
  const secret = keys.get(id);
  if (!secret) throw new Problem(words.noKey(id, [...keys.keys()]));
  return secret;
}

/**
 * Demands that the last change of the keys, whichever it was, is long enough ago.
 * @throws Problem
 */
function demandAge({ changedAt }: StoredKeys, ms: number, now: number, why: Text): void {
  if (now - changedAt >= ms) return;
  const when = new Date(changedAt + ms).toISOString();
  throw new Problem(words.tooSoon(why, when));
}

function signerOf(keys: SigningKeys): string {
  const [first = ''] = keys.keys();
  return first;
}

/** A new key id with the day, so that people see the key's age. It differs from all present ids. */
function newId(now: number, keys: SigningKeys): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  const id = `k${day}-${randomBytes(2).toString('hex')}`;
  return keys.has(id) ? newId(now, keys) : id;
}

function newSecret(): Uint8Array {
  return Buffer.from(randomBytes(SECRET_BYTES).toString('base64url'));
}

function toWait(ms: number) {
  const minutes = Math.ceil(ms / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
