import type { Random } from '../../../lib/domain/values/random.ts';
import type { Member } from './history.ts';

/** How long the writes stay in one block. Then they move to another, so that copies of the former are used. */
const STAY_MS = 400;

/** Members that exist and that nobody is writing. */
export class Pool {
  readonly #idle = new Set<Member>();
  readonly #blockOf: (member: Member) => number;

  constructor(blockOf: (member: Member) => number) {
    this.#blockOf = blockOf;
  }

  get size(): number {
    return this.#idle.size;
  }

  give(member: Member): void {
    this.#idle.add(member);
  }

  /** Takes one member for this worker alone, mostly of the current block; undefined where there is none. */
  take(random: Random): Member | undefined {
    const all = [...this.#idle];
    const blocks = [...new Set(all.map(this.#blockOf))].sort((a, b) => a - b);
    const turn = blocks[Math.floor(Date.now() / STAY_MS) % Math.max(1, blocks.length)];
    const near = all.filter((member) => this.#blockOf(member) === turn);
    const some = near.length > 0 && random.chance(0.9) ? near : all;
    if (some.length === 0) return undefined;
    const taken = random.pick(some);
    this.#idle.delete(taken);
    return taken;
  }
}
