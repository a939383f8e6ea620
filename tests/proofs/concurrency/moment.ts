import type { Facts, Member, Read } from './history.ts';
import { isSame, type State, statesAt } from './state.ts';

/** A member that may have belonged to the answer at some moment of the read. */
export interface Candidate {
  readonly member: Member;
  readonly states: readonly State[];
  /** What the answer shows of it, if anything. */
  readonly shown: Facts | undefined;
}

/** How many members come before a page: at least those that must, at most those that may. */
interface Bounds {
  least: number;
  most: number;
}

/** Whether the shown facts must also be those of the moment. */
type Strictness = 'members' | 'members and facts';

/**
 * Whether there was one moment within the read at which the collection may have been exactly as the answer says. At a
 * moment, writes that had returned are done, those not begun are not, and each of the others may be either: they all
 * run at that moment, so none must come before another.
 */
export function isOfOneMoment(read: Read, candidates: readonly Candidate[], strictness: Strictness): boolean {
  return momentsOf(read, candidates).some((moment) => fits(read, candidates, moment, strictness));
}

/** The beginning of the read, and one moment after each of its ticks at which something relevant begins or ends. */
function momentsOf({ start, end }: Read, candidates: readonly Candidate[]): number[] {
  const ticks = new Set([start]);
  for (const { states } of candidates) {
    for (const tick of states.flatMap(({ from, until }) => [from, until])) {
      if (tick > start && tick < end) ticks.add(tick);
    }
  }
  return [...ticks].map((tick) => tick + 0.5);
}

function fits(read: Read, candidates: readonly Candidate[], moment: number, strictness: Strictness): boolean {
  const newest = read.seen[0]?.id ?? Number.NEGATIVE_INFINITY;
  const oldest = read.seen.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
  const before: Bounds = { least: 0, most: 0 };
  const after: Bounds = { least: 0, most: 0 };
  for (const { member, states, shown } of candidates) {
    const { canBeIn, canBeOut } = choicesAt(read, states, moment, strictness === 'members' ? undefined : shown);
    if (shown) {
      if (!canBeIn) return false;
    } else if (canBeIn) {
      if (member.id === undefined) {
        // Its creation failed and nobody has seen it: if it exists, it may be anywhere.
        before.most += 1;
        after.most += 1;
      } else if (member.id > newest) addTo(before, canBeOut);
      else if (member.id < oldest) addTo(after, canBeOut);
      else if (!canBeOut) return false;
    }
  }
  const skipped = read.seen.length === 0 ? read.total : read.pageNo * read.pageSize || 0;
  return holds(before, skipped) && holds(after, read.total - skipped - read.seen.length);
}

function choicesAt({ filter }: Read, states: readonly State[], moment: number, shown: Facts | undefined) {
  const current = statesAt(states, moment);
  const isIn = ({ facts }: State) => facts !== undefined && filter(facts);
  return {
    canBeIn: current.some((state) => isIn(state) && (shown === undefined || isSame(state.facts, shown))),
    canBeOut: current.some((state) => !isIn(state)),
  };
}

function addTo(bounds: Bounds, canBeOut: boolean): void {
  bounds.most += 1;
  if (!canBeOut) bounds.least += 1;
}

function holds({ least, most }: Bounds, count: number): boolean {
  return least <= count && count <= most;
}
