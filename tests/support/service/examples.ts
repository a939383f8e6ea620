import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll } from 'vitest';
import * as z from 'zod';
import { unitCollections } from '../../../lib/store/nouns.ts';
import { headKey, ingredientsPartition } from '../../../tables/keys.ts';
import { buildWorld, type Person, type World } from '../../examples/world.ts';
import { Attachment, type Sendable } from '../files/attachment.ts';
import { bookOf } from '../files/sheets.ts';
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
 * The examples of all declarations, in the world for which they are made. Whatever a call has changed there can be put
 * back, so that each example succeeds again.
 */
export class Examples {
  readonly service: TestService;
  /** The platform's administrator, and the school whose main account sends examples. */
  readonly setup: Setup;
  readonly #world: World;
  readonly #begin: readonly DumpedItem[];
  readonly #now: number | undefined;

  private constructor(world: World, begin: readonly DumpedItem[]) {
    this.service = world.service;
    this.#world = world;
    this.#begin = begin;
    this.#now = world.service.stoppedAt;
    const school = {
      id: SENDING_UNIT,
      name: '红旗小学',
      account: 'hongqi',
      password: 'hongqi-2026',
      token: this.getToken('hongqi'),
    };
    this.setup = Setup.of(world.service, this.getToken('admin'), school);
  }

  static async build(service?: TestService): Promise<Examples> {
    const world = await buildWorld(service ?? (await startService()));
    await addFirstMembers(world);
    return new Examples(world, await dumpUsed(world.service));
  }

  /** The same on a service whose table has these items, which a world had when it was recorded. */
  static of(world: World, items: readonly DumpedItem[]): Examples {
    return new Examples(
      world,
      items.filter(({ pk }) => pk !== ingredientsPartition),
    );
  }

  /** The token of somebody in the world. */
  getToken(person: Person): string {
    const token = this.#world.tokens.get(person);
    if (token === undefined) throw new Error(`${person} has not signed in`);
    return token;
  }

  /** All example requests of a route, one for each form of the call. */
  all(route: string): readonly ValidCall[] {
    const { side, examples } = findEndpoint(this.service, route);
    const sender = side === 'public' ? {} : { token: this.getToken(side === 'admin' ? 'admin' : 'hongqi') };
    return examples.map((example) => ({ ...sender, parameters: toParameters(route, example) }));
  }

  /** The first example request of a route. */
  of(route: string): ValidCall {
    const [first] = this.all(route);
    if (!first) throw new Error(`${route} has no example`);
    return first;
  }

  /** Sends the first example of a route. Parameters and options replace its own. */
  send(route: string, parameters: Sendable = {}, options: CallOptions = {}): Promise<Answer> {
    const { token, parameters: own } = this.of(route);
    return this.service.call(route, { ...own, ...parameters }, { token, ...options });
  }

  /** Puts the world back as it was, and lets the functions forget what they have read. */
  async rewind(): Promise<void> {
    const now = byKey(await dumpUsed(this.service));
    const then = byKey(this.#begin);
    // The table does not keep the order of attributes.
    const changed = this.#begin.filter((item) => !isDeepStrictEqual(now.get(keyText(item)), item));
    const added = [...now.keys()].filter((key) => !then.has(key)).map((key) => Key.parse(JSON.parse(key)));
    await loadItems(this.service.deps.env, changed, added);
    this.service.stoppedAt = this.#now;
    this.service.restart();
  }
}

/** Gives the sending school the first member of each collection that the world does not have, by its PUT example. */
async function addFirstMembers({ service, tokens }: World): Promise<void> {
  for (const { kind, partition } of unitCollections(SENDING_UNIT)) {
    const route = `PUT /api/${kind}`;
    const [example] = service.endpoints.get(route)?.examples ?? [];
    if (!example || (await service.deps.db.get(headKey(partition)))) continue;
    const { status } = await service.call(route, toParameters(route, example), { token: tokens.get('hongqi') });
    if (status !== 200) throw new Error(`the example of ${route} does not succeed`);
  }
}

/** No call changes the catalogue. */
const dumpUsed = (service: TestService) => dumpTable(service, ingredientsPartition);

function keyText({ pk, sk }: DumpedItem): string {
  return JSON.stringify({ pk, sk });
}

function byKey(items: readonly DumpedItem[]): ReadonlyMap<string, DumpedItem> {
  return new Map(items.map((item) => [keyText(item), item]));
}

/** Opens the examples for the tests of one file, and closes their service after them. */
export async function openExamples(): Promise<Examples> {
  const examples = await Examples.build();
  afterAll(() => examples.service.stop());
  return examples;
}

/** What is sent: `files` of an example is a table as CSV, and a workbook where the address is one of a workbook. */
export function toParameters(route: string, { files, ...fields }: Readonly<Record<string, string>>): Sendable {
  if (files === undefined) return fields;
  if (!route.endsWith('.xlsx')) return { ...fields, files: new Attachment('table.csv', files) };
  const rows = parse(files, { relax_column_count: true });
  return { ...fields, files: new Attachment('table.xlsx', bookOf([['表', rows]])) };
}
