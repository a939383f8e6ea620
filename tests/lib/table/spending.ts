import type { TableClient } from '../../../lib/table/client.ts';
import { isCancellation } from '../../../lib/table/faults.ts';
import { addLayer } from '../../support/table/layer.ts';
import { callCost, withCapacity } from '../../support/table/store-cost.ts';

/** What writers spend at the store. */
export interface SpendingFigures {
  readonly transactions: number;
  /** Transactions that were cancelled. */
  readonly lost: number;
  /** Write units of all calls. */
  readonly writeUnits: number;
  /** Write units of cancelled transactions: DynamoDB takes two for each of their items, however small. */
  readonly lostUnits: number;
}

const UNITS_OF_A_LOST_ITEM = 2;

/** Adds up the costs of clients' calls, including those that the store refuses. */
export class Spending {
  readonly #sums = { transactions: 0, lost: 0, writeUnits: 0, lostUnits: 0 };

  get figures(): SpendingFigures {
    return { ...this.#sums };
  }

  observe(client: TableClient): void {
    addLayer(client, async (operation, input, next) => {
      const items = countItems(input);
      if (items > 0) this.#sums.transactions += 1;
      try {
        const output = await next(withCapacity(input));
        this.#sums.writeUnits += callCost(operation, input, output).writeUnits;
        return output;
      } catch (fault) {
        if (isCancellation(fault)) this.#addLost(items * UNITS_OF_A_LOST_ITEM);
        throw fault;
      }
    });
  }

  #addLost(units: number): void {
    this.#sums.lost += 1;
    this.#sums.writeUnits += units;
    this.#sums.lostUnits += units;
  }
}

function countItems(input: object): number {
  return 'TransactItems' in input && Array.isArray(input.TransactItems) ? input.TransactItems.length : 0;
}
