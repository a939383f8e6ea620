import { beforeEach, expect, it, vi } from 'vitest';
import type * as Sessions from '../../workbench/api/session.ts';

/** The session storage of a tab. */
const kept = new Map<string, string>();

const yang: Sessions.Session = {
  ...{ token: 'first', expire: 0, uid: 'yang', name: '杨', phone: '', vender: 1, venderName: '一小' },
  ...{ roleId: 1, roleName: '营养师', roleItems: [25], isMain: false },
  side: 'business',
  timeZone: 'Asia/Shanghai',
};

let sessions: typeof Sessions;
beforeEach(async () => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    clear: () => kept.clear(),
  });
  // The modules of earlier tests would answer as other tabs.
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => {};
    },
  );
  sessions = await import('../../workbench/api/session.ts');
  sessions.startSession(yang);
});

/** Whether a waiting call was repeated. */
async function signInAs(uid: string, vender: number): Promise<boolean> {
  let isRepeated = false;
  void sessions.waitForNewSession('first').then(() => {
    isRepeated = true;
  });
  expect(sessions.isExpired.value).toBe(true);
  sessions.startSession({ ...yang, token: 'second', uid, vender });
  await new Promise(setImmediate);
  expect([sessions.isExpired.value, sessions.session.value?.token]).toEqual([false, 'second']);
  return isRepeated;
}

it('refused calls are repeated when the same person has signed in again', async () => {
  expect(await signInAs('yang', 1)).toBe(true);
});

it.each([
  ['zhao', 1],
  ['yang', 2],
])("what was refused is never repeated in another person's name: %s of unit %i", async (uid, vender) => {
  expect(await signInAs(uid, vender)).toBe(false);
});

it('no call waits for a token that was renewed meanwhile', async () => {
  sessions.startSession({ ...yang, token: 'second' });
  await sessions.waitForNewSession('first');
  expect(sessions.isExpired.value).toBe(false);
});

it('a reloaded tab restores its session and permissions; after signing out it has none', async () => {
  vi.resetModules();
  const { session, may, endSession } = await import('../../workbench/api/session.ts');
  expect([session.value, may('dish.view', 'dish.create'), may('dish.create')]).toEqual([yang, true, false]);
  endSession();
  expect([session.value, may('dish.view'), kept.size]).toEqual([undefined, false, 0]);
});
