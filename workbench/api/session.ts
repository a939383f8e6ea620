import { computed, signal } from '@preact/signals';
import type { components } from '../../.build/workbench/api.ts';
import { isGranted, type Permission } from './permissions.ts';

/** The person who has signed in, and the token for calls. */
export type Session = components['schemas']['SignInBody'];

const STORAGE_KEY = 'session';

/** The session of this tab; undefined before signing in. */
export const session = signal<Session | undefined>(readStoredSession());

/** Whether the service has refused the token. The person then signs in again in a dialog above the page. */
export const isExpired = signal(false);

/** Tells the other tabs of this browser about the session: they are signed in together, and signing out ends all. */
const otherTabs = new BroadcastChannel('session');
/** The message that asks the other tabs for their session. A session as a message offers it to them. */
const WANTED = 'wanted';
const SIGNED_OUT = 'signed out';

/** Resumes the refused calls after the person has signed in again. */
let waitingCalls: (() => void)[] = [];

export const heldItemIds = computed<ReadonlySet<number>>(() => new Set(session.value?.roleItems));

/** Whether the signed-in person has at least one of these permissions. */
export const may = (...permissions: readonly Permission[]): boolean => isGranted(permissions, heldItemIds.value);

/** The session of a page, which only signed-in people see. @throws TypeError without a session */
export function requireSession(): Session {
  if (session.value === undefined) throw new TypeError('Nobody has signed in');
  return session.value;
}

export const isPlatform = (): boolean => session.value?.side === 'admin';

/**
 * Starts or renews the session of this tab and of others that have none, and continues the waiting calls. If another
 * person signs in these calls are dropped: nobody's calls are repeated in another person's name.
 */
export function startSession(next: Session): void {
  takeSession(next);
  otherTabs.postMessage(next);
}

/** Changes what the session says of the person or the unit. */
export function changeSession(changes: Partial<Session>): void {
  if (session.value) startSession({ ...session.value, ...changes });
}

function takeSession(next: Session): void {
  if (!isSamePerson(next)) waitingCalls = [];
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  session.value = next;
  isExpired.value = false;
  for (const resume of waitingCalls.splice(0)) resume();
}

const isSamePerson = ({ uid, vender }: Session) => session.value?.uid === uid && session.value.vender === vender;

otherTabs.onmessage = ({ data }: { data: Session | typeof WANTED | typeof SIGNED_OUT }) => {
  if (data === SIGNED_OUT) endSession();
  else if (data === WANTED) {
    if (session.value && !isExpired.value) otherTabs.postMessage(session.value);
  } else if (!session.value || (isExpired.value && isSamePerson(data))) takeSession(data);
};
if (!session.value) otherTabs.postMessage(WANTED);

export function endAllSessions(): void {
  endSession();
  otherTabs.postMessage(SIGNED_OUT);
}

/** Ends the session of this tab, drops the waiting calls and all that the tab has stored. */
export function endSession(): void {
  sessionStorage.clear();
  waitingCalls = [];
  session.value = undefined;
  isExpired.value = false;
}

/** Waits until the person has signed in again. `refusedToken` is the token that the service has refused. */
export async function waitForNewSession(refusedToken: string | undefined): Promise<void> {
  // The person may have signed in again after an earlier refusal of the same token.
  if (session.value?.token !== refusedToken) return;
  isExpired.value = true;
  await new Promise<void>((resolve) => waitingCalls.push(resolve));
}

/** Reads the session that an earlier page of this tab has stored. No other code writes it. */
function readStoredSession(): Session | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  return text === null ? undefined : JSON.parse(text);
}
