import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf, describeError, Problem } from './problem.ts';

const KEY_BYTES = 48;
/** Holds the address of the DynamoDB while a run has the folder. */
const ENDPOINT = 'endpoint';
/** As `lib/env.ts` asks of a key. */
const SHORTEST_KEY = 32;

/** The folder in which `npm start` keeps what must survive a restart. */
export interface DataDir {
  /** Database file of the embedded DynamoDB. */
  readonly database: string;
  /** Output of the local gateway and the functions of this run. */
  readonly log: string;
  /** Secret that signs tokens: random, made once. */
  readonly signingKey: string;
  /** Tells scripts at which address the DynamoDB of this run is. */
  announce(endpoint: string): Promise<void>;
  /** Lets another run have the folder. */
  release(): void;
}

/**
 * Takes the folder for this run alone, creating what is absent, and empties the database if asked to.
 * @throws Problem where another run has it or it cannot be written.
 */
export async function openDataDir(path: string, fresh: boolean): Promise<DataDir> {
  const release = await lock(path);
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
      announce: (address) => writeFile(endpoint, `${address}\n`),
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

/** Address of the DynamoDB of the run that has the folder; `undefined` where none has it, or is not ready. */
export async function findEndpoint(path: string): Promise<string | undefined> {
  const address = (await readFile(join(path, ENDPOINT), 'utf8').catch(() => '')).trim();
  if (address === '') return undefined;
  try {
    // A run that was killed left the address behind, but not the lock.
    (await lock(path))();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return address;
    throw error;
  }
}

/** Two runs on one database file would lose each other's data. SQLite's lock goes with the process, however it ends. */
async function lock(path: string): Promise<() => void> {
  try {
    await mkdir(path, { recursive: true });
    const holder = new DatabaseSync(join(path, 'lock'));
    holder.exec('BEGIN EXCLUSIVE');
    return () => holder.close();
  } catch (error) {
    if (/database is locked/.test(describeError(error))) {
      throw new Problem(`${path} is in use by another npm start: stop that, or choose another folder with DATA_DIR=…`);
    }
    throw new Problem(`Cannot keep data in ${path} (${describeError(error)}): choose another folder with DATA_DIR=…`);
  }
}

async function keepSigningKey(file: string): Promise<string> {
  try {
    // Exclusive: an existing key is never replaced, or all tokens would end.
    const handle = await open(file, 'wx', 0o600);
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await handle.writeFile(`${key}\n`);
    await handle.close();
    return key;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  await chmod(file, 0o600);
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length >= SHORTEST_KEY && !/[:,\s]/.test(key)) return key;
  throw new Problem(`${file} holds no signing key: delete it to have a new one made (everybody signs in again then)`);
}
