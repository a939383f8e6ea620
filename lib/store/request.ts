import type { OperationDraft } from '../domain/operation.ts';
import type { Database } from '../table/database.ts';
import { RETRY_TIME_MS } from '../table/retry.ts';
import { Scope } from '../table/scope.ts';
import { claimKey, type FirstAnswer, findFirstAnswer, keepDescription, type OnceRequest } from './idempotency.ts';
import { noteOperation } from './operation.ts';

export type { FirstAnswer, OnceRequest };

/** An operation, and the unit whose user does it. */
interface OperationOfUnit {
  readonly unit: number;
  readonly draft: OperationDraft;
}

/** The table as one request sees it. */
export class RequestTable {
  readonly #scope = new Scope(Date.now() + RETRY_TIME_MS);
  readonly db: Database;

  constructor(table: Database) {
    this.db = table.during(this.#scope);
  }

  /** Capacity that the request has cost so far, in units. */
  get usage(): { readonly readUnits: number; readonly writeUnits: number } {
    return this.#scope.usage;
  }

  /**
   * The first transaction of the request, whatever it does, also notes the operation in the log of the unit whose user
   * does it (`who` is asked then, none is noted where it says undefined), and takes the key of `once`.
   */
  accompany(who: () => OperationOfUnit | undefined, once: OnceRequest | undefined): void {
    this.#scope.accompany((steps) => {
      const found = who();
      return [...(once ? [claimKey(once)] : []), ...(found ? [noteOperation(found.unit, found.draft, steps)] : [])];
    });
  }

  /** What a request under the key of `once` was answered before. */
  findFirstAnswer(once: OnceRequest): Promise<FirstAnswer | undefined> {
    return findFirstAnswer(this.db, once);
  }

  /**
   * Keeps for repetitions that the request under the key of `once` has been answered, and what the answer said beyond its
   * success. A request that has written nothing takes its key now; the log of operations has nothing to note of it.
   * @throws AppError `repeated_request` where the key has been taken meanwhile.
   */
  async keepAnswer(once: OnceRequest, desc: FirstAnswer['desc']): Promise<void> {
    if (this.#scope.isAccompanied) {
      this.#scope.leaveCompanions();
      await this.db.retryLostRaces(() => this.db.write([claimKey(once, desc)]));
    } else if (desc) await keepDescription(this.db, once, desc);
  }
}
