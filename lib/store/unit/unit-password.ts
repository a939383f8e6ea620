import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { RepeatableError } from '../../table/faults.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { updateUser } from '../user/user.ts';
import { getUnit } from './unit.ts';

/**
 * Sets the password of a unit's main account and ends its sessions.
 * @throws AppError `unit_not_found`.
 */
export async function setMainPassword(db: Database, id: number, passwordHash: string): Promise<void> {
  await db.retryLostRaces(async () => {
    const { account } = await getUnit(db, id);
    try {
      await updateUser(db, id, account, { passwordHash }, ({ isMain }) => {
        if (!isMain) throw new RepeatableError('changed_meanwhile');
      });
    } catch (error) {
      // Either the main account was renamed meanwhile or the unit is being deleted. Another read of the unit decides.
      if (!(error instanceof AppError && error.reason === 'user_not_found')) throw error;
      const unit = await getUnit(db, id);
      throw normaliseKey(unit.account) === normaliseKey(account)
        ? new AppError('unit_not_found')
        : new RepeatableError('changed_meanwhile', error);
    }
  });
}
