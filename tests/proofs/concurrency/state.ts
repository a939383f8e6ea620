import type { Facts, Member, Read } from './history.ts';

/** A state of a member: certainly not before `from`, certainly not after `until`, possibly in between. */
export interface State {
  /** Undefined where it did not exist. */
  readonly facts: Facts | undefined;
  readonly from: number;
  readonly until: number;
}

/** The states that a member may have had at some moment between two ticks. */
export function statesWithin({ writes }: Member, { start, end }: Pick<Read, 'start' | 'end'>): State[] {
  const states: State[] = [];
  for (let index = -1; index < writes.length; index++) {
    const from = writes[index]?.start ?? Number.NEGATIVE_INFINITY;
    const until = writes[index + 1]?.end ?? Number.POSITIVE_INFINITY;
    if (from < end && until > start) states.push({ facts: writes[index]?.after, from, until });
  }
  return states;
}

/** The states that it may have had at exactly this moment, which is between two ticks. */
export function statesAt(states: readonly State[], moment: number): State[] {
  return states.filter(({ from, until }) => from < moment && moment < until);
}

export function isSame(facts: Facts | undefined, shown: Facts): boolean {
  if (!facts) return false;
  return Object.entries(shown).every(([name, value]) => facts[name] === value);
}
