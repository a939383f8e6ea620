import { beforeEach, expect, it, vi } from 'vitest';
import type * as Sessions from '../../workbench/api/session.ts';

/** What a browser keeps for a tab. */
const kept = new Map<string, string>();

const yang: Sessions.Session = {
  ...{ token: 'first', expire: 0, uid: 'yang', name: '杨', phone: '', vender: 1, venderName: '一小' },
  ...{ roleId: 1, roleName: '营养师', roleItems: [25], isMain: false },
  side: 'business',
};

let sessions: typeof Sessions;
beforeEach(async () => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  sessions = await import('../../workbench/api/session.ts');
  sessions.begin(yang);
});

/** What has become of a call that waits for the person: repeated or not. */
async function signInAs(uid: string, vender: number): Promise<boolean> {
  let isRepeated = false;
  void sessions.renewed('first').then(() => {
    isRepeated = true;
  });
  expect(sessions.isEnded.value).toBe(true);
  sessions.begin({ ...yang, token: 'second', uid, vender });
  await new Promise(setImmediate);
  expect([sessions.isEnded.value, sessions.session.value?.token]).toEqual([false, 'second']);
  return isRepeated;
}

it('what was refused is repeated when the same person has signed in again', async () => {
  expect(await signInAs('yang', 1)).toBe(true);
});

it.each([
  ['zhao', 1],
  ['yang', 2],
])("what was refused is never repeated in another person's name: %s of unit %i", async (uid, vender) => {
  expect(await signInAs(uid, vender)).toBe(false);
});

it('nobody waits for a token that was renewed meanwhile', async () => {
  sessions.begin({ ...yang, token: 'second' });
  await sessions.renewed('first');
  expect(sessions.isEnded.value).toBe(false);
});

it('a tab that is loaded anew knows its session and items; after signing out it knows nothing', async () => {
  vi.resetModules();
  const again = await import('../../workbench/api/session.ts');
  expect([again.session.value, again.holds(25, 26), again.holds(26)]).toEqual([yang, true, false]);
  again.end();
  expect([again.session.value, again.holds(25), kept.size]).toEqual([undefined, false, 0]);
});
