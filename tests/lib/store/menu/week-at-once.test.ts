import { afterAll, expect, it } from 'vitest';
import { createMenu } from '../../../../lib/store/menu/menu-change.ts';
import { createUnits } from '../../../../lib/store/unit/unit-change.ts';
import { MONDAY } from '../../../support/nouns/menus.ts';
import { LIGHT_COST, startService } from '../../../support/service/service.ts';

const UNITS = 36;
/** Each transaction holds its items for some time, in which another one that changes one of them is refused. */
const service = await startService(LIGHT_COST, { seed: 7, inFlightMs: 20, spreadMs: 10 });
afterAll(() => service.stop());
const { db } = service.deps;

it('units that plan the same week at once hardly wait for each other', async () => {
  const facts = { category: '', expire: '2099-12-31', passwordHash: 'x' };
  const draft = (account: string) => ({ account, name: account, ...facts });
  const ids: number[] = [];
  for (let made = 0; made < UNITS; made += 12) {
    const drafts = Array.from({ length: 12 }, (_, index) => ({ ...draft(`s${made + index}`), systemRoleItems: [1] }));
    const first = await createUnits(db, drafts, 1);
    ids.push(...drafts.map((_, index) => first + index));
  }
  const before = service.loose?.counts.conflicts ?? 0;
  await Promise.all(ids.map((unit) => createMenu(db, unit, { name: '周', start: MONDAY, groups: [] }, 1)));
  const conflicts = (service.loose?.counts.conflicts ?? 0) - before;
  expect(conflicts).toBeLessThan(3 * UNITS);
});
