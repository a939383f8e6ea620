import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../lib/domain/random.ts';
import type { TableClient } from '../../lib/table/client.ts';

/** Share of calls that are held up before they are sent, and share of answers that are. */
const DELAYED = 0.3;
const LONGEST_DELAY_MS = 4;
/** Share of copies that come as they were at an earlier time, as a read that is not consistent may answer. */
const STALE = 0.25;
const VERSIONS_REMEMBERED = 4;

const COPIES_PARTITION = /#CHUNK$/;

type StoredItem = Readonly<Record<string, unknown>>;

/** What was done to the calls of all instances. */
export interface Disturbed {
  delays: number;
  copiesRead: number;
  copiesMadeStale: number;
  copiesWritten: number;
}

/**
 * Makes a store's calls come and go out of step, which widens every race, and hands out old copies of blocks: nobody
 * may trust a copy for having been read.
 */
export class Disturbance {
  readonly done: Disturbed = { delays: 0, copiesRead: 0, copiesMadeStale: 0, copiesWritten: 0 };
  readonly #random: Random;
  readonly #isOn: boolean;
  /** Copies as they were read or written before, by key. */
  readonly #old = new Map<string, StoredItem[]>();

  constructor(random: Random, isOn: boolean) {
    this.#random = random;
    this.#isOn = isOn;
  }

  /** Hooks into a client, outside its retries. */
  observe(client: TableClient): void {
    client.use(async (operation, input, next) => {
      await this.#delay();
      const output = await next(input);
      if (operation === 'BatchGetItem') this.#ageCopies(output);
      if (isCopyWrite(input)) this.done.copiesWritten += 1;
      await this.#delay();
      return output;
    });
  }

  async #delay(): Promise<void> {
    if (!this.#isOn || !this.#random.chance(DELAYED)) return;
    this.done.delays += 1;
    await sleep(this.#random.below(LONGEST_DELAY_MS + 1));
  }

  #ageCopies(output: unknown): void {
    for (const items of listsOf(output)) {
      for (const [index, item] of items.entries()) {
        if (!isRecord(item) || !COPIES_PARTITION.test(String(item['pk']))) continue;
        this.done.copiesRead += 1;
        items[index] = this.#age(item);
      }
    }
  }

  #age(item: StoredItem): StoredItem {
    const key = `${item['pk']} ${item['sk']}`;
    const old = this.#old.get(key) ?? [];
    const given = this.#isOn && old.length > 0 && this.#random.chance(STALE) ? this.#random.pick(old) : item;
    if (given !== item) this.done.copiesMadeStale += 1;
    this.#old.set(key, [...old, item].slice(-VERSIONS_REMEMBERED));
    return given;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isCopyWrite(input: unknown): boolean {
  return isRecord(input) && isRecord(input['Item']) && COPIES_PARTITION.test(String(input['Item']['pk']));
}

/** The lists of items as they lie in the answer: replacing an item replaces what the caller gets. */
function listsOf(output: unknown): unknown[][] {
  if (!isRecord(output) || !isRecord(output['Responses'])) return [];
  return Object.values(output['Responses']).filter((items) => Array.isArray(items));
}
