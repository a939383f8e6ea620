// These functions do not repeat lost races: the command that restores does.
import { identifyKey } from '../../tables/item-kinds.ts';
import {
  calendarKey,
  headKey,
  rolesKey,
  serviceFactsKey,
  unitIconKey,
  unitKey,
  unitNameClaimKey,
} from '../../tables/keys.ts';
import { Unit } from '../domain/unit.ts';
import { findRole, NO_ROLE, type Role, requireWithinRolesQuota, UnitRoles } from '../domain/user/role.ts';
import { User } from '../domain/user/user.ts';
import { splitIntoBatches } from '../table/batches.ts';
import { type AnyCollection, collectionSteps, makeHead, parseHead, readHead } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { checkExistsStep, type Item, insertStep, putStep, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { restoreOtherPartitionsSteps } from './nouns.ts';
import { serviceFactsOfUnit } from './unit/service-facts.ts';
import { readUnitsHead, unitsCollection } from './unit/unit.ts';
import { changeUserCountStep, getUnitRoles, replaceRolesStep, toUnitRolesItem } from './user/unit-roles.ts';
import { makeSessionEpoch } from './user/user.ts';

/** The maximum number of items that one transaction restores: an item has at most 400 KB, and a transaction 4 MB. */
export const MAX_RESTORED_AT_ONCE = 8;
/** Sorts after every sort key, because it sorts after every other character. */
const LAST_SORT_KEY = '\u{10FFFF}';

const checkUnitStep = (unit: number): Step => checkExistsStep(unitKey(unit), 'unit_not_found');

/** Restores a deleted unit with its icon, calendar, service facts and empty roles; throws `duplicate_unit_name`. */
export async function restoreUnit(db: Database, earlierDb: Database, unitItem: Item): Promise<void> {
  const unit = Unit.parse(unitItem);
  const { id, version, name } = unit;
  const keys = [unitIconKey(id), calendarKey(id), serviceFactsKey(id), rolesKey(id)];
  const [iconItem, calendarItem, serviceFactsItem, rolesItem] = await earlierDb.getMany(keys);
  await db.write([
    insertStep({ ...unitItem, version: version + 1 }),
    insertStep({ ...unitNameClaimKey(normaliseKey(name)), unit: id }, 'duplicate_unit_name'),
    // `restoreRoles` and `restoreUsers` add them and count them.
    insertStep(toUnitRolesItem(id, { ...UnitRoles.parse(rolesItem), roles: [], users: 0 })),
    insertStep({ ...serviceFactsItem, ...serviceFactsKey(id), ...serviceFactsOfUnit(unit) }),
    ...[iconItem, calendarItem].flatMap((item) => (item ? [insertStep(item)] : [])),
    ...collectionSteps(unitsCollection, { restore: [unit] }, await readUnitsHead(db)),
  ]);
}

interface MemberSelection {
  readonly unit: number;
  readonly collection: AnyCollection;
  readonly numbers: ReadonlySet<number>;
}

/**
 * Writes what belongs to restored members besides their own items and rows, such as pictures and revisions, and the head
 * where the collection has lost it. Call it before `restoreMembers`. Entries of live menus come last: screens find them by
 * date, and read the revision.
 * @throws AppError `unit_not_found`.
 */
export async function restoreSideItems(
  db: Database,
  earlierDb: Database,
  { unit, collection: { partition, kind }, numbers }: MemberSelection,
): Promise<void> {
  const key = headKey(partition);
  const [earlierHeadItem, presentHeadItem] = await Promise.all([earlierDb.get(key), db.get(key)]);
  if (earlierHeadItem && !presentHeadItem) await db.write([checkUnitStep(unit), insertHeadStep(earlierHeadItem)]);
  const writeSideItems = async (sideItems: readonly Item[]) => {
    for (const batch of splitIntoBatches(sideItems, MAX_RESTORED_AT_ONCE))
      await db.write([checkUnitStep(unit), ...batch.map(putStep)]);
  };
  const liveEntries: Item[] = [];
  for await (const page of readPages(earlierDb, partition)) {
    const sideItems = page.filter((item) => {
      const identity = identifyKey(item);
      return identity && !['head', 'row', kind].includes(identity.kind) && numbers.has(identity.number);
    });
    liveEntries.push(...sideItems.filter(isLiveEntry));
    await writeSideItems(sideItems.filter((item) => !isLiveEntry(item)));
  }
  await writeSideItems(liveEntries);
}

const isLiveEntry = (item: Item) => identifyKey(item)?.kind === 'live menu';

/** The step that writes a lost head anew, without members. It keeps the next number: none is assigned twice. */
function insertHeadStep(earlierHeadItem: Item): Step {
  // No cached block has a version as high as the time in milliseconds.
  return insertStep({ ...earlierHeadItem, ...makeHead([], parseHead(earlierHeadItem), Date.now()) });
}

/** Reads a partition page by page: all pictures of a unit at once would take too much memory. */
async function* readPages(db: Database, partition: string): AsyncIterable<Item[]> {
  // A space sorts before every other character of keys: no key lies between a key and that key with a space after it.
  for (let from = ' '; ; ) {
    const page = await db.query(partition, { between: [from, LAST_SORT_KEY], isOnePage: true });
    const lastItem = page.at(-1);
    if (!lastItem) return;
    yield page;
    from = `${lastItem.sk} `;
  }
}

/** Writes at most `MAX_RESTORED_AT_ONCE` members with their rows and what lies in other partitions. */
export async function restoreMembers(db: Database, unit: number, collection: AnyCollection, items: readonly Item[]) {
  const head = await readHead(db, collection.partition);
  const restore = items.map((item) => collection.Member.parse(item));
  await db.write([
    checkUnitStep(unit),
    ...items.map((item) => insertStep(item)),
    ...collectionSteps(collection, { restore }, head),
    ...(await restoreOtherPartitionsSteps(db, unit, items)),
  ]);
}

/** Writes at most `MAX_RESTORED_AT_ONCE` items that belong to no collection, such as entries of the log. */
export async function restoreItems(db: Database, unit: number, items: readonly Item[]): Promise<void> {
  await db.write([checkUnitStep(unit), ...items.map((item) => insertStep(item))]);
}

/** Adds roles under the ids that they had; throws `quota_reached`. */
export async function restoreRoles(db: Database, unit: number, roles: readonly Role[]): Promise<void> {
  const before = await getUnitRoles(db, unit);
  const absentRoles = roles.filter(({ id }) => !findRole(before, id));
  const allRoles = [...before.roles, ...absentRoles].sort((a, b) => a.id - b.id);
  const after = { ...before, version: before.version + 1, roles: allRoles };
  requireWithinRolesQuota(before, after, db.quotas.roles);
  await db.write([checkUnitStep(unit), replaceRolesStep(unit, before, after)]);
}

/**
 * Writes at most `MAX_RESTORED_AT_ONCE` users and the claims on their uids, which have the hashes of the passwords. A
 * claim is undefined where the earlier table has none. All users must sign in again. A user whose role is gone gets none.
 * @throws AppError `unit_not_found`, `quota_reached`, `duplicate_uid`.
 */
export async function restoreUsers(
  db: Database,
  unit: number,
  userItems: readonly Item[],
  claimItems: readonly (Item | undefined)[],
): Promise<void> {
  const unitRoles = await getUnitRoles(db, unit);
  const toPresentRoleId = (item: Item) => findRole(unitRoles, User.parse(item).roleId)?.id ?? NO_ROLE;
  await db.write([
    checkUnitStep(unit),
    changeUserCountStep(unit, unitRoles, userItems.length, db.quotas.users),
    ...claimItems.flatMap((item) => (item ? [insertStep(item, 'duplicate_uid')] : [])),
    ...userItems.map((item) => insertStep({ ...item, roleId: toPresentRoleId(item), epoch: makeSessionEpoch() })),
  ]);
}
