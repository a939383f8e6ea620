import { rolesKey, unitKey } from '../../../tables/keys.ts';
import { Unit } from '../../domain/unit.ts';
import { UnitRoles } from '../../domain/user/role.ts';
import { AppError } from '../../errors.ts';
import type { Staff, UserPlan } from '../../sheets/user-plan.ts';
import type { UserWorkbook } from '../../sheets/user-workbook.ts';
import type { Database } from '../../table/database.ts';
import { checkUnchanged, replace } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { userCountStep } from './unit-roles.ts';
import { findClaims, insertUserSteps, listUsersByUnit, toUserItem } from './user.ts';

/**
 * The maximum number of actions for users in one transaction. A new user takes two, a changed one takes one. Roles and
 * unit come on top.
 */
const MAX_ACTIONS = 96;

/** The options of `writeUsers`. */
interface WritingOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Plans the entries of the workbook for the users as they are now. It is called again after a lost race. */
  readonly makePlan: (staff: Staff) => UserPlan;
  /** Makes the PHC string of a new user's password. It returns the same string for the same uid. */
  readonly makeHash: (uid: string) => Promise<string>;
}

/**
 * Creates and changes users of a unit in one transaction, and returns the plan by which it did so.
 * @throws AppError for the problems of the workbook; `unit_not_found`, `quota_reached`, `too_many_matches`;
 * `duplicate_uid` where a uid has been taken meanwhile.
 */
export async function writeUsers(
  db: Database,
  unit: number,
  { throwIfProblems, reportProblem }: UserWorkbook,
  { now, makePlan, makeHash }: WritingOptions,
): Promise<UserPlan> {
  return db.retryLostRaces(async () => {
    const [users, [storedUnit, storedUnitRoles]] = await Promise.all([
      listUsersByUnit(db, unit),
      db.getMany([unitKey(unit), rolesKey(unit)]),
    ]);
    if (!storedUnit || !storedUnitRoles) throw new AppError('unit_not_found');
    const [{ account, version: unitVersion }, unitRoles] = [Unit.parse(storedUnit), UnitRoles.parse(storedUnitRoles)];
    const plan = makePlan({ users, unitRoles, account });
    const { created, changed } = plan;
    const claims = await findClaims(
      db,
      created.map(({ entry }) => entry.uid),
    );
    for (const [index, { entry }] of created.entries()) {
      if (claims[index]) entry.sheetRow.reportProblem('uid', { code: 'taken' });
    }
    if (2 * created.length + changed.length > MAX_ACTIONS) {
      reportProblem({ code: 'too_many_users', maxCreated: MAX_ACTIONS / 2, max: MAX_ACTIONS });
    }
    throwIfProblems();
    if (created.length + changed.length === 0) return plan;
    const newUsers = await Promise.all(
      created.map(async ({ entry: { uid, facts }, name, roleId }) => {
        return { ...facts, uid, name, roleId, hash: await makeHash(normaliseKey(uid)) };
      }),
    );
    await db.write([
      newUsers.length > 0
        ? userCountStep(unit, unitRoles, newUsers.length, db.quotas.users)
        : checkUnchanged(rolesKey(unit), unitRoles.version),
      // The main account must not change meanwhile.
      checkUnchanged(unitKey(unit), unitVersion),
      ...newUsers.flatMap((user) => insertUserSteps(unit, user, now, 'duplicate_uid')),
      ...changed.map(({ user, next }) =>
        replace(toUserItem(unit, { ...next, version: user.version + 1 }), user.version),
      ),
    ]);
    return plan;
  });
}
