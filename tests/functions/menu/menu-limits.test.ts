import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Menu } from '../../../lib/domain/menu.ts';
import { finishAll } from '../../../lib/store/sweep.ts';
import { put } from '../../../lib/table/steps.ts';
import { examineTable } from '../../../scripts/doctor/examine-table.ts';
import { menuKey, revisionKey } from '../../../tables/keys.ts';
import { createMenu, createPublished, createServed, itemsOf } from '../../support/menus.ts';
import { openStage } from '../../support/open.ts';
import { dumpTable } from '../../support/table-dump.ts';
import { failure, SUCCESS } from '../../support/units.ts';

const { service, stage } = await openStage();
const { db } = service.deps;
const { token, id: unit } = stage.school;
const call = async (route: string, parameters: Readonly<Record<string, string | number>>) =>
  (await service.call(route, parameters, { token })).json;
const numberOf = (id: number) => id % 1_000_000;

describe('a menu', () => {
  it('is submitted two hundred times at most', async () => {
    const id = await createServed(stage);
    const menu = Menu.parse(await db.get(menuKey(unit, numberOf(id))));
    await db.write([put({ ...menuKey(unit, menu.number), ...menu, revision: 199 })]);
    expect(await call('POST /api/menu/submit', { id })).toEqual(SUCCESS);
    await stage.succeed('POST /api/menu', { id, name: '再来' }, token);
    expect(await call('POST /api/menu/submit', { id })).toEqual(failure(409, 'too_many_revisions'));
  });

  it('that takes more than 200 KB when all that it is made of is compressed is refused, and stays a draft', async () => {
    const code = () => randomBytes(48).toString('base64url');
    const dishes: number[] = [];
    for (let count = 0; count < 60; count++) {
      const ingredient = Array.from({ length: 100 }, (_, index) => ({ key: code(), value: index + 1 }));
      dishes.push(await stage.createDish({ ingredient: JSON.stringify(ingredient) }));
    }
    const id = await createMenu(stage, { items: itemsOf(...dishes.map((dish) => [1, 'lunch', dish] as const)) });
    const before = await dumpTable(service);
    expect(await call('POST /api/menu/submit', { id })).toEqual(failure(400, 'menu_too_large'));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('leaves its revisions to the sweep where there are more than one call may remove', async () => {
    const id = await createPublished(stage);
    await stage.succeed('POST /api/menu/retract', { id, comment: '停供' }, token);
    const [number, data] = [numberOf(id), new Uint8Array(randomBytes(150 * 1024))];
    const menu = Menu.parse(await db.get(menuKey(unit, number)));
    for (const revision of [1, 2, 3, 4]) {
      await db.write([put({ ...revisionKey(unit, number, revision), version: 1, data })]);
    }
    await db.write([put({ ...menuKey(unit, number), ...menu, revision: 4 })]);
    expect(await call('DELETE /api/menu', { ids: id })).toEqual(SUCCESS);
    const left = async () =>
      (await dumpTable(service)).filter(({ sk }) =>
        String(sk).startsWith(`REVISION#${String(number).padStart(6, '0')}`),
      );
    expect((await left()).length).toBeGreaterThan(0);
    expect(await finishAll(db, () => false)).toEqual({ left: 0, failed: 0 });
    expect(await left()).toEqual([]);
    expect((await examineTable(service.deps.env)).findings).toEqual([]);
  });
});
