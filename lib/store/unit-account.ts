import { uidClaimKey, userKey } from '../../tables/keys.ts';
import { systemRoleId } from '../domain/role.ts';
import type { Unit } from '../domain/unit.ts';
import { User } from '../domain/user.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { LostRace } from '../table/faults.ts';
import { insert, remove, removeWhile, replace, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { changeClaim, newEpoch, UidClaim, userItem } from './user.ts';

/** The steps that rebind a unit, and its account as the user's uid is written. */
export interface Rebinding {
  readonly account: string;
  readonly steps: readonly Step[];
}

/**
 * Makes `account` the unit's main account; a step beside it must guard the unit. A user of the unit gets the system
 * role, and the old main account keeps its own. A uid that nobody has becomes the main user's new uid, and his sessions
 * end.
 * @throws AppError `duplicate_account` where the uid belongs to another unit.
 */
export async function rebind(db: Database, unit: Unit, account: string): Promise<Rebinding> {
  if (account === unit.account) return { account, steps: [] };
  const oldKey = normaliseKey(unit.account);
  const newKey = normaliseKey(account);
  const keys = [uidClaimKey(newKey), userKey(unit.id, newKey), uidClaimKey(oldKey), userKey(unit.id, oldKey)];
  const [claim, found, mainClaim, main] = await db.getMany(keys);
  // Somebody has rebound the unit since it was read.
  if (!mainClaim || !main) throw new LostRace('changed_meanwhile');
  if (newKey !== oldKey && claim) {
    if (UidClaim.parse(claim).unit !== unit.id) throw new AppError('duplicate_account');
    // One of the two is being written: the read has seen the claim without its user.
    if (!found) throw new LostRace('changed_meanwhile');
    const user = User.parse(found);
    return { account: user.uid, steps: [promote(unit.id, user)] };
  }
  return { account, steps: renameMain(unit.id, User.parse(main), UidClaim.parse(mainClaim), account) };
}

function promote(unit: number, user: User): Step {
  return replace(userItem(unit, { ...user, version: user.version + 1, roleId: systemRoleId(unit) }), user.version);
}

/**
 * The steps that rename the main user. His credentials move with him. Where only the case of letters differs, the items
 * stay where they are.
 */
function renameMain(unit: number, main: User, claim: UidClaim, uid: string): Step[] {
  const renamed: User = { ...main, uid, version: main.version + 1, epoch: newEpoch() };
  const oldKey = normaliseKey(main.uid);
  if (oldKey === normaliseKey(uid)) {
    return [replace(userItem(unit, renamed), main.version), changeClaim(uid, 'uid', uid)];
  }
  return [
    // Somebody has taken the uid meanwhile: a user of this unit, who is then promoted, or one of another.
    insert({ ...uidClaimKey(normaliseKey(uid)), ...claim, uid }),
    // A user who tells of a new password already may have been read beside the claim before it.
    removeWhile(uidClaimKey(oldKey), 'hash', claim.hash),
    insert(userItem(unit, renamed)),
    remove(userKey(unit, oldKey), main.version),
  ];
}
