import { allItemIds } from '../../lib/auth/permissions.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { systemRoleId, withRoleChanged } from '../../lib/domain/user/role.ts';
import { findRoster, rosterStep } from '../../lib/store/user/roster.ts';
import type { Database } from '../../lib/table/database.ts';
import type { Migration } from './migration.ts';

/**
 * Gives the platform's system role all items of its side. Before that, nobody of the platform sees or reviews menus.
 */
export const itemsOfPlatform: Migration = {
  version: 8,
  name: { en: 'items of the platform', zh: '平台的功能项' },
  purpose: {
    en: "the platform's system role gets the permission items of menus",
    zh: '平台的系统角色增加食谱的权限项',
  },
  writesEach: 1,
  plan: async (db) => ({ items: (await findMissing(db)).length }),
  apply: async (db, rate) => {
    const items = await db.retryLostRaces(() => giveMissing(db));
    if (items > 0) await rate.wrote(1);
    return { items };
  },
};

async function findMissing(db: Database): Promise<number[]> {
  const roster = await findRoster(db, PLATFORM);
  const role = roster?.roles.find(({ id }) => id === systemRoleId(PLATFORM));
  return role ? allItemIds('admin').filter((item) => !role.roleItems.includes(item)) : [];
}

async function giveMissing(db: Database): Promise<number> {
  const [roster, missing] = await Promise.all([findRoster(db, PLATFORM), findMissing(db)]);
  if (!roster || missing.length === 0) return 0;
  const next = withRoleChanged(roster, systemRoleId(PLATFORM), (role) => {
    return { ...role, roleItems: [...role.roleItems, ...missing] };
  });
  await db.write([rosterStep(PLATFORM, roster, next)]);
  return missing.length;
}
