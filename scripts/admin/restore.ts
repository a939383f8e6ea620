import { Unit } from '../../lib/domain/unit.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { isTaskOfUnit, listTasks } from '../../lib/store/task.ts';
import { readUnitsHead } from '../../lib/store/unit/unit.ts';
import { MAX_RESTORED_AT_ONCE, restoreItems, restoreUnit } from '../../lib/store/unit-restoration.ts';
import { findUidClaims } from '../../lib/store/user/user.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import type { Database } from '../../lib/table/database.ts';
import type { Item } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { unitKey, unitNameClaimKey } from '../../tables/keys.ts';
import { UsageProblem } from '../command/command.ts';
import { type ReportProgress, showProgress } from '../command/progress.ts';
import { requireTableVersion } from '../command/table-version.ts';
import { toTextTable } from '../command/text-table.ts';
import { CommandProblem } from '../start/problem.ts';
import { withCommandLog } from './command-log.ts';
import { eachNoun, type Noun, type Tables } from './restored-nouns.ts';

/** The source and the extent of a restoration. */
export interface RestoreOptions {
  /** The other table, which has an earlier state. */
  readonly source: Database;
  /** Its name. */
  readonly from: string;
  /** The nouns to restore; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** Whether the unit is restored. Otherwise the restoration is only described. */
  readonly isSure: boolean;
}

/** What comes back of a noun, and the function that brings it back. */
interface NounRestoration {
  readonly noun: string;
  /** The number of things that come back. */
  readonly missingCount: number;
  /** The number of things in the stage's own table. */
  readonly presentCount: number;
  readonly refusals: readonly string[];
  readonly bringBack: (report: ReportProgress) => Promise<void>;
}

/**
 * Brings back the missing data of a unit from an earlier state of its table, and describes them. Existing data stay as
 * they are. A repeated call completes a run that was cut short, and writes nothing if nothing is missing. If something is
 * refused, the exit code is 1.
 * @throws CommandProblem if the unit cannot come back.
 */
export async function restore(deps: Deps, unitId: number, options: RestoreOptions): Promise<string[]> {
  const { source, from, only, isSure } = options;
  const { db } = deps;
  const sourceItem = await readSource(source, from, unitId);
  const sourceUnit = Unit.parse(sourceItem);
  const item = await db.get(unitKey(unitId));
  await requireNoTask(db, unitId);
  if (!item) await requireReturnable(db, sourceUnit, only);
  const plans = await planNouns({ db, source, unit: unitId }, only);
  const isNeeded = !item || plans.some(({ missingCount }) => missingCount > 0);
  if (isSure && isNeeded) {
    const loggedDb = withCommandLog(deps, 'restore', { vender: unitId });
    // Where the unit is there, this transaction writes the log's entry alone.
    await loggedDb.retryLostRaces(() =>
      item ? restoreItems(loggedDb, unitId, []) : restoreUnit(loggedDb, source, sourceItem),
    );
    await showProgress(async (report) => {
      for (const plan of plans) await plan.bringBack(report);
    });
  }
  const refusals = plans.flatMap((plan) => plan.refusals);
  if (refusals.length > 0) process.exitCode = 1;
  return [
    `Unit ${unitId}, ${sourceUnit.name} in ${from}: ${item ? `is there as ${Unit.parse(item).name}` : 'was deleted, comes back whole'}`,
    ...toTextTable(
      ['noun', isSure ? 'brought back' : 'would come back', 'there before'],
      plans.map(({ noun, missingCount, presentCount }) => [noun, String(missingCount), String(presentCount)]),
    ),
    ...refusals.map((refusal) => `Refused: ${refusal}`),
    ...(isSure || !isNeeded ? [] : ['Nothing is changed: --yes brings it back']),
  ];
}

/** Reads the item of the unit from the other table. @throws CommandProblem if there is none, or it was being deleted. */
async function readSource(source: Database, from: string, unitId: number): Promise<Item> {
  await requireTableVersion(source, from);
  const item = await source.get(unitKey(unitId));
  if (!item) throw new CommandProblem(`There is no unit ${unitId} in ${from}`);
  if (!Unit.parse(item).deleting) return item;
  throw new CommandProblem(`Unit ${unitId} was being deleted in ${from}: restore the table as it was earlier`);
}

/** Requires that no unfinished task might remove the restored data again. */
async function requireNoTask(db: Database, unitId: number): Promise<void> {
  const task = (await listTasks(db)).tasks.find((unfinished) => isTaskOfUnit(unfinished, unitId));
  if (!task) return;
  const work = task.kind === 'delete-unit' ? 'Its deletion' : `Its task ${task.kind}`;
  throw new CommandProblem(`${work} is not finished: the hourly sweep finishes it. Repeat this afterwards`);
}

/** Requires that a deleted unit can come back with its name and its main account. */
async function requireReturnable(db: Database, { id, name, account }: Unit, only?: readonly string[]): Promise<void> {
  if (only) throw new CommandProblem(`Unit ${id} was deleted: it comes back whole, without --only`);
  const [head, claim, [owner]] = await Promise.all([
    readUnitsHead(db),
    db.get(unitNameClaimKey(normaliseKey(name))),
    findUidClaims(db, [account]),
  ]);
  if (id >= head.next) throw new CommandProblem(`It is no earlier state of this table, which never had a unit ${id}`);
  if (claim && claim['unit'] !== id) throw new CommandProblem(`The name ${name} belongs to unit ${claim['unit']} now`);
  if (owner && owner.unit !== id)
    throw new CommandProblem(`The main account ${account} belongs to unit ${owner.unit} now`);
}

/** Plans the restoration of each noun, in the order in which the nouns come back. */
async function planNouns(tables: Tables, only: readonly string[] | undefined): Promise<NounRestoration[]> {
  const nouns = eachNoun(tables, (noun) => ({ name: noun.name, plan: () => planNoun(tables, noun) }));
  const names = nouns.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageProblem(`--only takes ${names.join(', ')}, not ${JSON.stringify(unknown)}`);
  const plans: NounRestoration[] = [];
  for (const { name, plan } of nouns) if (only?.includes(name) ?? true) plans.push(await plan());
  return plans;
}

async function planNoun<Value>({ db, source }: Tables, noun: Noun<Value>): Promise<NounRestoration> {
  const [sourceValues, presentValues] = await Promise.all([noun.read(source), noun.read(db)]);
  const absent = [...sourceValues].flatMap(([key, value]) => (presentValues.has(key) ? [] : [value]));
  const reasons = (await noun.refuse?.(absent)) ?? [];
  const missing = absent.filter((_, index) => reasons[index] === undefined);
  return {
    noun: noun.name,
    missingCount: missing.length,
    presentCount: presentValues.size,
    refusals: reasons.filter((reason) => reason !== undefined),
    bringBack: async (report) => {
      if (missing.length > 0) await db.retryLostRaces(async () => noun.prepare?.(missing));
      for (const [index, batch] of splitIntoBatches(missing, MAX_RESTORED_AT_ONCE).entries()) {
        await db.retryLostRaces(() => noun.write(batch));
        report(noun.name, index * MAX_RESTORED_AT_ONCE + batch.length, missing.length);
      }
    },
  };
}
