import { findUsabilityProblem, type Unit } from '../../lib/domain/unit.ts';
import { dayOf } from '../../lib/domain/values/calendar.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { findUnits, getUnit, readUnitsHead } from '../../lib/store/unit/unit.ts';
import { updateUnit } from '../../lib/store/unit/unit-change.ts';
import { selectUnits } from '../../lib/store/unit/unit-list.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { type Answer, answerList, answerOne } from './answer.ts';
import { type ActName, noting } from './noting.ts';
import { columns, words } from './words.ts';

/** Units read at a time. */
const UNITS_AT_A_TIME = 1000;

const statuses = { unit_closed: 'closed', unit_expired: 'expired' } as const;

/** All units whose name contains the keyword, newest first. */
export async function listUnits(deps: Deps, keyword: string | undefined): Promise<Answer> {
  const { db } = deps;
  const choices = await selectUnits(db, { keyword: keyword || undefined }, await readUnitsHead(db));
  const units: Unit[] = [];
  for (const some of batchesOf(choices, UNITS_AT_A_TIME)) {
    const ids = some.map(({ id }) => id);
    for (const unit of await findUnits(db, ids)) if (unit) units.push(unit);
  }
  const entries = units.map((unit) => toEntry(deps, unit));
  return answerList(entries, words.units, [
    { title: columns.id, cellOf: ({ id }) => String(id) },
    { title: columns.name, cellOf: ({ name }) => name },
    { title: columns.account, cellOf: ({ account }) => account },
    { title: columns.category, cellOf: ({ category }) => category },
    { title: columns.expire, cellOf: ({ expire }) => expire ?? '' },
    { title: columns.status, cellOf: ({ status }) => status },
  ]);
}

/**
 * Closes or opens a unit.
 * @throws AppError `unit_not_found`.
 */
export function setStatus(deps: Deps, id: number, status: boolean): Promise<Answer> {
  return change(deps, id, { status }, status ? 'open' : 'close');
}

/**
 * Sets the last day of a unit.
 * @throws AppError `unit_not_found`.
 */
export function renew(deps: Deps, id: number, expire: string): Promise<Answer> {
  return change(deps, id, { expire }, 'renew');
}

/** How a unit is to be changed. */
type Wanted = { readonly status: boolean } | { readonly expire: string };

/** Changes a unit, unless it is so already. */
async function change(deps: Deps, id: number, wanted: Wanted, act: ActName) {
  const unit = await getUnit(deps.db, id);
  const next = { ...unit, ...wanted };
  const isChange = next.status !== unit.status || next.expire !== unit.expire;
  if (isChange) await updateUnit(noting(deps, act, { vender: id }), id, wanted, { found: unit });
  const entry = toEntry(deps, next);
  const facts = words.unitIs(entry.name, id, entry.status, entry.expire);
  return answerOne({ ...entry, changed: isChange }, isChange ? facts : words.asBefore(facts));
}

function toEntry({ env, now }: Deps, unit: Unit) {
  const { id, name, account, category, expire } = unit;
  const problem = findUsabilityProblem(unit, dayOf(now(), env.timeZone));
  return { id, name, account, category, expire, status: problem ? statuses[problem] : 'open' };
}
