import { uidClaimKey, userKey } from '../../../tables/keys.ts';
import type { Unit } from '../../domain/unit.ts';
import { systemRoleId } from '../../domain/user/role.ts';
import { User } from '../../domain/user/user.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { RepeatableError } from '../../table/faults.ts';
import { checkUnchangedStep, insertStep, removeIfStep, removeStep, replaceStep, type Step } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { changeClaimStep, changeUserStep, makeSessionEpoch, toUserItem, UidClaim, updateUser } from '../user/user.ts';
import { getUnit } from './unit.ts';

/** The session of a main user, as it was when it was checked. */
export interface CallerSession {
  readonly uid: string;
  readonly epoch: string;
}

/** How a unit gets its main account. `account` is the uid as its user spells it. */
type MainAccountChange = { readonly account: string; readonly steps: Step[] };

/** Requires that the caller is still the main user; throws `main_account_only`; `not_signed_in` if their session has ended. */
export async function requireMainAccount(db: Database, unit: Unit, { uid, epoch }: CallerSession): Promise<void> {
  const normalUid = normaliseKey(uid);
  if (normaliseKey(unit.account) === normalUid) return;
  const user = await db.get(userKey(unit.id, normalUid));
  throw new AppError(user && User.parse(user).epoch === epoch ? 'main_account_only' : 'not_signed_in');
}

/**
 * Plans to make `account` the main account. The same transaction must check that the unit is unchanged. `callerSession`
 * is given where the main user makes the change.
 * @throws AppError `duplicate_account` where the uid belongs to another unit; `not_signed_in` where the session has ended.
 */
export async function planMainAccountChange(
  db: Database,
  unit: Unit,
  account: string,
  callerSession?: CallerSession,
): Promise<MainAccountChange> {
  if (account === unit.account) return { account, steps: [] };
  const [newNormalUid, oldNormalUid] = [normaliseKey(account), normaliseKey(unit.account)];
  const toKeys = (normalUid: string) => [uidClaimKey(normalUid), userKey(unit.id, normalUid)];
  const keys = [...toKeys(newNormalUid), ...toKeys(oldNormalUid)];
  const [newClaimItem, newUserItem, oldClaimItem, oldUserItem] = await db.getMany(keys);
  // The main account has changed since the unit was read.
  if (!oldClaimItem || !oldUserItem) throw new RepeatableError('changed_meanwhile');
  const mainUser = User.parse(oldUserItem);
  if (callerSession && mainUser.epoch !== callerSession.epoch) throw new AppError('not_signed_in');
  const ownerUnitId = newNormalUid !== oldNormalUid && newClaimItem ? UidClaim.parse(newClaimItem).unit : undefined;
  // The uid is free or differs only in case. It becomes the new uid of the main user, whose sessions end.
  if (ownerUnitId === undefined)
    return { account, steps: renameMainUserSteps(mainUser, UidClaim.parse(oldClaimItem), account) };
  if (ownerUnitId !== unit.id) throw new AppError('duplicate_account');
  // Another transaction is creating this user: the read saw the claim but not yet the user.
  if (!newUserItem) throw new RepeatableError('changed_meanwhile');
  const user = User.parse(newUserItem);
  // The uid belongs to a user of the unit, who gets the system role. The old main user keeps their role.
  return {
    account: user.uid,
    steps: [
      changeUserStep(unit.id, user, { roleId: systemRoleId(unit.id) }),
      checkUnchangedStep(userKey(unit.id, oldNormalUid), mainUser.version),
    ],
  };
}

/** The steps that rename the main user and move the claim. Where uids differ only in case, the keys stay the same. */
function renameMainUserSteps(mainUser: User, claim: UidClaim, uid: string): Step[] {
  const unitId = claim.unit;
  const renamed: User = { ...mainUser, uid, version: mainUser.version + 1, epoch: makeSessionEpoch() };
  const [oldNormalUid, newNormalUid] = [normaliseKey(mainUser.uid), normaliseKey(uid)];
  if (oldNormalUid === newNormalUid)
    return [replaceStep(toUserItem(unitId, renamed), mainUser.version), changeClaimStep(uid, { uid })];
  return [
    // If the uid is taken meanwhile, the retry makes its user the main one, or refuses a user of another unit.
    insertStep({ ...uidClaimKey(newNormalUid), ...claim, uid }),
    // The user and the claim are not read at one moment: the user may already have a new password when this claim has the
    // old hash. So the step checks the hash.
    removeIfStep(uidClaimKey(oldNormalUid), 'hash', claim.hash),
    insertStep(toUserItem(unitId, renamed)),
    removeStep(userKey(unitId, oldNormalUid), mainUser.version),
  ];
}

/** Sets the password of a unit's main user and ends their sessions; throws `unit_not_found`. */
export async function setMainPassword(db: Database, unitId: number, passwordHash: string): Promise<void> {
  await db.retryLostRaces(async () => {
    const { account } = await getUnit(db, unitId);
    try {
      await updateUser(db, unitId, account, { passwordHash }, ({ isMain }) => {
        if (!isMain) throw new RepeatableError('changed_meanwhile');
      });
    } catch (error) {
      // Either the main account was renamed meanwhile or the unit is being deleted. Another read of the unit decides.
      if (!(error instanceof AppError && error.reason === 'user_not_found')) throw error;
      const unit = await getUnit(db, unitId);
      throw normaliseKey(unit.account) === normaliseKey(account)
        ? new AppError('unit_not_found')
        : new RepeatableError('changed_meanwhile', error);
    }
  });
}
