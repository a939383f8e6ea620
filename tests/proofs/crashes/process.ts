import type { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Deps } from '../../../lib/runtime/deps.ts';
import type { TableClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import type { Key } from '../../../tables/keys.ts';
import type { TableOperation } from '../../support/table/layer.ts';
import { type FaultKind, ProcessGone } from './faults.ts';

/**
 * Which call is struck, counted from 0 in the order of their starts, and how. If this call cannot fail like that, the
 * next one that can is struck: the order of parallel calls varies.
 */
export interface Strike {
  readonly position: number;
  readonly kind: FaultKind;
}

/** The conditions of a request: where it is struck, and what its process remembers. */
export interface Circumstances {
  readonly strike?: Strike;
  readonly memory?: Database | undefined;
}

type TableCommand = GetCommand & { readonly clientCommand: object };

/** After this many failures in a row the service's retry time is over. */
const PATIENCE = 3;
/** Longer than the service's retry time. */
const LEAP_MS = 60_000;

const realNow = Date.now;
let leadMs = 0;

/**
 * Runs an action with fast time: the deadlines of a service that always fails come at once instead of after seconds.
 */
export async function withHurriedTime<T>(action: () => Promise<T>): Promise<T> {
  Date.now = () => realNow() + leadMs;
  try {
    return await action();
  } finally {
    Date.now = realNow;
  }
}

/** One process that carries out one request. One of its calls to the store may be struck. */
export class Process {
  readonly deps: Deps;
  /** The operations of its calls, in the order of their starts. */
  readonly calls: TableOperation[] = [];
  /** The keys of all items in the sent writes. */
  readonly touched: Key[] = [];
  /** How many calls were struck. */
  struck = 0;
  readonly #client: TableClient;
  readonly #strike: Strike | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  #isOver = false;

  /** The parts are the given ones, but the clock stands still, and the database has the memory of `memory`, or none. */
  constructor(parts: Deps, client: TableClient, now: number, { strike, memory }: Circumstances = {}) {
    this.#client = client;
    this.#strike = strike;
    const facade = { send: (command: TableCommand) => this.#send(command) } as unknown as TableClient;
    this.deps = { ...parts, db: new Database(facade, parts.env.table, { root: memory }), now: () => now };
  }

  /** Runs the process until it has answered. Then it pauses, like a function between two requests. */
  async run<T>(action: (deps: Deps) => Promise<T>): Promise<T> {
    try {
      return await action(this.deps);
    } finally {
      this.#isOver = true;
      await Promise.allSettled(this.#underWay);
      leadMs = 0;
    }
  }

  async #send(command: TableCommand): Promise<unknown> {
    const operation = command.clientCommand.constructor.name.replace(/Command$/, '');
    if (this.#isOver) throw new ProcessGone('it stands still');
    const position = this.calls.push(operation) - 1;
    const error = this.#errorAt(position, operation);
    const isSent = error === undefined || (this.#strike?.kind.when === 'after' && this.struck === 1);
    if (!isSent) throw error;
    const answer = await this.#deliver(command);
    if (error) throw error;
    return answer;
  }

  #errorAt(position: number, operation: TableOperation): Error | undefined {
    if (!this.#strike) return undefined;
    const { position: first, kind } = this.#strike;
    if (position < first || (this.struck > 0 && !kind.lasts)) return undefined;
    const error = kind.errorFor(operation);
    if (error) this.struck += 1;
    if (this.struck > PATIENCE) leadMs = LEAP_MS;
    return error;
  }

  async #deliver(command: TableCommand): Promise<unknown> {
    this.touched.push(...keysIn(command.input));
    const sent: Promise<unknown> = this.#client.send(command);
    this.#underWay.add(sent);
    return sent.finally(() => this.#underWay.delete(sent));
  }
}

/** The keys that an input names one by one. Reads name them in lists. */
function keysIn(input: unknown): Key[] {
  if (Array.isArray(input)) return input.flatMap(keysIn);
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, part]: [string, unknown]) =>
    (name === 'Item' || name === 'Key') && isKey(part) ? [{ pk: part.pk, sk: part.sk }] : keysIn(part),
  );
}

function isKey(part: unknown): part is Key {
  return typeof part === 'object' && part !== null && 'pk' in part && 'sk' in part;
}
