import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll } from 'vitest';
import * as z from 'zod';
import { unitCollections } from '../../../lib/store/nouns.ts';
import { cataloguePartition, headKey } from '../../../tables/keys.ts';
import { buildWorld, type Person, type World } from '../../examples/world.ts';
import { Attachment, type Sendable } from '../files/attachment.ts';
import { makeBook } from '../files/sheets.ts';
import { loadItems } from '../table/bulk.ts';
import { findEndpoint } from './send.ts';
import { type Answer, type CallOptions, startService, type TestService } from './service.ts';
import { Setup } from './setup.ts';
import { type DumpedItem, dumpTable } from './table-dump.ts';

/** The school whose main account sends examples. */
const SENDING_UNIT = 1;

const Key = z.object({ pk: z.string(), sk: z.string() });

/** A request that succeeds. */
export interface ValidCall {
  /** Absent where the endpoint needs none. */
  readonly token?: string;
  readonly parameters: Sendable;
}

/**
 * The examples of all declarations, in the world for which they are made. `rewind` undoes whatever calls have changed, so
 * that each example succeeds again.
 */
export class Examples {
  readonly service: TestService;
  /** The platform's administrator, and the school whose main account sends examples. */
  readonly setup: Setup;
  readonly #world: World;
  readonly #initialItems: readonly DumpedItem[];
  readonly #initialTime: number | undefined;

  private constructor(world: World, items: readonly DumpedItem[]) {
    this.service = world.service;
    this.#world = world;
    this.#initialItems = items;
    this.#initialTime = world.service.stoppedAt;
    const school = {
      id: SENDING_UNIT,
      name: '红旗小学',
      account: 'hongqi',
      password: 'hongqi-2026',
      token: this.getToken('hongqi'),
    };
    this.setup = Setup.from(world.service, this.getToken('admin'), school);
  }

  static async build(service?: TestService): Promise<Examples> {
    const world = await buildWorld(service ?? (await startService()));
    await addFirstMembers(world);
    return new Examples(world, await dumpChangeable(world.service));
  }

  /** Makes the examples on a service whose table has the recorded items of a world. */
  static from(world: World, items: readonly DumpedItem[]): Examples {
    return new Examples(
      world,
      items.filter(({ pk }) => pk !== cataloguePartition),
    );
  }

  /** The token of somebody in the world. */
  getToken(person: Person): string {
    const token = this.#world.tokens.get(person);
    if (token === undefined) throw new Error(`${person} has not signed in`);
    return token;
  }

  /** All example requests of a route, one for each form of the call. */
  listCalls(route: string): readonly ValidCall[] {
    const { callers, examples } = findEndpoint(this.service, route);
    const sender = callers === 'public' ? {} : { token: this.getToken(callers === 'admin' ? 'admin' : 'hongqi') };
    return examples.map((example) => ({ ...sender, parameters: toParameters(route, example) }));
  }

  /** The first example request of a route. */
  getCall(route: string): ValidCall {
    const [first] = this.listCalls(route);
    if (!first) throw new Error(`${route} has no example`);
    return first;
  }

  /** Sends the first example of a route. Parameters and options replace its own. */
  send(route: string, parameters: Sendable = {}, options: CallOptions = {}): Promise<Answer> {
    const { token, parameters: exampleParameters } = this.getCall(route);
    return this.service.call(route, { ...exampleParameters, ...parameters }, { token, ...options });
  }

  /** Restores the initial state of the world, and empties the caches of the functions. */
  async rewind(): Promise<void> {
    const currentByKey = indexByKey(await dumpChangeable(this.service));
    const initialByKey = indexByKey(this.#initialItems);
    // The table does not keep the order of attributes.
    const toRestore = this.#initialItems.filter((item) => !isDeepStrictEqual(currentByKey.get(toKeyText(item)), item));
    const toRemove = [...currentByKey.keys()]
      .filter((key) => !initialByKey.has(key))
      .map((key) => Key.parse(JSON.parse(key)));
    await loadItems(this.service.deps.env, toRestore, toRemove);
    this.service.stoppedAt = this.#initialTime;
    this.service.restart();
  }
}

/** Creates a first member in each collection of the sending school that is empty in the world, by the example of its PUT. */
async function addFirstMembers({ service, tokens }: World): Promise<void> {
  for (const { kind, partition } of unitCollections(SENDING_UNIT)) {
    const route = `PUT /api/${kind}`;
    const [example] = service.endpoints.get(route)?.examples ?? [];
    if (!example || (await service.deps.db.get(headKey(partition)))) continue;
    const { status } = await service.call(route, toParameters(route, example), { token: tokens.get('hongqi') });
    if (status !== 200) throw new Error(`the example of ${route} does not succeed`);
  }
}

/** Dumps all items but the catalogue, which no call changes. */
const dumpChangeable = (service: TestService) => dumpTable(service, cataloguePartition);

function toKeyText({ pk, sk }: DumpedItem): string {
  return JSON.stringify({ pk, sk });
}

function indexByKey(items: readonly DumpedItem[]): ReadonlyMap<string, DumpedItem> {
  return new Map(items.map((item) => [toKeyText(item), item]));
}

/** Opens the examples for the tests of one file, and closes their service after them. */
export async function openExamples(): Promise<Examples> {
  const examples = await Examples.build();
  afterAll(() => examples.service.stop());
  return examples;
}

/** Converts an example to parameters. Its `files` are a table as CSV; a route that ends in `.xlsx` gets a workbook. */
export function toParameters(route: string, { files, ...fields }: Readonly<Record<string, string>>): Sendable {
  if (files === undefined) return fields;
  if (!route.endsWith('.xlsx')) return { ...fields, files: new Attachment('table.csv', files) };
  const rows = parse(files, { relax_column_count: true });
  return { ...fields, files: new Attachment('table.xlsx', makeBook([['表', rows]])) };
}
