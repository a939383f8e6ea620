import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inLanguage } from '../command/language.ts';
import { prepareFolder } from './private-folder.ts';
import { codeOf, describeError, Problem } from './problem.ts';
import { words } from './words.ts';

const KEY_BYTES = 48;
/** The file with the address of the DynamoDB, while a run uses the folder. */
const ENDPOINT = 'endpoint';
/** The shortest key that `lib/runtime/env.ts` accepts. */
const SHORTEST_KEY = 32;

/** What SQLite and the emulator say about a damaged file. */
const DAMAGE = /disk image is malformed|not a (valid SQLite )?database/i;

/** The folder in which `npm start` keeps what must survive a restart. Only its owner can read it. */
export interface DataDir {
  /** The database file of the embedded DynamoDB. */
  readonly database: string;
  /** The output of the local gateway and the functions of this run. */
  readonly log: string;
  /** The secret that signs tokens: random, created once. */
  readonly signingKey: string;
  /** Tells other commands the address of this run's DynamoDB. */
  announce(endpoint: string): Promise<void>;
  /** Lets another run use the folder. */
  release(): void;
}

/**
 * Locks the folder for this run, creates what is missing, and empties the database if asked to.
 * @throws Problem where another run uses it or it cannot be written.
 */
export async function openDataDir(path: string, fresh: boolean): Promise<DataDir> {
  await prepareFolder(path);
  const release = lock(path);
  try {
    const database = join(path, 'catering.db');
    if (fresh)
      await Promise.all(['', '-wal', '-shm', '-journal'].map((end) => rm(`${database}${end}`, { force: true })));
    const signingKey = await keepSigningKey(join(path, 'signing-key'));
    const endpoint = join(path, ENDPOINT);
    return {
      database,
      log: join(path, 'service.log'),
      signingKey,
      announce: (address) => writeFile(endpoint, `${address}\n`, { mode: 0o600 }),
      release: () => {
        rmSync(endpoint, { force: true });
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The address of the DynamoDB of the run that uses the folder; `undefined` where none does, or it is not ready. */
export async function findEndpoint(path: string): Promise<string | undefined> {
  const address = (await readFile(join(path, ENDPOINT), 'utf8').catch(() => '')).trim();
  if (address === '') return undefined;
  try {
    // A killed run leaves the address behind, but not the lock.
    lock(path)();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return address;
    throw error;
  }
}

/**
 * Locks the folder: two runs on one database file would lose each other's data. SQLite's lock ends with the process,
 * however it ends.
 */
function lock(path: string): () => void {
  try {
    const holder = new DatabaseSync(join(path, 'lock'));
    holder.exec('BEGIN EXCLUSIVE');
    return () => holder.close();
  } catch (error) {
    if (/database is locked/.test(describeError(error))) {
      throw new Problem(words.inUse(path));
    }
    throw new Problem(words.cannotKeep(path, describeError(error)));
  }
}

/** What to do if the text of a failure tells that the database is damaged; otherwise undefined. */
export function explainDamage(told: string, database: string): string | undefined {
  const [found] = DAMAGE.exec(told) ?? [];
  if (found === undefined) return undefined;
  return inLanguage(words.damaged(database, found));
}

async function keepSigningKey(file: string): Promise<string> {
  try {
    // Exclusive: an existing key is never replaced, since all tokens would end.
    const handle = await open(file, 'wx', 0o600);
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await handle.writeFile(`${key}\n`);
    await handle.close();
    return key;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length >= SHORTEST_KEY && !/[:,\s]/.test(key)) return key;
  throw new Problem(words.noKey(file));
}
