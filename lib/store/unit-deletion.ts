import {
  deletionTaskKey,
  headKey,
  type Key,
  menuPartition,
  pendingKey,
  rolesKey,
  uidClaimKey,
  unitKey,
  unitNameClaimKey,
  weekKey,
} from '../../tables/keys.ts';
import { placeOf } from '../../tables/place.ts';
import { Menu } from '../domain/menu/menu.ts';
import { weeksOf } from '../domain/menu/week.ts';
import { Screen } from '../domain/screen/screen.ts';
import { Unit } from '../domain/unit.ts';
import { User } from '../domain/user/user.ts';
import { idOf } from '../domain/values/id.ts';
import { AppError } from '../errors.ts';
import { rowSteps } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { type Item, remove, replace, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { partitionsOf } from './nouns.ts';
import { claimKeysOf } from './screen/screen.ts';
import { unassignUnit } from './standard.ts';
import { beginTask, newTask } from './task.ts';
import { removeServing } from './unit/serving.ts';
import { unitItem, units } from './unit/unit.ts';

/** How many items of a unit are read and removed at a time. */
const BATCH = 100;

/**
 * Deletes a unit. From its first write on the unit is gone for everyone: it is in no list, its name is free, its
 * sessions have ended. Then its data is removed batch by batch. Another call, or the sweep, finishes what is cut short.
 * @throws AppError `unit_not_found` where nothing is left to delete.
 */
export async function deleteUnit(db: Database, id: number, isTimeUp: () => boolean = () => false): Promise<void> {
  await db.retryLostRaces(async () => {
    const item = await db.get(unitKey(id));
    if (!item) throw new AppError('unit_not_found');
    const unit = Unit.parse(item);
    if (!unit.deleting) await db.write(startSteps(unit));
  });
  await finishUnitDeletion(db, id, isTimeUp);
}

/** The task that deletes a unit. */
function deletionTask(unit: number) {
  return { ...newTask(`unit-${unit}`), kind: 'delete-unit', unit } as const;
}

/**
 * The first steps of a deletion. The roster goes at once, so that no user or role can be added any more. So does the
 * head of the menus, without which no menu changes its state.
 */
function startSteps(unit: Unit): Step[] {
  return [
    replace(unitItem({ ...unit, version: unit.version + 1, deleting: true }), unit.version),
    beginTask(deletionTask(unit.id)),
    remove(unitNameClaimKey(normaliseKey(unit.name))),
    remove(rolesKey(unit.id)),
    remove(headKey(menuPartition(unit.id))),
    ...rowSteps(units, { remove: [unit] }),
    removeServing(unit.id),
  ];
}

/**
 * Removes the data of a unit that is being deleted; false where time is up before the end. The unit's own item and the
 * task are removed last: until then a repeated call finds what is left to do.
 */
export async function finishUnitDeletion(db: Database, id: number, isTimeUp: () => boolean): Promise<boolean> {
  await unassignUnit(db, id);
  for (const partition of partitionsOf(id)) {
    if (!(await emptyPartition(db, id, partition, isTimeUp))) return false;
  }
  await db.retryLostRaces(() => db.write([remove(unitKey(id)), remove(deletionTaskKey(id))]));
  return true;
}

/**
 * Removes all items of a partition but the unit's own, and frees the uids of users; false where time is up before the
 * end.
 */
async function emptyPartition(db: Database, id: number, partition: string, isTimeUp: () => boolean): Promise<boolean> {
  while (!isTimeUp()) {
    const items = await db.query(partition, { limit: BATCH, isAtOnce: true });
    const some = items.filter((item) => item.sk !== unitKey(id).sk);
    if (some.length === 0) return true;
    const uids = some.filter(isUser).map((item) => User.parse(item).uid);
    await freeUids(db, id, uids);
    const elsewhere = some.flatMap(keysElsewhere);
    // Menus of one week share an entry.
    await db.removeMany([...new Map(elsewhere.map((key) => [`${key.pk}\n${key.sk}`, key])).values()]);
    await db.removeMany(some);
  }
  return false;
}

/**
 * The keys of other partitions that belong to an item: the claim on a screen's address; the entry of a menu that waits
 * for review, and those of its weeks.
 */
function keysElsewhere(item: Item): Key[] {
  const kind = placeOf(item)?.kind;
  if (kind === 'screen') return claimKeysOf(Screen.parse(item));
  if (kind !== 'menu') return [];
  const menu = Menu.parse(item);
  const { vender, number, waits } = menu;
  const weeks = weeksOf(menu).map((week) => weekKey(week, vender));
  return waits ? [pendingKey(waits.since, idOf(vender, number)), ...weeks] : weeks;
}

function isUser(item: Item): boolean {
  return placeOf(item)?.kind === 'user';
}

/** Frees uids. A uid that was freed before, and that another unit has taken since, stays. */
async function freeUids(db: Database, unit: number, uids: readonly string[]): Promise<void> {
  await Promise.all(uids.map((uid) => db.removeIf(uidClaimKey(normaliseKey(uid)), 'unit', unit)));
}
