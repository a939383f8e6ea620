import * as fc from 'fast-check';
import { proveNoGain, type Walks } from './attacker.ts';
import type { Drawn } from './call.ts';
import type { Kind } from './kind.ts';
import { allKinds } from './kinds.ts';
import { ModelledTables } from './modelled-service.ts';
import { Play } from './play.ts';
import { type Trouble, troubleWays } from './trouble.ts';

const LONGEST_HISTORY = 80;
/** How many histories are drawn from one seed; then the next seed follows. */
const HISTORIES_PER_CHECK = 10;
const SHRINKING_LIMIT_MS = 180_000;
/** The number of calls of `npm run prove`. */
const CALM_CALLS = 10_000;
const TROUBLED_CALLS = 4000;
const ATTACKING_CALLS = 3000;
const HOUR_MS = 3_600_000;
/** About one call in so many meets trouble at the store, if asked for. */
const TROUBLE_EVERY = 4;

export interface HistoriesOptions {
  /** The least number of calls. */
  readonly commands: number;
  readonly seed: number;
  /** Whether calls meet trouble at the store. */
  readonly faults: boolean;
  /** The rules to compare with; the contract's unless told otherwise. */
  readonly kinds?: readonly Kind[];
  readonly longest?: number;
  /** Whether the tables are as loose as DynamoDB. */
  readonly isLoose?: boolean;
}

/** The results of random histories of calls. */
export interface Histories {
  readonly histories: number;
  readonly commands: number;
  /** How often each route gave each outcome: `success` or the reason of the failure. */
  readonly outcomes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Calls that the service could not finish, and how many of them had an effect all the same. */
  readonly troubled: number;
  readonly happened: number;
  /** The shortest unexpected history that was found, one line per call. */
  readonly counterexample: readonly string[] | undefined;
}

/** One act of a history. */
type Act = { readonly drawn: Drawn; readonly trouble: Trouble | undefined } | { readonly wait: number };

interface Real {
  readonly play: Play;
}

/** An act as fast-check runs and shrinks it. */
class ActCommand implements fc.AsyncCommand<object, Real> {
  readonly #act: Act;

  constructor(act: Act) {
    this.#act = act;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, { play }: Real): Promise<void> {
    if ('wait' in this.#act) play.wait(this.#act.wait);
    else await play.call(this.#act.drawn, this.#act.trouble);
  }

  toString(): string {
    return 'wait' in this.#act ? 'wait' : this.#act.drawn.kind.route;
  }
}

/**
 * Plays random histories of calls against the real handlers, and compares each answer with the model, until there have
 * been enough calls or a history contradicts the contract. Every history has a table of its own.
 */
export async function proveHistories(
  options: HistoriesOptions,
  report: (line: string) => void = () => {},
): Promise<Histories> {
  const tables = await ModelledTables.open(options.isLoose);
  const tally = new Tally();
  try {
    for (let seed = options.seed; tally.commands < options.commands && !tally.counterexample; seed++) {
      await check(tables, { ...options, seed }, tally);
      report(`seed ${seed}: ${tally.commands} calls in ${tally.histories} histories so far`);
    }
  } finally {
    await tables.close();
  }
  return tally;
}

/**
 * Plays histories without and with trouble at the store, and reports them to `say`. Returns whether all were right and
 * every call has succeeded at least once: a call that never succeeds proves nothing.
 */
export async function proveAllHistories(
  where: { readonly seed: number; readonly isLoose: boolean },
  say: (line: string) => void,
): Promise<boolean> {
  const calm = await proveHistories({ ...where, commands: CALM_CALLS, faults: false });
  say(showHistories('random histories of calls', calm));
  const troubled = await proveHistories({ ...where, commands: TROUBLED_CALLS, faults: true });
  say(showHistories('random histories with trouble at the store', troubled));
  const walks = await proveNoGain({ ...where, calls: ATTACKING_CALLS });
  say(showWalks(walks));
  return (
    !walks.counterexample &&
    [calm, troubled].every((one) => one.counterexample === undefined && listUnproven(one).length === 0)
  );
}

/** The routes whose calls have never succeeded. */
function listUnproven({ outcomes }: Histories): string[] {
  const routes = allKinds.filter(({ onlyFails = false }) => !onlyFails).map(({ route }) => route);
  return [...new Set(routes)].filter((route) => !outcomes.get(route)?.has('success'));
}

/** The figures as text. */
function showHistories(name: string, proof: Histories): string {
  const { histories, commands, outcomes, troubled, happened, counterexample } = proof;
  const reasons = new Set([...outcomes.values()].flatMap((counts) => [...counts.keys()]));
  const unproven = listUnproven(proof);
  return [
    `${name}: ${commands} calls in ${histories} histories, each answer compared with the model's`,
    `  ${outcomes.size} routes, ${reasons.size} different outcomes`,
    ...(troubled > 0 ? [`  ${troubled} calls answered busy, ${happened} of which had been carried out`] : []),
    ...(unproven.length > 0 ? [`  NOT PROVEN: no success of ${unproven.join(', ')}`] : []),
    ...(counterexample
      ? ['  FAILED: not as the contract has it is', ...counterexample.map((line) => `    ${line}`)]
      : []),
  ].join('\n');
}

function showWalks({ calls, done, counterexample }: Walks): string {
  return [
    `walks of an attacker with few items: ${calls} calls, ${done} of them carried out, no item gained`,
    ...(counterexample ? ['  FAILED: an item was gained by', ...counterexample.map((line) => `    ${line}`)] : []),
  ].join('\n');
}

/** The routes of the service. */
export async function listRoutes(): Promise<string[]> {
  const tables = await ModelledTables.open();
  await tables.close();
  return tables.routes;
}

class Tally implements Histories {
  histories = 0;
  commands = 0;
  troubled = 0;
  happened = 0;
  readonly outcomes = new Map<string, Map<string, number>>();
  counterexample: readonly string[] | undefined;

  add({ outcomes, troubled, happened }: Play): void {
    this.histories += 1;
    this.commands += outcomes.length;
    this.troubled += troubled;
    this.happened += happened;
    for (const [route, outcome] of outcomes) {
      const counts = this.outcomes.get(route) ?? new Map<string, number>();
      this.outcomes.set(route, counts.set(outcome, (counts.get(outcome) ?? 0) + 1));
    }
  }
}

async function check(tables: ModelledTables, options: HistoriesOptions, tally: Tally): Promise<void> {
  const { kinds = allKinds, longest = LONGEST_HISTORY, commands: most, seed } = options;
  const acts = fc.commands([actOf(kinds, options.faults)], {
    maxCommands: longest,
    size: 'max',
    disableReplayLog: true,
  });
  let failing: Play | undefined;
  const property = fc.asyncProperty(acts, async (commands) => {
    if (!failing && tally.commands >= most) return;
    const play = new Play(await tables.openModelled(), kinds);
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: { play } }), commands);
      await play.lookAtAll();
    } catch (error) {
      failing = play;
      throw error;
    }
    // Histories that only shrink a failing one do not count.
    if (!failing) tally.add(play);
  });
  const limits = { interruptAfterTimeLimit: SHRINKING_LIMIT_MS };
  const details = await fc.check(property, { seed, numRuns: HISTORIES_PER_CHECK, ...limits });
  if (failing) tally.counterexample = [...failing.lines, String(details.errorInstance ?? ''), `seed ${seed}`];
}

function actOf(kinds: readonly Kind[], faults: boolean): fc.Arbitrary<ActCommand> {
  const calls = kinds.map((kind) => ({ weight: kind.weight * 10, arbitrary: callOf(kind, faults) }));
  const waits = fc.constantFrom(0.3, 7, 24, 72, 24 * 120).map((hours): Act => ({ wait: hours * HOUR_MS }));
  return fc
    .oneof(...calls, { weight: Math.ceil(kinds.length / 2), arbitrary: waits })
    .map((act) => new ActCommand(act));
}

const number = (max: number) => fc.integer({ min: 0, max });

function callOf(kind: Kind, faults: boolean): fc.Arbitrary<Act> {
  const drawn = fc.record({
    kind: fc.constant(kind),
    sort: number(99),
    who: number(40),
    picks: fc.tuple(number(30), number(30)),
    spice: number(2 ** 20),
  });
  return fc.record({ drawn, trouble: faults ? maybeTrouble : calm });
}

const calm: fc.Arbitrary<Trouble | undefined> = fc.constant(undefined);
const trouble: fc.Arbitrary<Trouble> = fc.record({
  at: number(7),
  way: fc.constantFrom('write lost' as const, 'write not sent' as const, ...troubleWays),
  times: fc.integer({ min: 1, max: 2 }),
});
const maybeTrouble = fc.oneof(
  { withCrossShrink: true },
  { weight: TROUBLE_EVERY - 1, arbitrary: calm },
  { weight: 1, arbitrary: trouble },
);
