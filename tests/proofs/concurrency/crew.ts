import type { Random } from '../../../lib/domain/values/random.ts';
import { nameOf, refusals } from '../answer.ts';
import type { Disturbance } from '../disturbance.ts';
import type { FunctionInstance, Reply } from '../instance.ts';
import type { Facts, History, Member, Read, Write } from './history.ts';
import type { Pool } from './pool.ts';
import { type Asking, readAnswer, type Subject } from './subject.ts';

/** The number of members stays between these two, so that the collection neither runs empty nor grows. */
const FEWEST_IDLE = 150;
/** A cold reader's function restarts after at most so many reads. Half of the readers never restart. */
const MOST_READS_WARM = 6;

/** What all workers share. */
export interface Workplace {
  readonly subject: Subject;
  readonly history: History;
  readonly pool: Pool;
  readonly disturbance: Disturbance;
  /** Calls that were rightly refused: the table was busy, or a race was lost. */
  readonly refusals: string[];
  /** Returns a new tag each time. */
  readonly nextTag: () => string;
  readonly isOver: () => boolean;
}

/** Creates, changes and removes members until time is up, and searches each new one at once. */
export async function write(
  workplace: Workplace,
  name: string,
  instance: FunctionInstance,
  random: Random,
): Promise<void> {
  while (!workplace.isOver()) {
    const drawn = workplace.pool.size < FEWEST_IDLE ? 0 : random.fraction();
    if (drawn < 0.3) await createOne(workplace, name, instance, random);
    else await touchOne(workplace, instance, random, drawn < 0.7 ? 'change' : 'remove');
  }
}

async function createOne(
  workplace: Workplace,
  name: string,
  instance: FunctionInstance,
  random: Random,
): Promise<void> {
  const { subject, history, pool } = workplace;
  const tag = workplace.nextTag();
  const facts = subject.draft(random, tag);
  const member = history.addMember(tag);
  const isDone = await record(workplace, member, 'create', facts, () => subject.create(instance, tag, facts));
  if (!isDone) return;
  await read(workplace, name, instance, subject.askFor(random, tag));
  if (member.id !== undefined) pool.give(member);
}

async function touchOne(
  workplace: Workplace,
  instance: FunctionInstance,
  random: Random,
  kind: 'change' | 'remove',
): Promise<void> {
  const { subject, pool } = workplace;
  const member = pool.take(random);
  if (member?.id === undefined) return;
  const { id } = member;
  const facts = kind === 'change' ? subject.draft(random, member.tag) : undefined;
  const isDone = await record(workplace, member, kind, facts, () =>
    facts ? subject.change(instance, id, facts) : subject.remove(instance, id),
  );
  if (isDone && kind === 'change') pool.give(member);
}

/** Whether the write has succeeded. If not, nobody writes this member again. */
async function record(
  { history, refusals }: Workplace,
  member: Member,
  kind: Write['kind'],
  after: Facts | undefined,
  call: () => Promise<Reply>,
): Promise<boolean> {
  const noted = history.beginWrite(member, kind, after);
  const reply = await call();
  if (isRefused(reply, `${kind} of ${member.tag}`)) {
    refusals.push(`${kind} of ${member.tag}: ${reply.text}`);
    return false;
  }
  history.endWrite(noted);
  return true;
}

/**
 * Whether too much happened at once.
 * @throws Error where the call failed for another reason.
 */
function isRefused({ status, text }: Reply, what: string): boolean {
  if (status === 200) return false;
  if (refusals.has(nameOf(status, JSON.parse(text).reason))) return true;
  throw new Error(`${what}: ${text}`);
}

/** Searches until time is up. A cold reader's function restarts every few reads. */
export async function search(
  workplace: Workplace,
  name: string,
  instance: FunctionInstance,
  random: Random,
  temper: 'warm' | 'cold',
): Promise<void> {
  let left = random.below(MOST_READS_WARM);
  while (!workplace.isOver()) {
    if (temper === 'cold' && left === 0) {
      instance.restart();
      left = 1 + random.below(MOST_READS_WARM);
    }
    left -= 1;
    await read(workplace, name, instance, workplace.subject.ask(random));
  }
}

/**
 * Sends a read, records its answer and returns it; undefined where too much happened at once.
 * @throws Error where it fails for another reason.
 */
export async function read(
  { history, refusals }: Pick<Workplace, 'history' | 'refusals'>,
  reader: string,
  instance: FunctionInstance,
  asking: Asking,
): Promise<Read | undefined> {
  const start = history.tick();
  const reply = await instance.call(asking.route, asking.parameters);
  const end = history.tick();
  if (isRefused(reply, `${reader}: ${asking.call}`)) {
    refusals.push(`${reader}: ${asking.call}: ${reply.text}`);
    return undefined;
  }
  const { call, filter, pageNo, pageSize, factsOf } = asking;
  const answer = readAnswer(asking, reply.body);
  const noted: Read = { reader, call, filter, pageNo, pageSize, factsOf, start, end, ...answer };
  history.addRead(noted);
  return noted;
}

/** Puts the first members into the table. */
export async function seed(
  { subject, history, pool, nextTag }: Workplace,
  plan: SeedPlan,
  random: Random,
): Promise<void> {
  for (const { from, count } of plan.stretches) {
    await plan.skipTo(from);
    const members = Array.from({ length: count }, () => history.addMember(nextTag()));
    const drafts = members.map(({ tag }) => ({ tag, facts: subject.draft(random, tag) }));
    const noted = members.map((member, index) => history.beginWrite(member, 'create', drafts[index]?.facts));
    await subject.seed(from, drafts);
    for (const one of noted) history.endWrite(one);
    for (const [index, member] of members.entries()) {
      member.id = plan.idOf(from + index);
      pool.give(member);
    }
  }
}

export interface SeedPlan {
  readonly stretches: readonly { readonly from: number; readonly count: number }[];
  /** Makes this the next number, as if the members before it had been created and deleted. */
  readonly skipTo: (number: number) => Promise<void>;
  readonly idOf: (number: number) => number;
}
