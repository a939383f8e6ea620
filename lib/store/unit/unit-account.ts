import { uidClaimKey, userKey } from '../../../tables/keys.ts';
import type { Unit } from '../../domain/unit.ts';
import { systemRoleId } from '../../domain/user/role.ts';
import { User } from '../../domain/user/user.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { LostRace } from '../../table/faults.ts';
import { checkUnchanged, insert, remove, removeIf, replace, type Step } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { changeClaimStep, newEpoch, UidClaim, userItem } from '../user/user.ts';

/** The steps that give a unit another main account, and the account as its user spells the uid. */
export interface Rebinding {
  readonly account: string;
  readonly steps: readonly Step[];
}

/** The main account as it was when its session was checked. */
export interface MainAccount {
  readonly uid: string;
  /** The epoch of its session. */
  readonly epoch: string;
}

/**
 * Requires that the caller is still the unit's main account.
 * @throws AppError `not_signed_in` where its session has ended, otherwise `main_account_only`.
 */
export async function requireMain(db: Database, unit: Unit, { uid, epoch }: MainAccount): Promise<void> {
  const key = normaliseKey(uid);
  if (normaliseKey(unit.account) === key) return;
  const user = await db.get(userKey(unit.id, key));
  throw new AppError(user && User.parse(user).epoch === epoch ? 'main_account_only' : 'not_signed_in');
}

/**
 * Plans to make `account` the unit's main account. Another step must guard the unit. If the uid belongs to a user of
 * the unit, he gets the system role, and the old main account keeps its role. If the uid is free, it becomes the new
 * uid of the main user, whose sessions end. `caller` is the main account where it makes the change itself.
 * @throws AppError `duplicate_account` where the uid belongs to another unit; `not_signed_in` where the session of `caller`
 * has ended.
 */
export async function rebind(db: Database, unit: Unit, account: string, caller?: MainAccount): Promise<Rebinding> {
  if (account === unit.account) return { account, steps: [] };
  const oldKey = normaliseKey(unit.account);
  const newKey = normaliseKey(account);
  const keys = [uidClaimKey(newKey), userKey(unit.id, newKey), uidClaimKey(oldKey), userKey(unit.id, oldKey)];
  const [newClaim, newUser, oldClaim, oldUser] = await db.getMany(keys);
  // The unit has been rebound since it was read.
  if (!oldClaim || !oldUser) throw new LostRace('changed_meanwhile');
  const main = User.parse(oldUser);
  if (caller && main.epoch !== caller.epoch) throw new AppError('not_signed_in');
  if (newKey !== oldKey && newClaim) {
    if (UidClaim.parse(newClaim).unit !== unit.id) throw new AppError('duplicate_account');
    // A transaction is writing both: the read saw the claim but not yet its user.
    if (!newUser) throw new LostRace('changed_meanwhile');
    const user = User.parse(newUser);
    return {
      account: user.uid,
      steps: [promote(unit.id, user), checkUnchanged(userKey(unit.id, oldKey), main.version)],
    };
  }
  return { account, steps: renameMain(unit.id, main, UidClaim.parse(oldClaim), account) };
}

function promote(unit: number, user: User): Step {
  return replace(userItem(unit, { ...user, version: user.version + 1, roleId: systemRoleId(unit) }), user.version);
}

/**
 * The steps that rename the main user. His claim moves to the new uid. Where the uids differ only in case, the keys
 * stay the same.
 */
function renameMain(unit: number, main: User, claim: UidClaim, uid: string): Step[] {
  const renamed: User = { ...main, uid, version: main.version + 1, epoch: newEpoch() };
  const oldKey = normaliseKey(main.uid);
  if (oldKey === normaliseKey(uid)) {
    return [replace(userItem(unit, renamed), main.version), changeClaimStep(uid, 'uid', uid)];
  }
  return [
    // If the uid is taken meanwhile, the retry promotes that user, or refuses where he belongs to another unit.
    insert({ ...uidClaimKey(normaliseKey(uid)), ...claim, uid }),
    // The claim may have been read before a password change that its user already shows, so its hash is checked.
    removeIf(uidClaimKey(oldKey), 'hash', claim.hash),
    insert(userItem(unit, renamed)),
    remove(userKey(unit, oldKey), main.version),
  ];
}
