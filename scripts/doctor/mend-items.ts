import { Standard } from '../../lib/domain/standard.ts';
import { PLATFORM, Unit } from '../../lib/domain/unit.ts';
import { findRole, RoleRoster } from '../../lib/domain/user/role.ts';
import { User } from '../../lib/domain/user/user.ts';
import { standards } from '../../lib/store/standard.ts';
import { Task } from '../../lib/store/task.ts';
import { deletionTask } from '../../lib/store/unit-deletion.ts';
import { rowSteps } from '../../lib/table/collection/collection.ts';
import { alive, insert, remove, replace, unchanged, update } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { prefix, taskKey, tasksPartition, unitKey, unitNameClaimKey } from '../../tables/keys.ts';
import { inLanguage } from '../command/language.ts';
import { type Finding, nameOf } from './finding.ts';
import type { Outcome } from './mend-collections.ts';
import { asRead, removeAsRead, replaceAsRead } from './mend-steps.ts';
import type { OpenTable } from './open-table.ts';
import { words } from './words.ts';

/** Removes a claim on a uid that no user has. */
export async function mendUidClaim({ db }: OpenTable, { keys: [key, userKey] }: Finding): Outcome {
  if (!userKey) return undefined;
  const [claim, user] = await db.getMany([key, userKey]);
  if (!claim || user) return undefined;
  await db.write([asRead(userKey, undefined), removeAsRead(claim)]);
  return inLanguage({ en: `removed ${nameOf(key)}: the uid is free`, zh: `已移除 ${nameOf(key)}：用户名可再用` });
}

/** Removes a claim on a name that no unit has. */
export async function mendNameClaim({ db }: OpenTable, { keys: [key, holderKey] }: Finding): Outcome {
  if (!holderKey) return undefined;
  const [claim, holder] = await db.getMany([key, holderKey]);
  if (!claim || (holder && hasName(Unit.parse(holder), key.pk))) return undefined;
  await db.write([asRead(holderKey, holder), removeAsRead(claim)]);
  return inLanguage({ en: `removed ${nameOf(key)}: the name is free`, zh: `已移除 ${nameOf(key)}：名称可再用` });
}

/** Writes the claim on a unit's name, if nobody has the claim, or somebody with another name. */
export async function mendName({ db }: OpenTable, { keys: [key, claimKey, holderKey] }: Finding): Outcome {
  if (!claimKey) return undefined;
  const [unit, claim, holder] = await db.getMany([key, claimKey, ...(holderKey ? [holderKey] : [])]);
  if (!unit || !hasName(Unit.parse(unit), claimKey.pk)) return undefined;
  const mended = { ...claimKey, unit: Unit.parse(unit).id };
  if (!claim) await db.write([asRead(key, unit), insert(mended)]);
  else {
    if (!holderKey || (holder && hasName(Unit.parse(holder), claimKey.pk))) return undefined;
    await db.write([asRead(key, unit), asRead(holderKey, holder), replaceAsRead(claim, mended)]);
  }
  return inLanguage({
    en: `wrote ${nameOf(claimKey)}: the name is unit ${mended.unit}'s`,
    zh: `已写入 ${nameOf(claimKey)}：名称属于单位 ${mended.unit}`,
  });
}

/** Whether a unit has the name of the claim in this partition. */
function hasName({ name, deleting }: Unit, partition: string): boolean {
  return !deleting && unitNameClaimKey(normaliseKey(name)).pk === partition;
}

/** Takes a role that does not exist from a user, as deleting the role would have done. */
export async function mendRole({ db }: OpenTable, { keys: [key, rolesKey] }: Finding): Outcome {
  if (!rolesKey) return undefined;
  const [userItem, rolesItem] = await db.getMany([key, rolesKey]);
  if (!userItem || !rolesItem) return undefined;
  const [user, roster] = [User.parse(userItem), RoleRoster.parse(rolesItem)];
  if (user.roleId === 0 || findRole(roster, user.roleId)) return undefined;
  await db.write([
    unchanged(rolesKey, roster.version),
    replace({ ...key, ...user, roleId: 0, version: user.version + 1 }, user.version),
  ]);
  return inLanguage({
    en: `took role ${user.roleId} from ${nameOf(key)}: it has none now`,
    zh: `已收回 ${nameOf(key)} 的角色 ${user.roleId}：现在没有角色`,
  });
}

/** Counts the users of a unit again. */
export async function mendUserCount({ db }: OpenTable, { keys: [key] }: Finding): Outcome {
  const item = await db.get(key);
  if (!item) return undefined;
  const roster = RoleRoster.parse(item);
  const users = await db.query(key.pk, { prefix: prefix.user });
  if (roster.users === users.length) return undefined;
  const seen = roster.users === undefined ? 'attribute_not_exists(#users)' : '#users = :seen';
  await db.write([
    update(key, {
      set: '#users = :users, #version = #version + :one',
      condition: `#version = :version AND ${seen}`,
      names: { '#version': 'version', '#users': 'users' },
      values: {
        ...{ ':users': users.length, ':version': roster.version, ':one': 1 },
        ...(roster.users === undefined ? {} : { ':seen': roster.users }),
      },
    }),
  ]);
  return inLanguage({
    en: `wrote ${nameOf(key)}: it has ${users.length} users`,
    zh: `已写入 ${nameOf(key)}：有 ${users.length} 个用户`,
  });
}

/** Takes units that do not exist out of a standard, and sorts the others. */
export async function mendStandard({ db }: OpenTable, { keys: [key] }: Finding): Outcome {
  const item = await db.get(key);
  if (!item) return undefined;
  const standard = Standard.parse(item);
  const ids = [...new Set(standard.vendors)].filter((id) => id !== PLATFORM).sort((a, b) => a - b);
  const units = await db.getMany(ids.map((id) => unitKey(id)));
  // Ids of units are never used again: an absent unit stays absent.
  const vendors = ids.filter((_, index) => units[index] !== undefined);
  const mended = { ...standard, vendors, version: standard.version + 1 };
  await db.write([
    replace({ ...key, ...mended }, standard.version),
    ...rowSteps(standards, { change: [{ before: standard, after: mended }] }),
  ]);
  return inLanguage({
    en: `wrote the units of ${nameOf(key)}: ${vendors.length} of ${standard.vendors.length} are left`,
    zh: `已写入 ${nameOf(key)} 的单位：${standard.vendors.length} 个中留下 ${vendors.length} 个`,
  });
}

/** Removes an icon whose owner does not mention it, or does not exist. */
export async function mendIcon({ db }: OpenTable, { keys: [key, ownerKey, unit] }: Finding): Outcome {
  if (!ownerKey || !unit) return undefined;
  const [icon, owner, unitItem] = await db.getMany([key, ownerKey, unit]);
  if (!icon || owner?.['hasIcon'] === true || !unitItem || Unit.parse(unitItem).deleting) return undefined;
  await db.write([asRead(ownerKey, owner), remove(key)]);
  return inLanguage(words.removed(nameOf(key)));
}

/** Removes the task that would delete a unit, unless the unit is being deleted. */
export async function mendDeletion({ db }: OpenTable, { keys: [key, other] }: Finding): Outcome {
  if (!other) return undefined;
  const [item, found] = await db.getMany([key, other]);
  if (!item) return undefined;
  if (key.pk === tasksPartition) {
    if (found && Unit.parse(found).deleting) return undefined;
    const task = Task.parse(item);
    if (task.kind !== 'delete-unit') return undefined;
    const { unit } = task;
    await db.write([found ? alive(unitKey(unit)) : asRead(other, undefined), removeAsRead(item)]);
    return inLanguage({
      en: `removed ${nameOf(key)}: the sweep leaves unit ${unit} alone`,
      zh: `已移除 ${nameOf(key)}：清理任务不再触及单位 ${unit}`,
    });
  }
  const { id, deleting, version } = Unit.parse(item);
  if (!deleting || found) return undefined;
  const task = deletionTask(id);
  await db.write([unchanged(key, version), insert({ ...taskKey(task.id), ...task })]);
  return inLanguage({
    en: `wrote ${nameOf(other)}: the sweep will finish the deletion of unit ${id}`,
    zh: `已写入 ${nameOf(other)}：清理任务会完成单位 ${id} 的删除`,
  });
}
