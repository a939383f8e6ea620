import * as dishes from '../../lib/store/dish.ts';
import * as placement from '../../lib/store/dish-placement.ts';
import * as ingredients from '../../lib/store/ingredient.ts';
import * as tasks from '../../lib/store/task.ts';
import type { Database } from '../../lib/table/database.ts';
import { dish, type Reference } from './reference.ts';

/** What is measured, on the database of a function that has just started. */
type Action = (db: Database) => Promise<unknown>;
/** Makes what the action needs, unmeasured. */
export type Case = (reference: Reference) => Action | Promise<Action>;

/** What a store function does, and what that takes in the reference case: a row of tables/access-patterns.md. */
interface Pattern {
  readonly does: string;
  readonly keys: string;
  /** Sequential ones; after a semicolon what makes them more or less. */
  readonly roundTrips: string;
  /** Read and write units, `1 r, 14 w`; after a semicolon what makes them more or less. */
  readonly cost: string;
  readonly call: Case;
}

/** By `noun.function`: the store functions of a noun. */
export type Patterns = Readonly<Record<string, Pattern>>;

/** The page of the reference case. */
export const PAGE = { pageNo: 0, pageSize: 20 };

/** 20 more units than one transaction gives a dish. */
const SOME = Array.from({ length: 36 }, (_, index) => 4 + index);

export const always = () => true;
export const never = () => false;

/** Leaves a dish not yet given to 20 of those it is meant for, and returns the task. */
export async function beginPlacement({ service }: Reference): Promise<string> {
  await placement.placeDishes(service.deps.db, { content: dish('新菜'), icon: '', units: SOME }, always);
  return newestTask(service.deps.db);
}

/** The task that was noted last. */
export async function newestTask(db: Database): Promise<string> {
  const { tasks: found } = await tasks.listTasks(db);
  return found[0]?.id ?? '';
}

/** With the head of the school's dishes at hand. */
export const withDishesHead =
  (action: (db: Database, head: Awaited<ReturnType<typeof dishes.readDishesHead>>) => Promise<unknown>): Case =>
  async ({ service }) => {
    const head = await dishes.readDishesHead(service.deps.db, 1);
    return (db) => action(db, head);
  };

/** With the catalogue's head at hand. */
export const withCatalogueHead =
  (action: (db: Database, head: Awaited<ReturnType<typeof dishes.readDishesHead>>) => Promise<unknown>): Case =>
  async ({ service }) => {
    const head = await ingredients.readCatalogueHead(service.deps.db);
    return (db) => action(db, head);
  };

/** An icon of which its owner speaks. */
export const ICON = { icon: 'data:image/png;base64,AAAA', version: 1 };
