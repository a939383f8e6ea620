import { openClient } from '../../lib/table/client.ts';
import { Database } from '../../lib/table/database.ts';
import type { Range } from '../../lib/table/query.ts';
import type { Item, Step } from '../../lib/table/steps.ts';
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
