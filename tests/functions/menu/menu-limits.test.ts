import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Menu } from '../../../lib/domain/menu/menu.ts';
import { putStep } from '../../../lib/table/steps.ts';
import { examine } from '../../../scripts/doctor/examine.ts';
import { menuStateKey, revisionKey } from '../../../tables/keys.ts';
import { createMenu, createPublished, createServed, GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { failure, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const { db } = service.deps;
const { token, id: unit } = setup.school;
const call = async (route: string, parameters: Readonly<Record<string, string | number>>) =>
  (await service.call(route, parameters, { token })).json;
const toNumber = (id: number) => id % 1_000_000;

describe('a menu', () => {
  it('is submitted two hundred times at most', async () => {
    const id = await createServed(setup);
    const menu = Menu.parse(await db.get(menuStateKey(unit, toNumber(id))));
    await db.write([putStep({ ...menuStateKey(unit, menu.number), ...menu, revision: 199 })]);
    expect(await call('POST /api/menu/submit', { id })).toEqual(SUCCESS);
    await setup.succeed('POST /api/menu', { id, name: '再来' }, token);
    expect(await call('POST /api/menu/submit', { id })).toEqual(failure(409, 'too_many_revisions'));
  });

  it('of more than 2,000 foods is stored, but neither analysed, planned upon, shown nor submitted', async () => {
    const dishes: number[] = [];
    for (let dish = 0; dish < 21; dish++) {
      const ingredient = Array.from({ length: 100 }, (_, index) => ({ key: `own${dish * 100 + index}`, value: 1 }));
      dishes.push(await setup.createDish({ ingredient: JSON.stringify(ingredient) }));
    }
    const items = (served: readonly number[]) => menuItems(...served.map((dish) => [1, 'lunch', dish] as const));
    const id = await createMenu(setup, { items: items(dishes) });
    const before = await dumpTable(service);
    const tooLarge = failure(400, 'menu_too_large');
    expect(await call('GET /api/menu/analysis', { id })).toEqual(tooLarge);
    for (const route of ['GET /api/menu/sheet.html', 'GET /api/menu/sheet.xlsx', 'GET /api/menu/purchase']) {
      expect(await call(route, { id })).toEqual(tooLarge);
    }
    const parameters = { id, day: 1, meal: 'lunch', dish: dishes[0] ?? 0 };
    expect(await call('GET /api/menu/alternatives', parameters)).toEqual(tooLarge);
    const locked = { start: MONDAY, groups: GROUPS, locked: items(dishes) };
    expect(await call('POST /api/menu/generate', locked)).toEqual(tooLarge);
    expect(await call('POST /api/menu/submit', { id })).toEqual(tooLarge);
    expect(await dumpTable(service)).toEqual(before);
    const draft = { start: MONDAY, groups: GROUPS };
    expect(await call('POST /api/menu/analysis', { ...draft, items: items(dishes) })).toEqual(tooLarge);
    const { body } = await call('POST /api/menu/analysis', { ...draft, items: items(dishes.slice(1)) });
    expect(body.levels[0].unassigned).toHaveLength(2000);
  });

  it('takes its revisions along, however large they are', async () => {
    const id = await createPublished(setup);
    await setup.succeed('POST /api/menu/retract', { id, comment: '停供' }, token);
    const [number, data] = [toNumber(id), new Uint8Array(randomBytes(150 * 1024))];
    const menu = Menu.parse(await db.get(menuStateKey(unit, number)));
    for (const revision of [1, 2, 3, 4]) {
      await db.write([
        putStep({
          ...revisionKey(unit, number, revision),
          version: 1,
          data,
          days: [{ date: '2026-09-07', data: data.slice(0, 1024) }],
        }),
      ]);
    }
    await db.write([putStep({ ...menuStateKey(unit, number), ...menu, revision: 4 })]);
    expect(await call('DELETE /api/menu', { ids: id })).toEqual(SUCCESS);
    const left = async () =>
      (await dumpTable(service)).filter(({ sk }) =>
        String(sk).startsWith(`REVISION#${String(number).padStart(6, '0')}`),
      );
    expect(await left()).toEqual([]);
    expect((await examine(service.deps.env)).findings).toEqual([]);
  });
});
