import { readdir, readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { identifyKey } from '../../../tables/item-kinds.ts';
import type { Key } from '../../../tables/keys.ts';
import type { Person } from '../../examples/world.ts';
import type { DumpedItem } from '../service/table-dump.ts';

const FOLDER = new URL('../../fixtures/tables/', import.meta.url);
const ENDING = '.json.gz';
/** The name of the table as the present code writes it. It exists if that has more attributes than the releases' tables. */
export const PRESENT = 'present';

/** A request to the recorded table, and its answer. */
export interface RecordedCall {
  readonly route: string;
  /** The person with whose token it is sent; absent: without a token. */
  readonly person?: Person | undefined;
  /** As in the examples of declarations: `files` is a table as CSV. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  /** The part of the answer that must stay. Absent where the request writes, or the answer depends on more than the table. */
  readonly told?: RecordedAnswer;
}

/** The recorded part of an answer: its JSON, a picture in base64, or those of the table's names that a page shows. */
export type RecordedAnswer =
  | { readonly json: unknown }
  | { readonly picture: string }
  | { readonly names: readonly string[] };

/** A table as a release wrote it, and the service's answers from it. */
export interface RecordedTable {
  /** Milliseconds since the epoch at which all requests were sent. */
  readonly now: number;
  /** The tokens of those who were signed in, signed with the tests' key. */
  readonly tokens: readonly (readonly [Person, string])[];
  readonly items: readonly DumpedItem[];
  /** In the order in which they were sent: reads first. The table was put back before each write. */
  readonly calls: readonly RecordedCall[];
}

/** Reads all recorded tables, by their names. */
export async function readRecordedTables(): Promise<ReadonlyMap<string, RecordedTable>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(ENDING)).sort();
  const read = async (name: string) => JSON.parse(String(gunzipSync(await readFile(new URL(name, FOLDER)))), revive);
  return new Map(
    await Promise.all(files.map(async (name) => [name.slice(0, -ENDING.length), await read(name)] as const)),
  );
}

/** Writes a recorded table under a name. */
export async function writeRecordedTable(name: string, table: RecordedTable): Promise<void> {
  await writeFile(new URL(name + ENDING, FOLDER), gzipSync(JSON.stringify(table, pack), { level: 9 }));
}

/**
 * Returns the paths of a recorded answer whose values are lost. Objects may have additional keys, and lists additional members.
 */
export function findLosses(recorded: unknown, current: unknown, path = ''): string[] {
  if (Array.isArray(recorded) && Array.isArray(current)) {
    if (recorded.length === current.length)
      return recorded.flatMap((value, index) => findLosses(value, current[index], `${path}.${index}`));
    let nextIndex = 0;
    return recorded.flatMap((value, index) => {
      const match = current.findIndex(
        (other, position) => position >= nextIndex && findLosses(value, other).length === 0,
      );
      if (match >= 0) nextIndex = match + 1;
      return match >= 0 ? [] : [`${path}.${index}`];
    });
  }
  if (isObject(recorded) && isObject(current)) {
    return Object.entries(recorded).flatMap(([name, value]) => findLosses(value, current[name], `${path}.${name}`));
  }
  return Object.is(recorded, current) ? [] : [`${path}: ${JSON.stringify(recorded)} is now ${JSON.stringify(current)}`];
}

/**
 * Returns the paths of the attributes that none of the values has, and the values of enumerations that occur in none of
 * them.
 */
export function findUnwritten(schema: z.core.$ZodType, values: readonly unknown[], path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, attribute]) => {
        const present = values.filter(isObject).flatMap((value) => (value[name] === undefined ? [] : [value[name]]));
        return present.length === 0 ? [`${path}.${name}`] : findUnwritten(attribute, present, `${path}.${name}`);
      });
    case 'array':
      return findUnwritten(def.element, values.flat(), `${path}[]`);
    case 'record':
      return findUnwritten(def.valueType, values.filter(isObject).flatMap(Object.values), `${path}.*`);
    case 'tuple':
      return def.items.flatMap((element, index) => {
        const present = values.filter(Array.isArray).flatMap((value) => (index in value ? [value[index]] : []));
        return present.length === 0 ? [`${path}[${index}]`] : findUnwritten(element, present, `${path}[${index}]`);
      });
    case 'union':
      return def.options.flatMap((option) => {
        const present = values.filter((value) => z.safeParse(option, value).success);
        return present.length === 0
          ? [`${path} as ${JSON.stringify(z.toJSONSchema(option, INPUT))}`]
          : findUnwritten(option, present, path);
      });
    case 'enum':
      return Object.values(def.entries).flatMap((entry) => (values.includes(entry) ? [] : [`${path}: ${entry}`]));
    case 'pipe':
      return findUnwritten(def.in, values, path);
    case 'optional':
    case 'default':
    case 'nullable':
    case 'readonly':
      return findUnwritten(def.innerType, values, path);
    default:
      return [];
  }
}

const INPUT = { io: 'input', unrepresentable: 'any' } as const;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** Returns the kinds and attributes of these items that no recorded table has: `dish.ingredient[].key`. */
export function findNewPaths(items: readonly DumpedItem[], tables: ReadonlyMap<string, RecordedTable>): string[] {
  const listItemPaths = (all: readonly DumpedItem[]) =>
    new Set(all.flatMap((item) => listPaths(item, describeKind(item))));
  const recordedPaths = listItemPaths([...tables.values()].flatMap((table) => table.items));
  return [...listItemPaths(items)].filter((path) => !recordedPaths.has(path));
}

/** The kind of an item. For a row or a head it includes the collection: `row of DISHES`. */
export function describeKind({ pk, sk }: DumpedItem): string {
  const { kind = 'unknown', partition = '' } = identifyKey({ pk, sk } as Key) ?? {};
  return kind === 'row' || kind === 'head' ? `${kind} of ${partition.split('#').at(-1)}` : kind;
}

function listPaths(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((element) => listPaths(element, `${path}[]`))];
  if (!isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => listPaths(member, `${path}.${name}`))];
}

function pack(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function revive(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base64' in value)) return value;
  return new Uint8Array(Buffer.from(String(value.base64), 'base64'));
}
