import { identifyKey } from '../../tables/item-kinds.ts';
import {
  deletionTaskKey,
  headKey,
  menuPartition,
  rolesKey,
  uidClaimKey,
  unitKey,
  unitNameClaimKey,
} from '../../tables/keys.ts';
import { Unit } from '../domain/unit.ts';
import { User } from '../domain/user/user.ts';
import { AppError } from '../errors.ts';
import { rowSteps } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { type Item, remove, replace, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { keysElsewhere, partitionsOf } from './nouns.ts';
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
    const items = await db.query(partition, { limit: BATCH, isOnePage: true });
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

function isUser(item: Item): boolean {
  return identifyKey(item)?.kind === 'user';
}

/** Frees uids. A uid that was freed before, and that another unit has taken since, stays. */
async function freeUids(db: Database, unit: number, uids: readonly string[]): Promise<void> {
  await Promise.all(uids.map((uid) => db.removeIf(uidClaimKey(normaliseKey(uid)), 'unit', unit)));
}
