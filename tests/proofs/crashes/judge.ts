import type { Reason } from '../../../lib/errors.ts';
import type { Database } from '../../../lib/table/database.ts';
import { answerName, refusals } from '../answer.ts';
import type { Strike } from './process.ts';
import { compareStates, examineSnapshot, type State } from './state.ts';
import type { Baseline, Outcome, Stand } from './trial.ts';

const SUCCESS = 200;

/** How one request is tried. */
export interface Trial {
  readonly stand: Stand;
  readonly baseline: Baseline;
  /** The idempotency key with which it is sent, both times. */
  readonly key: string | undefined;
  /** Whether the sweep also finishes it. Otherwise only repeating the request does; its parts are independent. */
  readonly isSwept: boolean;
  /**
   * Whether begun work is finished in only one of the two ways, alternately. A request that has written nothing is then
   * not repeated, since it has left nothing.
   */
  readonly isBrief: boolean;
  readonly declared: readonly Reason[];
}

/** How far a struck request has come. `begun` is more than nothing but not everything. */
type Phase = 'untouched' | 'begun' | 'done';

/** The result of a trial. */
export interface Verdict {
  readonly phase: Phase;
  readonly faults: readonly string[];
}

/**
 * Makes the request with one strike, checks the table, lets the sweep finish what was begun, repeats the request, and
 * checks again. Then the table is restored. Whatever is wrong is a fault.
 */
export async function tryOut(trial: Trial, strike: Strike): Promise<Verdict> {
  const { stand, baseline, key } = trial;
  const struck = await stand.request(key, { strike });
  const state = baseline.yardstick.describe(await stand.look());
  const phase = findPhase(state, baseline);
  const faults = [
    ...judgeStrike(struck, phase, trial, strike),
    ...judgeHealth(state, phase === 'untouched' ? baseline.before : undefined, phase === 'begun' && trial.isSwept),
    ...judgeRecords(state, phase, trial),
  ];
  const isSwept = phase === 'begun' && trial.isSwept && !(trial.isBrief && strike.position % 2 === 0);
  if (isSwept) faults.push(...(await judgeSweep(trial, state)));
  const isRepeated = !trial.isBrief || !(isSwept || state === baseline.before);
  if (isSwept && isRepeated) await stand.restore(state.snapshot);
  if (isRepeated) faults.push(...(await repeat(trial, phase, strike.kind.dies ? undefined : struck.memory)));
  await stand.restore(baseline.before.snapshot);
  return { phase, faults };
}

/** Repeats the request, in the same process if that still lives. */
async function repeat(trial: Trial, phase: Phase, memory: Database | undefined): Promise<string[]> {
  const { stand, baseline, key } = trial;
  const answer = await stand.request(key, { memory });
  const isLeft = examineSnapshot(await stand.look()).unfinished.length > 0;
  if (isLeft) await stand.sweep();
  const after = baseline.yardstick.describe(await stand.look());
  return [...judgeRepetition(answer, after, phase, trial), ...judgeHealth(after)];
}

function findPhase({ text }: State, { before, once }: Baseline): Phase {
  if (text === before.text) return 'untouched';
  return text === once.text ? 'done' : 'begun';
}

/** The answer must be the undisturbed one, and true; or it must tell to try again. */
function* judgeStrike(answer: Outcome, phase: Phase, { declared, isSwept }: Trial, { kind }: Strike): Iterable<string> {
  if (answer.struck === 0) yield 'the call was not made again';
  if (kind.dies) return;
  if (!answer.isEnveloped) yield `answered without the envelope: ${answer.text}`;
  if (answer.status === SUCCESS) {
    // What it had no time for is left to the sweep.
    const isLeft = phase === 'begun' && isSwept;
    if (phase !== 'done' && !isLeft) yield `answered ${shorten(answer)}, and it is ${phase}`;
    return;
  }
  if (kind.isOvercome) yield `answered ${shorten(answer)} instead of trying again by itself`;
  if (!refusals.has(shorten(answer)) || answer.retryAfter === undefined) yield `answered ${answer.text}`;
  if (!declared.some((reason) => reason === answer.reason)) yield `answered ${answer.reason}, which is not declared`;
}

/** The invariants must hold. Unfinished work is reported, but not more than in an equal state. */
function* judgeHealth({ snapshot }: State, same?: State, isBegun = false): Iterable<string> {
  const { wrong, unfinished } = examineSnapshot(snapshot);
  for (const finding of wrong) yield `INVARIANT ${finding}`;
  if (isBegun && unfinished.length === 0) yield 'it is neither done nor known as unfinished';
  const left = same ? examineSnapshot(same.snapshot).unfinished.length : 0;
  if (!isBegun && unfinished.length !== left) yield `unfinished for ever: ${unfinished.join(', ')}`;
}

/** As soon as the request has begun, the log must have one entry of it, and its key must be taken. */
function* judgeRecords(state: State, phase: Phase, { baseline: { once }, isSwept }: Trial): Iterable<string> {
  const [logged, keysTaken] = phase === 'untouched' ? [0, 0] : [countLogged(once), once.keysTaken];
  const isPart = phase === 'begun' && !isSwept && countLogged(state) === 0;
  if (countLogged(state) !== logged && !isPart) yield `${countLogged(state)} entries in the log where it is ${phase}`;
  if (state.keysTaken !== keysTaken) yield `${state.keysTaken} keys taken where it is ${phase}`;
}

async function judgeSweep({ stand, baseline }: Trial, begun: State): Promise<string[]> {
  await stand.sweep();
  const swept = baseline.yardstick.describe(await stand.look());
  return [
    ...(swept.text === baseline.once.text
      ? []
      : [`the sweep leaves it otherwise:\n${compareStates(swept, baseline.once)}`]),
    ...(countLogged(swept) === countLogged(begun) ? [] : ['the sweep writes into the log']),
    ...judgeHealth(swept),
  ];
}

/**
 * If nothing was begun, repeating carries the request out as if nothing had happened. Otherwise the result is that of a
 * request made twice.
 */
function* judgeRepetition(answer: Outcome, state: State, phase: Phase, trial: Trial): Iterable<string> {
  const { baseline, key, isSwept } = trial;
  const { first, once, second, twice } = baseline;
  const answers = { untouched: [first], begun: [first, second], done: [second] }[phase].map(shorten);
  if (!answers.includes(shorten(answer)))
    yield `repeated, it answers ${shorten(answer)} instead of ${answers.join(' or ')}`;
  const wanted = phase === 'untouched' ? once : twice;
  const isInParts = phase === 'begun' && !isSwept;
  const isRight = isInParts ? [once, twice].some((one) => one.text === state.text) : state.text === wanted.text;
  if (!isRight) yield `repeated, it ends otherwise:\n${compareStates(state, wanted)}`;
  const most = phase === 'begun' && key === undefined ? countLogged(once) + 1 : countLogged(wanted);
  const least = phase === 'begun' ? countLogged(once) : countLogged(wanted);
  if (countLogged(state) < least || countLogged(state) > most)
    yield `repeated, ${countLogged(state)} entries in the log`;
  for (const [request, count] of state.logged) if (count > 1) yield `${count} entries in the log of request ${request}`;
  if (state.keysTaken !== wanted.keysTaken) yield `repeated, ${state.keysTaken} keys taken`;
}

function countLogged({ logged }: State): number {
  return [...logged.values()].reduce((sum, count) => sum + count, 0);
}

function shorten({ status, reason }: Outcome): string {
  return answerName(status, reason);
}
