import { INITIAL_CONFIG, PLATFORM, Unit } from '../../lib/domain/unit.ts';
import { initialRoster, systemRoleId } from '../../lib/domain/user/role.ts';
import { unitItem } from '../../lib/store/unit/unit.ts';
import { rosterItem } from '../../lib/store/user/roster.ts';
import { insertUser } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { insert } from '../../lib/table/steps.ts';

const PLATFORM_NAME = '平台';

/** The platform's first administrator. */
export interface FirstAdministrator {
  readonly uid: string;
  /** PHC string of the password's digest. */
  readonly hash: string;
  /** Permission items of the platform's system role. */
  readonly allItems: readonly number[];
}

/**
 * Creates the platform, unit 0, with its first administrator as main account.
 * @throws AppError `duplicate_account` where the uid is taken, `duplicate_unit_name` where the platform exists already.
 */
export async function createPlatform(db: Database, administrator: FirstAdministrator, now: number): Promise<void> {
  const { uid, hash, allItems } = administrator;
  const unit = Unit.parse({
    id: PLATFORM,
    version: 1,
    account: uid,
    name: PLATFORM_NAME,
    status: true,
    config: INITIAL_CONFIG,
  });
  const user = { uid, name: '平台管理员', phone: '', roleId: systemRoleId(PLATFORM), hash };
  const steps = [
    insert(unitItem(unit), 'duplicate_unit_name'),
    ...insertUser(PLATFORM, user, now, 'duplicate_account'),
    insert(rosterItem(PLATFORM, initialRoster(PLATFORM, allItems))),
  ];
  await db.retryLostRaces(() => db.write(steps));
}
