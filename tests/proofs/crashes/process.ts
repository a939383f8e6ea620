import type { Deps } from '../../../lib/runtime/deps.ts';
import type { TableClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import type { TableInput, TableOperation, TableOutput } from '../../../lib/table/wire.ts';
import type { Key } from '../../../tables/keys.ts';
import { type FaultKind, ProcessGone } from './faults.ts';

/**
 * Which call is struck, counted from 0 in the order in which they start, and how: where that one, of calls made side by
 * side, happens to be another that cannot fail like this, the next that can.
 */
export interface Strike {
  readonly position: number;
  readonly kind: FaultKind;
}

/** What a request meets: where it is struck, and what its process knows from the request before. */
export interface Circumstances {
  readonly strike?: Strike;
  readonly memory?: Database | undefined;
}

/** Failures in a row after which the service's time for tries is made to be over. */
const PATIENCE = 3;
/** More than the service takes for its tries. */
const LEAP_MS = 60_000;

const realNow = Date.now;
let leadMs = 0;

/** Runs an action while deadlines of a service that is struck for ever come at once instead of after seconds. */
export async function withHurriedTime<T>(action: () => Promise<T>): Promise<T> {
  Date.now = () => realNow() + leadMs;
  try {
    return await action();
  } finally {
    Date.now = realNow;
  }
}

/** One process that carries out one request: one of its calls to the store may be struck. */
export class Process {
  readonly deps: Deps;
  /** The operations it has asked for, in the order in which they were begun. */
  readonly calls: TableOperation[] = [];
  /** Keys of all items that the store was asked to write. */
  readonly touched: Key[] = [];
  /** How many calls were struck. */
  struck = 0;
  readonly #client: TableClient;
  readonly #strike: Strike | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  #isOver = false;

  /**
   * The parts are those given, but for the clock, which stands still, and the database, which remembers what `memory`
   * has read, or nothing.
   */
  constructor(parts: Deps, client: TableClient, now: number, { strike, memory }: Circumstances = {}) {
    this.#client = client;
    this.#strike = strike;
    const facade: Pick<TableClient, 'send'> = { send: (operation, input) => this.#send(operation, input) };
    this.deps = { ...parts, db: new Database(facade, parts.env.table, { root: memory }), now: () => now };
  }

  /** Runs the process until it has answered; then it stands still, as a function between two requests does. */
  async run<T>(action: (deps: Deps) => Promise<T>): Promise<T> {
    try {
      return await action(this.deps);
    } finally {
      this.#isOver = true;
      await Promise.allSettled(this.#underWay);
      leadMs = 0;
    }
  }

  async #send<Name extends TableOperation>(operation: Name, input: TableInput<Name>): Promise<TableOutput<Name>> {
    if (this.#isOver) throw new ProcessGone('it stands still');
    const position = this.calls.push(operation) - 1;
    const error = this.#errorAt(position, operation);
    const isSent = error === undefined || (this.#strike?.kind.when === 'after' && this.struck === 1);
    if (!isSent) throw error;
    const answer = await this.#deliver(operation, input);
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

  async #deliver<Name extends TableOperation>(operation: Name, input: TableInput<Name>): Promise<TableOutput<Name>> {
    this.touched.push(...keysIn(input));
    const sent = this.#client.send(operation, input);
    this.#underWay.add(sent);
    return sent.finally(() => this.#underWay.delete(sent));
  }
}

/** The keys that an input names one by one, wherever in it; reads name them in lists. */
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
