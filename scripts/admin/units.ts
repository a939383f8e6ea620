import { findUsabilityProblem, PLATFORM, type Unit } from '../../lib/domain/unit.ts';
import { toDay } from '../../lib/domain/values/calendar.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { findUnits, getUnit } from '../../lib/store/unit/unit.ts';
import { updateUnit } from '../../lib/store/unit/unit-change.ts';
import { selectUnits } from '../../lib/store/unit/unit-list.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import { UsageProblem } from '../command/command.ts';
import { toTextTable } from '../command/text-table.ts';
import { noting } from './noting.ts';

/** Units read at a time. */
const UNITS_AT_A_TIME = 1000;

/** All units whose name contains the keyword, newest first. */
export async function listUnits(deps: Deps, keyword: string | undefined): Promise<string[]> {
  const { db } = deps;
  const choices = await selectUnits(db, { keyword: keyword || undefined });
  const rows: string[][] = [];
  for (const some of splitIntoBatches(choices, UNITS_AT_A_TIME)) {
    const units = await findUnits(
      db,
      some.map(({ id }) => id),
    );
    for (const unit of units) {
      if (!unit) continue;
      const { id, name, account, category, expire = '' } = unit;
      rows.push([String(id), name, account, category, expire, describeStatus(deps, unit)]);
    }
  }
  return toTextTable(['id', 'name', 'account', 'category', 'last day', 'status'], rows);
}

/**
 * Closes or opens a unit.
 * @throws AppError `unit_not_found`.
 */
export function setStatus(deps: Deps, id: number, status: boolean): Promise<string[]> {
  return change(deps, id, { status }, status ? 'open' : 'close');
}

/**
 * Sets the last day of a unit.
 * @throws AppError `unit_not_found`.
 */
export function renew(deps: Deps, id: number, expire: string): Promise<string[]> {
  return change(deps, id, { expire }, 'renew');
}

/** Changes a unit, unless it is so already. The platform can be neither closed nor expired. */
async function change(deps: Deps, id: number, wanted: { status: boolean } | { expire: string }, act: string) {
  if (id === PLATFORM) throw new UsageProblem('UNIT must be from 1 on: 0 is the platform');
  const unit = await getUnit(deps.db, id);
  const next = { ...unit, ...wanted };
  const isChange = next.status !== unit.status || next.expire !== unit.expire;
  if (isChange) await updateUnit(noting(deps, act, { vender: id }), id, wanted);
  const facts = `${unit.name} (unit ${id}): ${describeStatus(deps, next)}, last day ${next.expire}`;
  return [isChange ? facts : `${facts}: as it was before`];
}

function describeStatus({ env, now }: Deps, unit: Unit): string {
  const problem = findUsabilityProblem(unit, toDay(now(), env.timeZone));
  return problem === undefined ? 'open' : { unit_closed: 'closed', unit_expired: 'expired' }[problem];
}
