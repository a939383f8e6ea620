import { listReasons } from '../../../scripts/document/reasons.ts';
import type { TableOperation } from '../../support/table/layer.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { type Trial, tryOut } from './judge.ts';
import { withHurriedTime } from './process.ts';
import { RewindableService } from './rewindable-service.ts';
import type { Scenario } from './scenario.ts';
import { listScenarios } from './scenarios.ts';
import { compareStates } from './state.ts';
import { type Act, learn, Stand } from './trial.ts';

/** How much is tried. */
export interface CrashOptions {
  /**
   * Every scenario, and every kind of fault at every call. Otherwise every other call gets one kind of fault, the next
   * one the next kind.
   */
  readonly isThorough: boolean;
  /** Whether the table is as loose as DynamoDB. */
  readonly isLoose?: boolean;
  /** Selects scenarios by title; by default all. */
  readonly isChosen?: (title: string) => boolean;
}

/** What was tried, and everything that was wrong. */
export interface CrashProof {
  readonly scenarios: number;
  /** How often a scenario was played, with and without an idempotency key. */
  readonly baselines: number;
  /** How many calls to the store were struck. */
  readonly calls: number;
  readonly trials: number;
  /** How far the struck requests had come. */
  readonly phases: Readonly<Record<'untouched' | 'begun' | 'done', number>>;
  readonly routes: readonly string[];
  readonly faults: readonly string[];
}

const KEY = 'the-key-of-the-caller';

/**
 * Strikes every call to the store of every writing endpoint, and of the sweep. Then it checks that the invariants hold,
 * that the sweep finishes what was begun, and that repeating the request ends as if nothing had happened. `report` gets
 * a line for each scenario.
 */
export async function proveCrashes(options: CrashOptions, report: (line: string) => void): Promise<CrashProof> {
  const rewindable = await RewindableService.open(options.isLoose);
  const tally = new Tally();
  try {
    const scenarios = listScenarios(rewindable.examples).filter(
      ({ isExtra, title }) => (options.isThorough || !isExtra) && (options.isChosen?.(title) ?? true),
    );
    await withHurriedTime(async () => {
      for (const scenario of scenarios) report(await playScenario(rewindable, scenario, options, tally));
    });
    return tally.total(scenarios.length);
  } finally {
    await rewindable.close();
  }
}

async function playScenario(
  rewindable: RewindableService,
  scenario: Scenario,
  options: CrashOptions,
  tally: Tally,
): Promise<string> {
  await rewindable.reset();
  const act = await scenario.prepare(rewindable.setup);
  const stand = new Stand(rewindable, act, rewindable.service.deps.now(), await rewindable.look());
  const started = performance.now();
  const before = { calls: tally.calls, trials: tally.trials, faults: tally.faults.length };
  for (const key of chooseKeys(scenario, act, options, tally.baselines)) {
    await playBaseline(rewindable, { scenario, act, stand, key }, options, tally);
  }
  const faults = tally.faults.length - before.faults;
  const figures = `${tally.calls - before.calls} calls, ${tally.trials - before.trials} trials, ${faults} faults`;
  return `${scenario.title}: ${figures}, ${Math.round(performance.now() - started)} ms`;
}

/**
 * The keys with which a scenario is played: none and one, if the endpoint takes a key. In brief it is one of the two,
 * and longer scenarios have one.
 */
function chooseKeys({ title }: Scenario, act: Act, { isThorough }: CrashOptions, turn: number): (string | undefined)[] {
  if (act === 'sweep' || !act.route.startsWith('PUT ')) return [undefined];
  if (isThorough) return [undefined, KEY];
  return title === act.route && turn % 2 === 0 ? [undefined] : [KEY];
}

interface Play {
  readonly scenario: Scenario;
  readonly act: Act;
  readonly stand: Stand;
  readonly key: string | undefined;
}

async function playBaseline(
  rewindable: RewindableService,
  play: Play,
  options: CrashOptions,
  tally: Tally,
): Promise<void> {
  const { scenario, act, stand, key } = play;
  const title = key === undefined ? scenario.title : `${scenario.title}, under a key`;
  const baseline = await learn(stand, key);
  const { calls } = baseline.first;
  if (baseline.once.text === baseline.before.text) tally.fault(title, 'it changes nothing');
  if (baseline.twice.text !== baseline.once.text && !(scenario.mayDouble && key === undefined)) {
    tally.fault(title, `made twice it does more:\n${compareStates(baseline.twice, baseline.once)}`);
  }
  const endpoint = act === 'sweep' ? undefined : rewindable.service.endpoints.get(act.route);
  const declared = endpoint ? listReasons(endpoint) : (['unavailable', 'changed_meanwhile'] as const);
  const trial: Trial = {
    stand,
    baseline,
    key,
    isSwept: !scenario.isLeftToRepetition,
    isBrief: !options.isThorough,
    declared,
  };
  tally.baseline(act === 'sweep' ? act : act.route, calls.length);
  // In brief every other call: the odd ones, the next time the even ones, and a single call always.
  const step = options.isThorough || options.isChosen ? 1 : 2;
  const first = calls.length < step ? 0 : tally.baselines % step;
  for (const [position, operation] of calls.entries()) {
    if (position % step !== first) continue;
    for (const kind of chooseKinds(operation, options, tally.trials)) {
      const { phase, faults } = await tryOut(trial, { position, kind });
      tally.trial(phase);
      for (const fault of faults) {
        tally.fault(title, `call ${position + 1} of ${calls.length} (${operation}), ${kind.name}: ${fault}`);
      }
    }
  }
  if (!(await stand.isAsSeen())) tally.fault(title, 'something was written without a request');
}

/** The kinds of faults for such a call: all of them, or in brief the next one. */
function chooseKinds(operation: TableOperation, { isThorough }: CrashOptions, turn: number): readonly FaultKind[] {
  const possible = faultKinds.filter((kind) => kind.errorFor(operation) !== undefined);
  const first = turn % possible.length;
  return isThorough ? possible : possible.slice(first, first + 1);
}

/** Counts what was tried. */
class Tally {
  calls = 0;
  trials = 0;
  baselines = 0;
  readonly #phases = { untouched: 0, begun: 0, done: 0 };
  readonly #routes = new Set<string>();
  readonly faults: string[] = [];

  baseline(route: string, calls: number): void {
    this.#routes.add(route);
    this.baselines += 1;
    this.calls += calls;
  }

  trial(phase: keyof CrashProof['phases']): void {
    this.trials += 1;
    this.#phases[phase] += 1;
  }

  fault(title: string, fault: string): void {
    this.faults.push(`${title}: ${fault}`);
  }

  total(scenarios: number): CrashProof {
    const { baselines, calls, trials, faults } = this;
    const [phases, routes] = [this.#phases, [...this.#routes]];
    return { scenarios, baselines, calls, trials, phases, routes, faults };
  }
}
