import type { Facts, History, Member, Read, Sighting } from './history.ts';
import { type Candidate, isOfOneMoment } from './moment.ts';
import { isSame, type State, statesWithin } from './state.ts';

/** What is wrong with an answer. */
export interface Fault {
  readonly rule:
    | 'not newest first'
    | 'not the size of this page'
    | 'unknown member'
    | 'another id than before'
    | 'deleted member shown'
    | 'facts of no moment of the read'
    | 'never matched during the read'
    | 'committed member missing'
    | 'wrong total'
    | 'no one moment explains it';
  readonly read: Read;
  /** The members whose writes explain the fault. */
  readonly members: readonly Member[];
  readonly detail: string;
}

export interface Verdict {
  readonly fault: Fault | undefined;
  /**
   * The answer is right and of one moment in its choice of members, but some facts are of a later moment of the read.
   */
  readonly hasLaterFacts: boolean;
  /** Whether writes beside the read may have changed its answer. */
  readonly isContended: boolean;
}

/**
 * Judges one answer by the whole history. Every answer is accepted that some order of the concurrent writes explains:
 * so a fault is a real one, and an answer without fault is what the collection was at one moment.
 */
export function judge(history: History, read: Read): Verdict {
  const shown = new Map(read.seen.map((sighting) => [sighting.tag, sighting.facts]));
  const candidates = [...history.members.values()].flatMap((member) => toCandidate(member, read, shown) ?? []);
  const isContended = membersInMotion(candidates).length > 0;
  const verdict = (fault: Fault | undefined, hasLaterFacts = false) => ({ fault, hasLaterFacts, isContended });
  const fault =
    findBadShape(read, candidates) ??
    first(read.seen, (sighting) => findBadSighting(history, read, sighting)) ??
    findMissing(read, candidates) ??
    findWrongTotal(read, candidates);
  if (fault) return verdict(fault);
  if (isOfOneMoment(read, candidates, 'members and facts')) return verdict(undefined);
  if (read.factsOf === 'any moment' && isOfOneMoment(read, candidates, 'members')) return verdict(undefined, true);
  return verdict(explainNoMoment(read, candidates));
}

function first<T>(list: readonly T[], find: (one: T) => Fault | undefined): Fault | undefined {
  for (const one of list) {
    const fault = find(one);
    if (fault) return fault;
  }
  return undefined;
}

function isIn({ filter }: Read, facts: Facts | undefined): boolean {
  return facts !== undefined && filter(facts);
}

function toCandidate(member: Member, read: Read, shown: ReadonlyMap<string, Facts>): Candidate | undefined {
  const states = statesWithin(member, read);
  if (!states.some(({ facts }) => isIn(read, facts))) return undefined;
  return { member, states, shown: shown.get(member.tag) };
}

function findBadShape(read: Read, candidates: readonly Candidate[]): Fault | undefined {
  const { seen, total, pageNo, pageSize } = read;
  const swapped = seen.findIndex(({ id }, index) => id >= (seen[index - 1]?.id ?? Number.POSITIVE_INFINITY));
  if (swapped !== -1) {
    const detail = `${seen[swapped - 1]?.id} is followed by ${seen[swapped]?.id}`;
    return { rule: 'not newest first', read, members: [], detail };
  }
  const expected = Math.min(pageSize, Math.max(0, total - (pageNo * pageSize || 0)));
  if (seen.length === expected) return undefined;
  const members = membersInMotion(candidates.filter(({ shown }) => !shown));
  return { rule: 'not the size of this page', read, members, detail: `${seen.length} instead of ${expected}` };
}

function findBadSighting({ members }: History, read: Read, { tag, id, facts }: Sighting): Fault | undefined {
  const member = members.get(tag);
  const fault = (rule: Fault['rule'], detail: string): Fault => ({
    rule,
    read,
    members: member ? [member] : [],
    detail: `${tag} (${id}) ${detail}`,
  });
  if (!member) return fault('unknown member', 'was created by nobody');
  if (member.id !== id) return fault('another id than before', `is known as ${member.id}`);
  const states = statesWithin(member, read);
  if (!states.some((state) => state.facts)) return fault('deleted member shown', 'did not exist at any moment of it');
  if (!states.some((state) => isSame(state.facts, facts))) {
    return fault('facts of no moment of the read', `is shown as ${JSON.stringify(facts)}`);
  }
  if (states.some((state) => isIn(read, state.facts))) return undefined;
  return fault('never matched during the read', `is shown as ${JSON.stringify(facts)}`);
}

/** Members that belonged to the list all the time, and that the page should show. */
function findMissing(read: Read, candidates: readonly Candidate[]): Fault | undefined {
  const { seen, pageNo, pageSize } = read;
  if (seen.length === 0 && pageNo > 0) return undefined;
  const newest = pageNo === 0 ? Number.POSITIVE_INFINITY : (seen[0]?.id ?? 0);
  const oldest = seen.length < pageSize ? 0 : (seen.at(-1)?.id ?? 0);
  const missing = candidates.filter(
    ({ member, states, shown }) =>
      shown === undefined &&
      member.id !== undefined &&
      member.id <= newest &&
      member.id >= oldest &&
      states.every(({ facts }) => isIn(read, facts)),
  );
  if (missing.length === 0) return undefined;
  const detail = missing.map(({ member }) => `${member.tag} (${member.id})`).join(', ');
  return { rule: 'committed member missing', read, members: missing.map(({ member }) => member), detail };
}

function findWrongTotal(read: Read, candidates: readonly Candidate[]): Fault | undefined {
  const settled = candidates.filter(({ states }) => states.every(({ facts }) => isIn(read, facts)));
  if (read.total >= settled.length && read.total <= candidates.length) return undefined;
  const detail = `${read.total}, but it was from ${settled.length} to ${candidates.length}`;
  return { rule: 'wrong total', read, members: membersInMotion(candidates), detail };
}

function explainNoMoment(read: Read, candidates: readonly Candidate[]): Fault {
  const members = membersInMotion(candidates);
  const detail = `total ${read.total}, ${members.length} members were being written`;
  return { rule: 'no one moment explains it', read, members, detail };
}

function membersInMotion(candidates: readonly Candidate[]): Member[] {
  const isMoving = ({ states }: { states: readonly State[] }) => states.length > 1;
  return candidates.filter(isMoving).map(({ member }) => member);
}
