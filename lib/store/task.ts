import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { taskKey, tasksPartition } from '../../tables/keys.ts';
import { DishContent, DishWrite } from '../domain/dish.ts';
import { locate } from '../domain/values/id.ts';
import type { Database } from '../table/database.ts';
import { EXISTS, putStep, removeStep, replaceStep, type Step } from '../table/steps.ts';

const commonFields = {
  version: z.int(),
  id: z.string(),
  /** The number of sweeps in which it has failed. */
  failures: z._default(z.int(), 0),
};

/**
 * Work that one transaction cannot hold. The first transaction writes the task; from then on all of the work will be
 * done, part by part, and no part twice. The sweep continues a task that was cut short. Its kind is a stored word.
 */
export const Task = z.discriminatedUnion('kind', [
  z.object({
    ...commonFields,
    kind: z.literal('place-dishes'),
    /** The dish that each unit gets. Its number is assigned when it is placed. */
    content: DishContent,
    /** A data URL; empty where there is none. */
    icon: z.string(),
    /** Units that have not got the dish yet. */
    units: z.array(z.int()),
  }),
  z.object({
    ...commonFields,
    kind: z.literal('write-dishes'),
    unit: z.int(),
    /** The time of the request, in milliseconds since the epoch. */
    now: z.int(),
    writes: z.array(DishWrite),
  }),
  z.object({
    ...commonFields,
    kind: z.literal('remove-dishes'),
    /** The ids of the dishes that are not deleted yet. */
    ids: z.array(z.int()),
  }),
  z.object({
    ...commonFields,
    kind: z.literal('remove-revisions'),
    unit: z.int(),
    /** The stored word for the remaining work: the numbers of removed menus, each with the count of its revisions. */
    left: z.array(z.readonly(z.tuple([z.int(), z.int()]))),
  }),
  z.object({ ...commonFields, kind: z.literal('delete-unit'), unit: z.int() }),
  /** `role` is the id of the role. */
  z.object({ ...commonFields, kind: z.literal('delete-role'), unit: z.int(), role: z.int() }),
]);
export type Task = z.output<typeof Task>;
export type TaskOfKind<K extends Task['kind']> = Extract<Task, { kind: K }>;

/** The common fields of a new task. A task of which only one may exist has a fixed id. */
export function newTask(id: string = randomUUID()): { id: string; version: number; failures: number } {
  return { id, version: 1, failures: 0 };
}

/** The step that writes a new task. The same transaction must check that there is no other, unless its id is random. */
export function taskStep(task: Task): Step {
  return putStep({ ...taskKey(task.id), ...task });
}

/** The step that replaces a task by what remains of it; `undefined` ends the task. */
export function continueTaskStep(before: Task, remaining: Task | undefined): Step {
  const key = taskKey(before.id);
  return remaining
    ? replaceStep({ ...key, ...remaining, version: before.version + 1 }, before.version)
    : removeStep(key, before.version);
}

/** Reads all unfinished tasks, those with the fewest failures first, and counts the unreadable ones. */
export async function listTasks(db: Database): Promise<{ tasks: Task[]; unreadableCount: number }> {
  const items = await db.query(tasksPartition);
  const tasks = items.flatMap((item) => Task.safeParse(item).data ?? []);
  return { tasks: tasks.sort((a, b) => a.failures - b.failures), unreadableCount: items.length - tasks.length };
}

/** Whether the task names the unit, alone or among others, or a thing of the unit. */
export function isTaskOfUnit(task: Task, unit: number): boolean {
  if ('unit' in task) return task.unit === unit;
  return 'units' in task ? task.units.includes(unit) : task.ids.some((id) => locate(id).unit === unit);
}

/** Reads a task; undefined where it is finished. */
export async function findTask(db: Database, id: string): Promise<Task | undefined> {
  const item = await db.get(taskKey(id));
  return item && Task.parse(item);
}

/** Counts one more failed attempt at a task. The next sweep does tasks with fewer failures first. */
export async function countFailure(db: Database, { id, failures }: Task): Promise<void> {
  await db.update(taskKey(id), { set: { failures: failures + 1 }, condition: EXISTS });
}

/** Does part after part of a task until `doPart` says that the task is finished; false where time is up before. */
export async function repeatParts(db: Database, isTimeUp: () => boolean, doPart: () => Promise<boolean>) {
  let isFinished = false;
  while (!isFinished && !isTimeUp()) isFinished = await db.retryLostRaces(doPart);
  return isFinished;
}

/** Returns a check that is also true after `maxParts` parts. It counts its calls: call it once before each part. */
export function makePartLimit(maxParts: number, shouldStop: () => boolean): () => boolean {
  let callCount = 0;
  return () => {
    callCount += 1;
    return callCount > maxParts || shouldStop();
  };
}
