import { menuPeopleKey, menuStateKey, unitKey } from '../../../tables/keys.ts';
import { changePeople, type PeopleChange, type PeopleEntries, StoredPeople } from '../../domain/menu/day-people.ts';
import { isSame } from '../../domain/values/change.ts';
import { locate } from '../../domain/values/id.ts';
import type { Database } from '../../table/database.ts';
import { RepeatableError } from '../../table/faults.ts';
import { checkExistsStep, checkUnchangedStep, insertStep, replaceStep } from '../../table/steps.ts';
import { getWholeMenu } from './menu.ts';
import { findRevisionContent } from './menu-revision.ts';

/** Version 0 means that no item is stored. */
const NO_PEOPLE: StoredPeople = { version: 0, entries: [] };

/** Reads the numbers of people on single days of a menu, where they differ from the groups'. */
export async function readMenuPeople(db: Database, id: number): Promise<PeopleEntries> {
  return (await readStoredPeople(db, id)).entries;
}

async function readStoredPeople(db: Database, id: number): Promise<StoredPeople> {
  const { unit, number } = locate(id);
  const item = await db.get(menuPeopleKey(unit, number));
  return item ? StoredPeople.parse(item) : NO_PEOPLE;
}

/**
 * Sets the number of people of a group on one day of the live revision, or of the menu where nothing is live.
 * @throws AppError `menu_not_found`; `invalid_input` where the menu does not have the day or the group.
 */
export async function setMenuPeople(db: Database, unit: number, id: number, change: PeopleChange): Promise<void> {
  await db.retryLostRaces(async () => {
    const [{ menu, content }, storedPeople] = await Promise.all([getWholeMenu(db, unit, id), readStoredPeople(db, id)]);
    const liveRevision = menu.live && (await findRevisionContent(db, id, menu.live.revision));
    // By now the menu has been taken down and deleted.
    if (menu.live && !liveRevision) throw new RepeatableError('changed_meanwhile');
    const entries = changePeople(storedPeople.entries, liveRevision?.content ?? content, change);
    if (isSame(entries, storedPeople.entries)) return;
    const item = { ...menuPeopleKey(unit, menu.number), version: storedPeople.version + 1, entries };
    await db.write([
      checkExistsStep(unitKey(unit)),
      // The item must not outlive its menu.
      checkUnchangedStep(menuStateKey(unit, menu.number), menu.version),
      storedPeople.version === 0 ? insertStep(item) : replaceStep(item, storedPeople.version),
    ]);
  });
}
