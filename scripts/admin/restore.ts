import { Unit } from '../../lib/domain/unit.ts';
import { locate } from '../../lib/domain/values/id.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { unitCollections } from '../../lib/store/nouns.ts';
import { listTasks, type Task } from '../../lib/store/task.ts';
import { servingFacts } from '../../lib/store/unit/serving.ts';
import { readUnitsHead, units } from '../../lib/store/unit/unit.ts';
import { findClaims } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { alive, type Item, insert, replace, type Step, unchanged } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { calendarKey, headKey, servingKey, unitKey, unitNameClaimKey, unitsPartition } from '../../tables/keys.ts';
import { UsageProblem } from '../command/command.ts';
import { type ReportProgress, showProgress } from '../command/progress.ts';
import { demandTableVersion } from '../command/table-version.ts';
import { toTextTable } from '../command/text-table.ts';
import { Problem } from '../start/problem.ts';
import { noting } from './noting.ts';
import { planMembers, type Returning, returnRows, type Share } from './return-members.ts';
import { planLog, planMarks, planPrices, planRoles, planStandards, planUnit, planUsers } from './return-nouns.ts';

/** What is restored, and how. */
export interface Restoration {
  /** The other table, and its name. */
  readonly source: Database;
  readonly from: string;
  /** Nouns; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** Whether it is done, and not only told. */
  readonly isSure: boolean;
}

/**
 * Brings back what is missing of a unit from an earlier state of its table, and tells it. What is there stays as it is.
 * Repeated, it completes what was cut short, and does nothing where all is there. Where something is refused, the exit
 * code is 1.
 * @throws Problem where the unit cannot come back, and why.
 */
export async function restore(deps: Deps, id: number, { source, from, only, isSure }: Restoration): Promise<string[]> {
  const { db } = deps;
  const was = await readSource(source, from, id);
  const present = await db.get(unitKey(id));
  const unit = Unit.parse(present ?? was);
  const isWhole = !present || unit.deleting;
  await demandNoTask(db, id);
  if (isWhole) await demandReturnable(db, unit, only);
  const shares = await planAll({ db, source, unit: id, isWhole }, only);
  const isNeeded = isWhole || shares.some(({ missing }) => missing > 0);
  if (isSure && isNeeded) {
    const guard = guardOf(unit, isWhole);
    const noted = noting(deps, 'restore', { vender: id });
    await noted.retryLostRaces(() => noted.write(present ? [guard] : beginSteps(was, unit)));
    await showProgress(async (tell) => {
      const some = isWhole ? shares : shares.filter(({ missing }) => missing > 0);
      for (const share of some.filter(({ isLast }) => !isLast)) await bringBack(share, guard, tell);
      if (isWhole) await db.retryLostRaces(() => finishUnit(db, id));
      for (const share of some.filter(({ isLast }) => isLast)) await bringBack(share, guard, tell);
    });
  }
  const refused = shares.flatMap((share) => share.refused ?? []);
  if (refused.length > 0) process.exitCode = 1;
  return [
    `Unit ${id}, ${Unit.parse(was).name} in ${from}: ${isWhole ? 'was deleted, comes back whole' : `is there as ${unit.name}`}`,
    ...toTextTable(
      ['noun', isSure ? 'brought back' : 'would come back', 'there before'],
      shares.map(({ noun, missing, there }) => [noun, String(missing), String(there)]),
    ),
    ...refused.map((line) => `Refused: ${line}`),
    ...(isSure || !isNeeded ? [] : ['Nothing is changed: --yes brings it back']),
  ];
}

/** The item of the unit in the other table. */
async function readSource(source: Database, from: string, id: number): Promise<Item> {
  await demandTableVersion(source).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem(`${from}: ${error.message}`, { cause: error }) : error;
  });
  const item = await source.get(unitKey(id));
  if (!item) throw new Problem(`There is no unit ${id} in ${from}`);
  if (!Unit.parse(item).deleting) return item;
  throw new Problem(`Unit ${id} was being deleted in ${from}: restore the table as it was earlier`);
}

/** Demands that no work on the unit is left, which might remove again what comes back. */
async function demandNoTask(db: Database, id: number): Promise<void> {
  const { tasks } = await listTasks(db);
  const task = tasks.find((one) => concerns(one, id));
  if (!task) return;
  const work = task.kind === 'delete-unit' ? 'Its deletion' : `Its task ${task.kind}`;
  throw new Problem(`${work} is not finished: the hourly sweep finishes it. Repeat this afterwards`);
}

function concerns(task: Task, id: number): boolean {
  if ('unit' in task) return task.unit === id;
  return 'units' in task ? task.units.includes(id) : task.ids.some((one) => locate(one).unit === id);
}

/** Demands that a unit that was deleted can come back: with its name and its main account. */
async function demandReturnable(db: Database, { id, name, account }: Unit, only?: readonly string[]): Promise<void> {
  if (only) throw new Problem(`Unit ${id} was deleted: it comes back whole, without --only`);
  const [head, claim, [owner]] = await Promise.all([
    readUnitsHead(db),
    db.get(unitNameClaimKey(normaliseKey(name))),
    findClaims(db, [account]),
  ]);
  if (id >= head.next) throw new Problem(`It is no earlier state of this table, which never had a unit ${id}`);
  if (claim && claim['unit'] !== id) throw new Problem(`The name ${name} belongs to unit ${claim['unit']} now`);
  if (owner && owner.unit !== id) throw new Problem(`The main account ${account} belongs to unit ${owner.unit} now`);
}

/** What of each noun is missing, in the order in which it comes back. */
async function planAll(between: Returning, only: readonly string[] | undefined): Promise<Share[]> {
  const nouns: readonly (readonly [string, (between: Returning) => Promise<Share>])[] = [
    ['unit', planUnit],
    ['role', planRoles],
    ['user', planUsers],
    ...unitCollections(between.unit).map((one) => [one.kind, (both: Returning) => planMembers(both, one)] as const),
    ['log', planLog],
    ['mark', planMarks],
    ['price', planPrices],
    ['standard', planStandards],
  ];
  const known = nouns.map(([noun]) => noun);
  const unknown = only?.find((noun) => !known.includes(noun));
  if (unknown !== undefined) throw new UsageProblem(`--only takes ${known.join(', ')}, not ${JSON.stringify(unknown)}`);
  const shares: Share[] = [];
  for (const [noun, plan] of nouns) if (only?.includes(noun) ?? true) shares.push(await plan(between));
  return shares;
}

async function bringBack({ noun, missing, bringBack: write }: Share, guard: Step, tell: ReportProgress): Promise<void> {
  let done = 0;
  await write(guard, (count) => {
    done += count;
    tell(noun, done, missing);
  });
}

/** What every transaction demands: that nobody deletes the unit meanwhile. */
function guardOf({ id, version, deleting }: Unit, isWhole: boolean): Step {
  if (!isWhole) return alive(unitKey(id), 'unit_not_found');
  return { ...unchanged(unitKey(id), deleting ? version : version + 1), reason: 'unit_not_found' };
}

/**
 * The steps that write a unit that was deleted as one whose deletion has begun, without a task: nobody sees it or works
 * in it, and its name is its own.
 */
function beginSteps(was: Item, { id, name, version }: Unit): Step[] {
  const claim = { ...unitNameClaimKey(normaliseKey(name)), unit: id };
  return [insert({ ...was, version: version + 1, deleting: true }), insert(claim, 'duplicate_unit_name')];
}

/** Opens the unit again: it is among all units from then on. */
async function finishUnit(db: Database, id: number): Promise<void> {
  const [item, head, days] = await db.getMany([unitKey(id), headKey(unitsPartition), calendarKey(id)]);
  const begun = Unit.parse(item);
  const version = begun.version + 1;
  const open = { ...unitKey(id), ...item, version, deleting: false };
  const calendar = days ? { off: days['off'], on: days['on'] } : {};
  await db.write([
    replace(open, begun.version),
    ...returnRows(units, [open], head),
    insert({ ...servingKey(id), ...servingFacts(begun), ...calendar }),
  ]);
}
