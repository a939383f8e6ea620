import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../lib/domain/values/random.ts';
import type { TableClient } from '../../lib/table/client.ts';
import { addLayer } from '../support/table/layer.ts';

/** The share of calls that are delayed before they are sent, and the share of delayed answers. */
const DELAYED = 0.3;
const LONGEST_DELAY_MS = 4;
/** The share of copies that are returned in an older state, as an inconsistent read may do. */
const STALE = 0.25;
const VERSIONS_REMEMBERED = 4;

const COPIES_PARTITION = /#CHUNK$/;

type StoredItem = Readonly<Record<string, unknown>>;

/** How often the calls of all instances were disturbed. */
export interface Disturbed {
  delays: number;
  copiesRead: number;
  copiesMadeStale: number;
  copiesWritten: number;
}

/**
 * Delays calls and answers of a store at random, which makes every race more likely, and returns old copies of blocks:
 * nobody may trust a copy just because it was read.
 */
export class Disturbance {
  readonly done: Disturbed = { delays: 0, copiesRead: 0, copiesMadeStale: 0, copiesWritten: 0 };
  readonly #random: Random;
  readonly #isOn: boolean;
  /** Earlier states of copies, by key. */
  readonly #old = new Map<string, StoredItem[]>();

  constructor(random: Random, isOn: boolean) {
    this.#random = random;
    this.#isOn = isOn;
  }

  /** Hooks into a client, outside its retries. */
  observe(client: TableClient): void {
    addLayer(client, async (operation, input, next) => {
      await this.#delay();
      const output = await next(input);
      if (operation === 'BatchGetItem') this.#ageCopies(output);
      if (isCopyWrite(input)) this.done.copiesWritten += 1;
      await this.#delay();
      return output;
    });
  }

  async #delay(): Promise<void> {
    if (!this.#isOn || !this.#random.happens(DELAYED)) return;
    this.done.delays += 1;
    await sleep(this.#random.below(LONGEST_DELAY_MS + 1));
  }

  #ageCopies(output: unknown): void {
    for (const items of findLists(output)) {
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
    const given = this.#isOn && old.length > 0 && this.#random.happens(STALE) ? this.#random.pick(old) : item;
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

/** The lists of items within an answer: replacing an item there replaces what the caller gets. */
function findLists(output: unknown): unknown[][] {
  if (!isRecord(output) || !isRecord(output['Responses'])) return [];
  return Object.values(output['Responses']).filter((items) => Array.isArray(items));
}
