import { openClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import type { KeyRange } from '../../../lib/table/query.ts';
import type { Item, Step } from '../../../lib/table/steps.ts';
import type { Key } from '../../../tables/keys.ts';
import type { TestService } from '../../support/service/service.ts';

/** A table on which something else happens once: before the first write, or after the first query. */
export class Interrupted extends Database {
  readonly #moment: 'write' | 'query';
  #happens: (() => Promise<unknown>) | undefined;

  constructor({ deps: { env } }: TestService, happens: () => Promise<unknown>, moment: 'write' | 'query' = 'write') {
    super(openClient(env), env.table);
    this.#moment = moment;
    this.#happens = happens;
  }

  override async write(steps: readonly Step[]): Promise<void> {
    await this.#interrupt('write');
    return super.write(steps);
  }

  override async query(pk: string, range?: KeyRange): Promise<Item[]> {
    const items = await super.query(pk, range);
    await this.#interrupt('query');
    return items;
  }

  async #interrupt(moment: 'write' | 'query'): Promise<void> {
    if (moment !== this.#moment) return;
    const happens = this.#happens;
    this.#happens = undefined;
    await happens?.();
  }
}

/**
 * A table on which something else happens once: before the read or write with this index, counted from 0. Parallel
 * reads count one each, or as one together.
 */
export class InterruptedAt extends Database {
  readonly #position: number;
  readonly #happens: () => Promise<unknown>;
  readonly #isTogether: boolean;
  #next = 0;
  #underWay = 0;
  #before: Promise<unknown> = Promise.resolve();

  constructor(
    { deps: { env } }: TestService,
    position: number,
    happens: () => Promise<unknown>,
    { isTogether = false }: { readonly isTogether?: boolean } = {},
  ) {
    super(openClient(env), env.table);
    this.#position = position;
    this.#happens = happens;
    this.#isTogether = isTogether;
  }

  /** Whether it has happened. */
  get isOver(): boolean {
    return this.#next > this.#position;
  }

  override getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    return this.#step(() => super.getMany(keys));
  }

  override getSnapshot(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    return this.#step(() => super.getSnapshot(keys));
  }

  override query(pk: string, range?: KeyRange): Promise<Item[]> {
    return this.#step(() => super.query(pk, range));
  }

  override write(steps: readonly Step[]): Promise<void> {
    return this.#step(() => super.write(steps));
  }

  async #step<T>(call: () => Promise<T>): Promise<T> {
    const isNext = !this.#isTogether || this.#underWay === 0;
    if (isNext) this.#before = this.#next++ === this.#position ? this.#happens() : Promise.resolve();
    this.#underWay += 1;
    try {
      await this.#before;
      return await call();
    } finally {
      this.#underWay -= 1;
    }
  }
}
