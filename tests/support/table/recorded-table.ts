import { readdir, readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { identifyKey } from '../../../tables/item-kinds.ts';
import type { Key } from '../../../tables/keys.ts';
import type { Person } from '../../examples/world.ts';
import type { DumpedItem } from '../service/table-dump.ts';

const FOLDER = new URL('../../fixtures/tables/', import.meta.url);
const ENDING = '.json.gz';
/** The table as the present code writes it, where that is more than what the releases recorded. */
export const PRESENT = 'present';

/** A request to the recorded table, and the part of its answer that must stay. */
export interface RecordedCall {
  readonly route: string;
  /** The person whose token it has; absent: none. */
  readonly person?: Person | undefined;
  /** As in the examples of declarations: `files` is a table as CSV. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  /** Absent where the request writes, or where the answer does not depend on the table. */
  readonly told?: RecordedAnswer;
}

/** The recorded part of an answer: its JSON, a picture in base64, or those of the table's names that a page shows. */
export type RecordedAnswer =
  | { readonly json: unknown }
  | { readonly picture: string }
  | { readonly names: readonly string[] };

/** A table as a release wrote it, and what the service answered on it. */
export interface RecordedTable {
  /** Milliseconds since the epoch at which all requests were sent. */
  readonly now: number;
  /** The tokens of those who were signed in, signed with the tests' key. */
  readonly tokens: readonly (readonly [Person, string])[];
  readonly items: readonly DumpedItem[];
  /** In the order in which they were sent: reads first. The table was put back before each write. */
  readonly calls: readonly RecordedCall[];
}

/** All recorded tables by their names. */
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
 * The paths of a recorded answer whose values are lost. Objects may have additional keys, and lists additional members.
 */
export function findLosses(recorded: unknown, current: unknown, path = ''): string[] {
  if (Array.isArray(recorded) && Array.isArray(current)) {
    if (recorded.length === current.length)
      return recorded.flatMap((value, index) => findLosses(value, current[index], `${path}.${index}`));
    let next = 0;
    return recorded.flatMap((value, index) => {
      const match = current.findIndex((other, position) => position >= next && findLosses(value, other).length === 0);
      if (match >= 0) next = match + 1;
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

/** The kinds and attributes of these items that no recorded table has: `dish.ingredient[].key`. */
export function findNewForms(items: readonly DumpedItem[], tables: ReadonlyMap<string, RecordedTable>): string[] {
  const listForms = (all: readonly DumpedItem[]) => new Set(all.flatMap((item) => listPaths(item, itemKind(item))));
  const recordedForms = listForms([...tables.values()].flatMap((table) => table.items));
  return [...listForms(items)].filter((form) => !recordedForms.has(form));
}

/** The kind of an item; of a row and a head with the noun of its collection. */
export function itemKind({ pk, sk }: DumpedItem): string {
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
