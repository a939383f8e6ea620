import { describe, expect, it } from 'vitest';
import { createPublished } from '../../support/nouns/menus.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const ROUTE = 'GET /api/screen/preview';
const DAY = '2026-09-07';

const { service, setup } = await openSetup();
const { token } = setup.school;

const preview = (id: number, by = token) => service.call(ROUTE, { id }, { token: by });
const createScreen = (form: 'wall' | 'led', by = token) =>
  setup.create('PUT /api/screen', { name: setup.unique('大屏'), form }, by);

/** Somebody of the school with these items, signed in. */
async function userWith(...items: number[]): Promise<string> {
  const { uid, password } = await setup.createUser(await setup.createRole(items));
  return service.signIn(uid, password);
}

describe(ROUTE, () => {
  it('is what the screen shows now, may stand in a frame of the same origin, and does not count as seen', async () => {
    service.stoppedAt = Date.parse(`${DAY}T11:00:00+08:00`);
    await createPublished(setup, { start: DAY });
    const [{ name }] = (await service.call('GET /api/dish', {}, { token })).json.body.content;
    for (const form of ['wall', 'led'] as const) {
      const id = await createScreen(form);
      const { status, headers, text } = await preview(id);
      expect(status).toBe(200);
      expect(text).toContain(name);
      expect(text).toContain('data-still="yes"');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const [screen] = (await service.call('GET /api/screen', {}, { token })).json.body;
      expect([screen.id, screen.seen]).toEqual([id, undefined]);
    }
    service.stoppedAt = undefined;
  });

  it('is refused for a form whose item one lacks, and is 404 for screens of others', async () => {
    const [wall, led] = [await createScreen('wall'), await createScreen('led')];
    const walls = await userWith(19);
    expect((await preview(wall, walls)).status).toBe(200);
    expect((await preview(led, walls)).json).toEqual(failure(403, 'missing_permission'));
    const other = await setup.createSchool();
    expect((await preview(wall, other.token)).json).toEqual(failure(404, 'screen_not_found'));
    await setup.succeed('DELETE /api/screen', { id: wall }, token);
    expect((await preview(wall)).json).toEqual(failure(404, 'screen_not_found'));
  });
});
