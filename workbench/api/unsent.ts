import type { Session } from './session.ts';

/** Whose work it is. */
export type Owner = Pick<Session, 'vender' | 'uid'>;

const DATABASE = 'workbench';
const STORE = 'unsent';

/** Keeps work that the service does not have yet, so that it outlives the tab. `name` says what it is: `menu 12`. */
export async function keepUnsent(owner: Owner, name: string, work: unknown): Promise<void> {
  await within('readwrite', (store) => store.put(work, keyOf(owner, name)));
}

/** The work that was kept under this name; undefined where there is none. */
export async function readUnsent<Work>(owner: Owner, name: string): Promise<Work | undefined> {
  // What lies there was put by this code, for this person.
  return (await within('readonly', (store) => store.get(keyOf(owner, name)))) as Work | undefined;
}

/** Forgets work, since the service has it now or nobody wants it any more; without a name all of a person who signs out. */
export async function dropUnsent(owner: Owner, name?: string): Promise<void> {
  const keys = name === undefined ? keysFrom(owner, '') : keyOf(owner, name);
  await within('readwrite', (store) => store.delete(keys));
}

/** The names that begin so and under which work is kept. */
export async function listUnsent(owner: Owner, start: string): Promise<string[]> {
  const keys = (await within('readonly', (store) => store.getAllKeys(keysFrom(owner, start)))) as string[] | undefined;
  return (keys ?? []).map((key) => key.slice(keyOf(owner, '').length));
}

function keysFrom(owner: Owner, start: string): IDBKeyRange {
  return IDBKeyRange.bound(keyOf(owner, start), keyOf(owner, `${start}\uffff`));
}

/** Parts that no uid holds stand between the parts of a key. */
function keyOf({ vender, uid }: Owner, name: string): string {
  return `${vender}\n${uid.toLowerCase()}\n${name}`;
}

let opened: Promise<IDBDatabase> | undefined;

/**
 * Runs one request on the store, which is opened once: what is put into an open one is on its way before the tab can
 * close. A browser that lets nobody keep anything, as in some private windows, keeps nothing.
 */
async function within(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  // The second time for one that the browser has closed meanwhile.
  for (let time = 0; time < 2; time++) {
    try {
      opened ??= open();
      const transaction = (await opened).transaction(STORE, mode);
      const asked = request(transaction.objectStore(STORE));
      // The browser needs nothing more of this tab then.
      transaction.commit();
      return await settled(asked);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      opened = undefined;
    }
  }
  return undefined;
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return settled(opening);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
