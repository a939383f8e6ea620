import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandProblem, describeError, errorCode } from './problem.ts';

const KEY_BYTES = 48;
/** The file with the address of the DynamoDB, while a run uses the folder. */
const ENDPOINT = 'endpoint';

/** The folder with everything that must survive a restart of `npm start`. */
export interface DataDir {
  /** The database file of the embedded DynamoDB. */
  readonly database: string;
  /** The output of the local gateway and the functions of this run. */
  readonly log: string;
  /** The secret that signs tokens: random, created once. */
  readonly signingKey: string;
  /** The path of a file that exists while demo data is being written, and after an interrupted start. */
  readonly demoMarkPath: string;
  /** Publishes the address of this run's DynamoDB to other commands. */
  announce(endpoint: string): Promise<void>;
  /** Lets another run use the folder. */
  release(): void;
}

/**
 * Locks the folder for this run, creates what is missing, and with `emptiesData` empties the database.
 * @throws CommandProblem where another run uses it or it cannot be written.
 */
export async function openDataDir(path: string, emptiesData: boolean): Promise<DataDir> {
  const release = lock(path);
  const database = join(path, 'catering.db');
  const demoMarkPath = join(path, 'demo-unfinished');
  const emptiedFiles = [...['', '-wal', '-shm', '-journal'].map((end) => `${database}${end}`), demoMarkPath];
  if (emptiesData) await Promise.all(emptiedFiles.map((file) => rm(file, { force: true })));
  const endpoint = join(path, ENDPOINT);
  return {
    database,
    log: join(path, 'service.log'),
    demoMarkPath,
    signingKey: await ensureSigningKey(join(path, 'signing-key')),
    announce: (address) => writeFile(endpoint, `${address}\n`, { mode: 0o600 }),
    release: () => {
      rmSync(endpoint, { force: true });
      release();
    },
  };
}

/** Finds the address of the DynamoDB of the run that uses the folder; undefined where none does, or it is not ready. */
export async function findEndpoint(path: string): Promise<string | undefined> {
  const address = (await readFile(join(path, ENDPOINT), 'utf8').catch(() => '')).trim();
  // A killed run leaves the address behind, but not the lock.
  return address !== '' && isLocked(path) ? address : undefined;
}

function isLocked(path: string): boolean {
  try {
    lock(path)();
    return false;
  } catch {
    return true;
  }
}

/** Locks the folder, since two runs on one database would lose each other's data. SQLite's lock ends with the process, however that ends. */
function lock(path: string): () => void {
  const advice = 'choose another folder with DATA_DIR=…';
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lockDatabase = new DatabaseSync(join(path, 'lock'));
    lockDatabase.exec('BEGIN EXCLUSIVE');
    return () => lockDatabase.close();
  } catch (error) {
    const reason = describeError(error);
    if (/database is locked/.test(reason))
      throw new CommandProblem(`${path} is in use by another npm start: stop that, or ${advice}`);
    throw new CommandProblem(`Cannot keep data in ${path} (${reason}): ${advice}`);
  }
}

/** Returns the signing key, and creates it if there is none. An existing key is never replaced: all tokens would end. */
async function ensureSigningKey(file: string): Promise<string> {
  try {
    await writeFile(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
