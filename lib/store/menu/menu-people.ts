import { menuKey, menuPeopleKey, unitKey } from '../../../tables/keys.ts';
import { changePeople, DayPeople, type PeopleEntries, type PeopleOfDay } from '../../domain/menu/day-people.ts';
import { locate } from '../../domain/values/id.ts';
import type { Database } from '../../table/database.ts';
import { LostRace } from '../../table/faults.ts';
import { alive, insert, replace, unchanged } from '../../table/steps.ts';
import { getMenu } from './menu.ts';
import { findSubmitted } from './menu-revision.ts';

const NO_ENTRIES: DayPeople = { version: 0, entries: [] };

/** How many people eat on single days of a menu, where it is not as many as its groups say. */
export async function readPeople(db: Database, id: number): Promise<PeopleEntries> {
  const { entries } = await readDayPeople(db, id);
  return entries;
}

async function readDayPeople(db: Database, id: number): Promise<DayPeople> {
  const { unit, number } = locate(id);
  const item = await db.get(menuPeopleKey(unit, number));
  return item ? DayPeople.parse(item) : NO_ENTRIES;
}

/**
 * Sets how many people of a group eat on a day of what is live of a menu, or else of the menu. Writes nothing where
 * that stays the same.
 * @throws AppError `menu_not_found`; `invalid_input` where the menu does not have the day or the group.
 */
export async function setPeople(db: Database, unit: number, id: number, given: PeopleOfDay): Promise<void> {
  await db.retryLostRaces(async () => {
    const [{ menu, content }, before] = await Promise.all([getMenu(db, unit, id), readDayPeople(db, id)]);
    const live = menu.live && (await findSubmitted(db, id, menu.live.revision));
    // It has been taken down and deleted meanwhile.
    if (menu.live && !live) throw new LostRace('changed_meanwhile');
    const entries = changePeople(before.entries, live?.content ?? content, given);
    if (JSON.stringify(entries) === JSON.stringify(before.entries)) return;
    const item = { ...menuPeopleKey(unit, menu.number), version: before.version + 1, entries };
    await db.write([
      alive(unitKey(unit)),
      // Without its menu nobody would remove it.
      unchanged(menuKey(unit, menu.number), menu.version),
      before.version === 0 ? insert(item) : replace(item, before.version),
    ]);
  });
}
