import { demandRoom, type NumberedRole, withCustomRoles } from '../../lib/domain/user/role.ts';
import { getUnit, replaceUnit } from '../../lib/store/unit/unit.ts';
import { readRoster, rosterStep } from '../../lib/store/user/roster.ts';
import type { Database } from '../../lib/table/database.ts';

/**
 * Gives a unit these custom roles, ascending by number, instead of its own. The system role stays.
 * @throws AppError `unit_not_found`, `quota_reached`.
 */
export async function restoreRoles(db: Database, unit: number, roles: readonly NumberedRole[]): Promise<void> {
  await db.retryLostRaces(async () => {
    const roster = await readRoster(db, unit);
    const next = withCustomRoles(roster, unit, roles);
    if (JSON.stringify(next.roles) === JSON.stringify(roster.roles)) return;
    demandRoom(roster, next, db.quotas.roles);
    await db.write([rosterStep(unit, roster, next)]);
  });
}

/**
 * Ends the import of a unit, which becomes open or closed as given.
 * @throws AppError `unit_not_found`.
 */
export async function finishImport(db: Database, id: number, status: boolean): Promise<void> {
  await db.retryLostRaces(async () => {
    const unit = await getUnit(db, id);
    const { importing: _importing, ...facts } = unit;
    await db.write(replaceUnit(unit, { ...facts, version: unit.version + 1, status }));
  });
}
