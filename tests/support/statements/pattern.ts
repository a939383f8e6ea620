import * as dishes from '../../../lib/store/dish/dish.ts';
import * as placement from '../../../lib/store/dish/dish-placement.ts';
import * as ingredients from '../../../lib/store/ingredient/ingredient.ts';
import * as tasks from '../../../lib/store/task.ts';
import type { Database } from '../../../lib/table/database.ts';
import { dish, type Reference } from './reference.ts';

/** The measured action, on the database of a function that has just started. */
type Action = (db: Database) => Promise<unknown>;
/** Creates what the action needs, without measuring that. */
export type Case = (reference: Reference) => Action | Promise<Action>;

/** What a store function does, and what it costs in the reference case: a row of tables/access-patterns.md. */
interface Pattern {
  readonly does: string;
  readonly keys: string;
  /** The number of sequential round trips; after a semicolon, when there are more or fewer. */
  readonly roundTrips: string;
  /** Read and write units, such as `1 r, 14 w`; after a semicolon, when there are more or fewer. */
  readonly cost: string;
  readonly call: Case;
}

/** The store functions of a noun, by `noun.function`. */
export type Patterns = Readonly<Record<string, Pattern>>;

/** The page of the reference case. */
export const PAGE = { pageNo: 0, pageSize: 20 };

/** 20 more units than one transaction gives a dish. */
const SOME = Array.from({ length: 36 }, (_, index) => 4 + index);

export const always = () => true;
export const never = () => false;

/** Begins to give a dish to units, leaves 20 of them without it, and returns the task. */
export async function beginPlacement({ service }: Reference): Promise<string> {
  await placement.placeDishes(service.deps.db, { content: dish('新菜'), icon: '', units: SOME }, always);
  return newestTask(service.deps.db);
}

/** The newest task. */
export async function newestTask(db: Database): Promise<string> {
  const { tasks: found } = await tasks.listTasks(db);
  return found[0]?.id ?? '';
}

/** Prepares an action that gets the head of the school's dishes. */
export const withDishesHead =
  (action: (db: Database, head: Awaited<ReturnType<typeof dishes.readDishesHead>>) => Promise<unknown>): Case =>
  async ({ service }) => {
    const head = await dishes.readDishesHead(service.deps.db, 1);
    return (db) => action(db, head);
  };

/** Prepares an action that gets the catalogue's head. */
export const withCatalogueHead =
  (action: (db: Database, head: Awaited<ReturnType<typeof dishes.readDishesHead>>) => Promise<unknown>): Case =>
  async ({ service }) => {
    const head = await ingredients.readCatalogueHead(service.deps.db);
    return (db) => action(db, head);
  };

/** An icon that its owner mentions. */
export const ICON = { icon: 'data:image/png;base64,AAAA', version: 1 };
