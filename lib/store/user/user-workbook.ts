import { rolesKey, unitKey } from '../../../tables/keys.ts';
import { Unit } from '../../domain/unit.ts';
import { UnitRoles } from '../../domain/user/role.ts';
import { AppError } from '../../errors.ts';
import type { UserChanges, UsersAndRoles } from '../../sheets/user-changes.ts';
import type { UserWorkbookReading } from '../../sheets/user-workbook.ts';
import type { Database } from '../../table/database.ts';
import { checkUnchangedStep } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { changeUserCountStep } from './unit-roles.ts';
import { changeUserStep, findUidClaims, insertUserSteps, listUsersByUnit, type NewUser } from './user.ts';

/** How many of `write`'s 98 steps are for users: two for a new one, one for a changed one. Roles and unit take the others. */
const MAX_USER_STEPS = 96;

interface UserWritingOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Finds what the workbook changes in the users as they are now. It is called again after a lost race. */
  readonly findChanges: (usersAndRoles: UsersAndRoles) => UserChanges;
  /** Makes the PHC string of a new user's password. It returns the same string for the same uid. */
  readonly makePasswordHash: (uid: string) => Promise<string>;
}

/**
 * Creates and changes users of a unit in one transaction, and returns the changes.
 * @throws AppError for the problems of the workbook; `unit_not_found`, `quota_reached`, `too_many_matches`,
 * `duplicate_uid`.
 */
export async function writeUsers(
  db: Database,
  unit: number,
  { sheetName: sheet, problems }: UserWorkbookReading,
  { now, findChanges, makePasswordHash }: UserWritingOptions,
): Promise<UserChanges> {
  return db.retryLostRaces(async () => {
    const [users, [unitItem, rolesItem]] = await Promise.all([
      listUsersByUnit(db, unit),
      db.getMany([unitKey(unit), rolesKey(unit)]),
    ]);
    if (!unitItem || !rolesItem) throw new AppError('unit_not_found');
    const { account, version: unitVersion } = Unit.parse(unitItem);
    const unitRoles = UnitRoles.parse(rolesItem);
    const changes = findChanges({ users, unitRoles, mainUid: account });
    const { created, changed } = changes;
    const uids = created.map(({ entry }) => entry.uid);
    const claims = await findUidClaims(db, uids);
    for (const [index, { entry }] of created.entries()) {
      if (claims[index]) entry.row.reportProblem('uid', { code: 'taken' });
    }
    if (2 * created.length + changed.length > MAX_USER_STEPS)
      problems.add({ sheet }, { code: 'too_many_users', maxCreated: MAX_USER_STEPS / 2, max: MAX_USER_STEPS });
    // So a repetition after a lost race begins without problems.
    problems.throwIfAny();
    if (created.length + changed.length === 0) return changes;
    const newUsers = await Promise.all(created.map((creation) => makeNewUser(creation, makePasswordHash)));
    await db.write([
      // Both steps check that the roles are as they were read. The first one also counts the new users.
      newUsers.length > 0
        ? changeUserCountStep(unit, unitRoles, newUsers.length, db.quotas.users)
        : checkUnchangedStep(rolesKey(unit), unitRoles.version),
      // The main account must not change meanwhile.
      checkUnchangedStep(unitKey(unit), unitVersion),
      ...newUsers.flatMap((user) => insertUserSteps(unit, user, now, 'duplicate_uid')),
      ...changed.map(({ before, after }) => changeUserStep(unit, before, after)),
    ]);
    return changes;
  });
}

/** Makes the new user of a row. `facts.name` may be absent; `name` is the checked one. */
async function makeNewUser(
  { entry: { uid, facts }, name, roleId }: UserChanges['created'][number],
  makePasswordHash: UserWritingOptions['makePasswordHash'],
): Promise<NewUser> {
  return { ...facts, uid, name, roleId, passwordHash: await makePasswordHash(normaliseKey(uid)) };
}
