import { findUsabilityProblem, PLATFORM, type Unit } from '../../lib/domain/unit.ts';
import { toDay } from '../../lib/domain/values/calendar.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { findUnits, getUnit } from '../../lib/store/unit/unit.ts';
import { updateUnit } from '../../lib/store/unit/unit-change.ts';
import { selectUnits } from '../../lib/store/unit/unit-list.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import { UsageProblem } from '../command/command.ts';
import { toTextTable } from '../command/text-table.ts';
import { withCommandLog } from './command-log.ts';

/** The number of units that are read at the same time. */
const UNITS_PER_READ = 1000;

/** Lists all units whose name contains the keyword, newest first. */
export async function listUnits(deps: Deps, keyword: string | undefined): Promise<string[]> {
  const { db } = deps;
  const choices = await selectUnits(db, { keyword: keyword || undefined });
  const rows: string[][] = [];
  for (const batch of splitIntoBatches(choices, UNITS_PER_READ)) {
    const ids = batch.map(({ id }) => id);
    for (const unit of await findUnits(db, ids)) {
      if (!unit) continue;
      const { id, name, account, category, expire = '' } = unit;
      rows.push([String(id), name, account, category, expire, describeStatus(deps, unit)]);
    }
  }
  return toTextTable(['id', 'name', 'account', 'category', 'last day', 'status'], rows);
}

/** Closes or opens a unit. */
export function setStatus(deps: Deps, unitId: number, isOpen: boolean): Promise<string[]> {
  return changeUnit(deps, unitId, { status: isOpen }, isOpen ? 'open' : 'close');
}

/** Sets the last day of a unit. */
export function renew(deps: Deps, unitId: number, expire: string): Promise<string[]> {
  return changeUnit(deps, unitId, { expire }, 'renew');
}

type UnitChange = { readonly status: boolean } | { readonly expire: string };

/** Changes a unit, unless it is so already. `command` names the change in the log. */
async function changeUnit(deps: Deps, unitId: number, change: UnitChange, command: string) {
  // The platform can be neither closed nor expired.
  if (unitId === PLATFORM) throw new UsageProblem('UNIT must be from 1 on: 0 is the platform');
  const before = await getUnit(deps.db, unitId);
  const after = { ...before, ...change };
  const isChanged = after.status !== before.status || after.expire !== before.expire;
  if (isChanged) await updateUnit(withCommandLog(deps, command, { vender: unitId }), unitId, change);
  const facts = `${after.name} (unit ${unitId}): ${describeStatus(deps, after)}, last day ${after.expire}`;
  return [isChanged ? facts : `${facts}: as it was before`];
}

function describeStatus({ env, now }: Deps, unit: Unit): string {
  const problem = findUsabilityProblem(unit, toDay(now(), env.timeZone));
  return problem === undefined ? 'open' : { unit_closed: 'closed', unit_expired: 'expired' }[problem];
}
