/** What lists show of a member, beside its id. */
export type Facts = Readonly<Record<string, string>>;

/** One write of one member. Its effect happens between its two ticks, or is still to come where `end` is infinite. */
export interface Write {
  readonly kind: 'create' | 'change' | 'remove';
  readonly start: number;
  /** Infinite until it has returned, and for ever where it failed: then it may or may not have had its effect. */
  end: number;
  /** The member afterwards; undefined where it is removed. */
  readonly after: Facts | undefined;
}

/** A member with its writes in their order. Each begins only after the one before has returned. */
export interface Member {
  /** Set by its creator, and shown in every answer. */
  readonly tag: string;
  /** Undefined until an answer has shown it. */
  id: number | undefined;
  readonly writes: Write[];
}

/** A member as an answer shows it. */
export interface Sighting {
  readonly tag: string;
  readonly id: number;
  readonly facts: Facts;
}

/** What a read asked for. */
export interface Question {
  /** Route and parameters, for people. */
  readonly call: string;
  readonly filter: (facts: Facts) => boolean;
  readonly pageNo: number;
  /** Infinite for a list without pages. */
  readonly pageSize: number;
  /** Whether the shown facts are of the same moment as the choice of members, or of any moment of the read. */
  readonly factsOf: 'the same moment' | 'any moment';
}

/** A read that has been answered. */
export interface Read extends Question {
  readonly reader: string;
  readonly start: number;
  readonly end: number;
  readonly seen: readonly Sighting[];
  readonly total: number;
}

/** Everything that was done to one collection, on a clock that ticks at each beginning and each end. */
export class History {
  readonly members = new Map<string, Member>();
  readonly reads: Read[] = [];
  #clock = 0;

  tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** A member that is about to be created. */
  addMember(tag: string): Member {
    const member: Member = { tag, id: undefined, writes: [] };
    this.members.set(tag, member);
    return member;
  }

  /**
   * Records that a write begins.
   * @throws Error where the previous one has not returned: their order would be unknown.
   */
  beginWrite(member: Member, kind: Write['kind'], after: Facts | undefined): Write {
    if (member.writes.at(-1)?.end === Number.POSITIVE_INFINITY) throw new Error(`${member.tag} is being written`);
    const write: Write = { kind, start: this.tick(), end: Number.POSITIVE_INFINITY, after };
    member.writes.push(write);
    return write;
  }

  endWrite(write: Write): void {
    write.end = this.tick();
  }

  /** Records an answer, and the ids that it shows for the first time. */
  addRead(read: Read): void {
    this.reads.push(read);
    for (const { tag, id } of read.seen) {
      const member = this.members.get(tag);
      if (member) member.id ??= id;
    }
  }

  /** All writes, of all members. */
  listWrites(): Write[] {
    return [...this.members.values()].flatMap((member) => member.writes);
  }
}
