import type { Session } from './session.ts';

/** The person to whom unsent work belongs. */
export type Owner = Pick<Session, 'vender' | 'uid'>;

const DATABASE = 'workbench';
const STORE = 'unsent';

/** Stores work until the service has it, so that it outlives the tab. `name` identifies it: `menu 12`. */
export const storeUnsent = (owner: Owner, name: string, work: unknown): Promise<unknown> =>
  runRequest('readwrite', (store) => store.put(work, toKey(owner, name)));

/** Reads the stored work of this name; undefined if there is none. Only `storeUnsent` writes to this store. */
export const readUnsent = <Work>(owner: Owner, name: string): Promise<Work | undefined> =>
  runRequest<Work>('readonly', (store) => store.get(toKey(owner, name)));

/** Deletes stored work; without a name all work of the person. */
export const deleteUnsent = (owner: Owner, name?: string): Promise<unknown> =>
  runRequest('readwrite', (store) => store.delete(name === undefined ? keyRange(owner, '') : toKey(owner, name)));

/** The names of stored work that begin with `prefix`. */
export async function listUnsent(owner: Owner, prefix: string): Promise<string[]> {
  const keys = await runRequest('readonly', (store) => store.getAllKeys(keyRange(owner, prefix)));
  return (keys ?? []).map((key) => String(key).slice(toKey(owner, '').length));
}

const keyRange = (owner: Owner, prefix: string): IDBKeyRange =>
  IDBKeyRange.bound(toKey(owner, prefix), toKey(owner, `${prefix}\uffff`));

/** The separator is a character that no uid contains. */
const toKey = ({ vender, uid }: Owner, name: string): string => `${vender}\n${uid.toLowerCase()}\n${name}`;

let database: Promise<IDBDatabase> | undefined;

/** Runs a request in the database, which stays open so that a write can start before the tab closes; undefined without storage. */
async function runRequest<Result>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<Result>) {
  // The second attempt reopens a database that the browser has closed.
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      database ??= openDatabase();
      const transaction = (await database).transaction(STORE, mode);
      const pending = request(transaction.objectStore(STORE));
      // Committing at once lets the write finish even if the tab closes.
      transaction.commit();
      return await toPromise(pending);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      database = undefined;
    }
  }
  return undefined;
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return toPromise(opening);
}

function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
