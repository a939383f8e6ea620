import { openClient } from '../../lib/table/client.ts';
import { Database, type ReadOptions } from '../../lib/table/database.ts';
import type { Range } from '../../lib/table/query.ts';
import type { Item, Step } from '../../lib/table/steps.ts';
import type { Key } from '../../tables/keys.ts';
import type { TestService } from './service.ts';

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

  override async query(pk: string, range?: Range): Promise<Item[]> {
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

/** A table on which something else happens once: before the read or write of that position, counted from 0. */
export class InterruptedAt extends Database {
  readonly #position: number;
  readonly #happens: () => Promise<unknown>;
  #next = 0;

  constructor({ deps: { env } }: TestService, position: number, happens: () => Promise<unknown>) {
    super(openClient(env), env.table);
    this.#position = position;
    this.#happens = happens;
  }

  /** Whether it has happened. */
  get isOver(): boolean {
    return this.#next > this.#position;
  }

  override async getMany(keys: readonly Key[], options?: ReadOptions): Promise<(Item | undefined)[]> {
    await this.#step();
    return super.getMany(keys, options);
  }

  override async getIdle(keys: readonly Key[]): Promise<readonly (Item | undefined)[] | undefined> {
    await this.#step();
    return super.getIdle(keys);
  }

  override async query(pk: string, range?: Range): Promise<Item[]> {
    await this.#step();
    return super.query(pk, range);
  }

  override async write(steps: readonly Step[]): Promise<void> {
    await this.#step();
    return super.write(steps);
  }

  async #step(): Promise<void> {
    if (this.#next++ === this.#position) await this.#happens();
  }
}
