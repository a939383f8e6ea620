import { identifyKey } from '../../tables/item-kinds.ts';
import {
  deletionTaskId,
  deletionTaskKey,
  headKey,
  menuPartition,
  rolesKey,
  serviceFactsKey,
  uidClaimKey,
  unitKey,
  unitNameClaimKey,
} from '../../tables/keys.ts';
import { Unit } from '../domain/unit.ts';
import { User } from '../domain/user/user.ts';
import { AppError } from '../errors.ts';
import { collectionSteps } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { removeStep, replaceStep, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { listKeysInOtherPartitions, listUnitPartitions } from './nouns.ts';
import { unassignUnitFromAll } from './standard-assignment.ts';
import { newTask, taskStep } from './task.ts';
import { toUnitItem, unitsCollection } from './unit/unit.ts';

/** The number of items that are read and then removed at once. */
const BATCH_SIZE = 100;

/**
 * Deletes a unit. After the first transaction the unit is gone for everyone: no list has it, its name is free and its
 * sessions have ended. Then its data is removed batch by batch. If that is cut short, another call or the sweep
 * finishes it.
 * @throws AppError `unit_not_found` where nothing is left to delete.
 */
export async function deleteUnit(db: Database, unitId: number, isTimeUp: () => boolean = () => false): Promise<void> {
  await db.retryLostRaces(async () => {
    const item = await db.get(unitKey(unitId));
    if (!item) throw new AppError('unit_not_found');
    const unit = Unit.parse(item);
    if (!unit.deleting) await db.write(deletionStartSteps(unit));
  });
  await finishUnitDeletion(db, unitId, isTimeUp);
}

/**
 * The steps of the first transaction. It removes the roles, so that no user or role can be added any more, and the
 * head of the menus, so that no menu can change its state.
 */
function deletionStartSteps(unit: Unit): Step[] {
  return [
    replaceStep(toUnitItem({ ...unit, version: unit.version + 1, deleting: true }), unit.version),
    taskStep({ ...newTask(deletionTaskId(unit.id)), kind: 'delete-unit', unit: unit.id }),
    removeStep(unitNameClaimKey(normaliseKey(unit.name))),
    removeStep(rolesKey(unit.id)),
    removeStep(headKey(menuPartition(unit.id))),
    ...collectionSteps(unitsCollection, { remove: [unit] }),
    removeStep(serviceFactsKey(unit.id)),
  ];
}

/**
 * Removes the data of a unit that is being deleted; false where time is up before the end. The item of the unit and the
 * task are removed last, so that a repeated call can continue.
 */
export async function finishUnitDeletion(db: Database, unitId: number, isTimeUp: () => boolean): Promise<boolean> {
  await unassignUnitFromAll(db, unitId);
  for (const partition of listUnitPartitions(unitId)) {
    if (!(await removeItemsOfPartition(db, unitId, partition, isTimeUp))) return false;
  }
  await db.retryLostRaces(() => db.write([removeStep(unitKey(unitId)), removeStep(deletionTaskKey(unitId))]));
  return true;
}

/** Removes a partition's items except the unit's own, and frees the uids of its users; false where time is up before. */
async function removeItemsOfPartition(db: Database, unitId: number, partition: string, isTimeUp: () => boolean) {
  while (!isTimeUp()) {
    const items = await db.query(partition, { limit: BATCH_SIZE, isOnePage: true });
    const batch = items.filter((item) => item.sk !== unitKey(unitId).sk);
    if (batch.length === 0) return true;
    const uids = batch.filter((item) => identifyKey(item)?.kind === 'user').map((item) => User.parse(item).uid);
    // A uid that was freed before and then taken by another unit stays taken.
    await Promise.all(uids.map((uid) => db.removeIf(uidClaimKey(normaliseKey(uid)), 'unit', unitId)));
    // These come first: once the batch is gone, nobody knows their keys.
    await db.removeMany(batch.flatMap(listKeysInOtherPartitions));
    await db.removeMany(batch);
  }
  return false;
}
