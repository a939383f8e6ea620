import { computed, signal } from '@preact/signals';
import type { components } from '../../.build/workbench/api.ts';

/** Who has signed in, and the token with which the calls are made. */
export type Session = components['schemas']['SignInBody'];

/** Where the session lies as long as the tab is open. */
const PLACE = 'session';

/** The session of this tab; undefined where nobody has signed in. */
export const session = signal<Session | undefined>(readStored());

/** Whether the service has refused the session's token: the person signs in again above the page, which stays. */
export const isEnded = signal(false);

/** The people who sign in above a page wait here for the calls that were refused. */
let waiting: (() => void)[] = [];

const items = computed(() => new Set(session.value?.roleItems));

/** Whether the person who has signed in holds one of these permission items. */
export function holds(...wanted: readonly number[]): boolean {
  return wanted.some((item) => items.value.has(item));
}

/** Whether the person has signed in at the platform, not in a unit. */
export function isPlatform(): boolean {
  return session.value?.side === 'admin';
}

/**
 * Begins or renews the session of this tab, and repeats what waited for it. What one person has sent is never repeated
 * in another one's name.
 */
export function begin(next: Session): void {
  const before = session.value;
  if (before?.uid !== next.uid || before.vender !== next.vender) waiting = [];
  sessionStorage.setItem(PLACE, JSON.stringify(next));
  session.value = next;
  isEnded.value = false;
  for (const resume of waiting.splice(0)) resume();
}

/** Forgets the session: what waited for it is dropped with the page. */
export function end(): void {
  sessionStorage.removeItem(PLACE);
  waiting = [];
  session.value = undefined;
  isEnded.value = false;
}

/** Fulfilled when the person has signed in again, after the service has refused this token. */
export async function renewed(refused: string | undefined): Promise<void> {
  // Another call may have been refused earlier, and the person has signed in since.
  if (session.value?.token !== refused) return;
  isEnded.value = true;
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** What an earlier page of this tab has stored. It is ours alone, and the service judges the token. */
function readStored(): Session | undefined {
  const text = sessionStorage.getItem(PLACE);
  return text === null ? undefined : JSON.parse(text);
}
