import { computed, signal } from '@preact/signals';
import type { components } from '../../.build/workbench/api.ts';

/** The person who has signed in, and the token for calls. */
export type Session = components['schemas']['SignInBody'];

/** The key of the session in `sessionStorage`. */
const STORAGE_KEY = 'session';

/** The session of this tab; undefined before signing in. */
export const session = signal<Session | undefined>(readStored());

/** Whether the service has refused the token. The person then signs in again in a dialog above the page. */
export const isExpired = signal(false);

/** Calls that were refused. They continue after the person has signed in again. */
let waiting: (() => void)[] = [];

const items = computed(() => new Set(session.value?.roleItems));

/** Whether the signed-in person holds at least one of these permission items. */
export function holds(...wanted: readonly number[]): boolean {
  return wanted.some((item) => items.value.has(item));
}

/** Whether the person has signed in to the platform, not to a unit. */
export function isPlatform(): boolean {
  return session.value?.side === 'admin';
}

/**
 * Starts or renews the session of this tab and continues the waiting calls. If another person signs in they are
 * dropped: nobody's calls are repeated in another person's name.
 */
export function startSession(next: Session): void {
  const before = session.value;
  if (before?.uid !== next.uid || before.vender !== next.vender) waiting = [];
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  session.value = next;
  isExpired.value = false;
  for (const resume of waiting.splice(0)) resume();
}

/** Ends the session and drops the waiting calls. */
export function endSession(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  waiting = [];
  session.value = undefined;
  isExpired.value = false;
}

/** Waits until the person has signed in again. `refused` is the token that the service has refused. */
export async function waitForNewSession(refused: string | undefined): Promise<void> {
  // The person may have signed in again after an earlier refusal of the same token.
  if (session.value?.token !== refused) return;
  isExpired.value = true;
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Reads the session that an earlier page of this tab has stored. No other code writes it. */
function readStored(): Session | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  return text === null ? undefined : JSON.parse(text);
}
