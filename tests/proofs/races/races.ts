import { continueTasks } from '../../../lib/store/sweep.ts';
import { examine } from '../../../scripts/doctor/examine.ts';
import { raceOfCopies, raceOfEdits } from './dishes.ts';
import { raceOfRoleDeletion } from './holders.ts';
import { raceOfDeletions, raceOfEditors, raceOfReviewers, raceOfWeeks } from './menus.ts';
import { findOrder, isRefusal } from './order.ts';
import { raceForRoleName, raceForUid } from './people.ts';
import { raceOfUnitDeletion } from './placing.ts';
import { type Race, RaceTrack, type RacingCall } from './race-track.ts';
import { raceForAccount, raceForUnitName, raceOfRebinding } from './units.ts';

const DEFAULT_ROUNDS = 50;

/** The result of one round. */
interface Round {
  /** How often each answer was given. */
  readonly answers: readonly string[];
  readonly refused: number;
  readonly faults: readonly string[];
}

type Play = (track: RaceTrack, round: number) => Promise<Round>;

/** The kinds of races. */
const kinds: Readonly<Record<string, Play>> = {
  'same account': play(raceForAccount),
  'same unit name': play(raceForUnitName),
  'same uid': play(raceForUid),
  'same role name': play(raceForRoleName),
  'deletion of a role against giving it': play(raceOfRoleDeletion),
  'rebinding against deletion': play(raceOfRebinding),
  'deletion of a unit against new dishes': play(raceOfUnitDeletion),
  'edits of one dish': play(raceOfEdits),
  'copies of a dish against its deletion': play(raceOfCopies),
  'editors of one menu': play(raceOfEditors),
  'reviewers of one menu': play(raceOfReviewers),
  'entries of weeks': play(raceOfWeeks),
  'deletion of what a menu relies on': play(raceOfDeletions),
};

/** How many rounds, by default 50 of each kind, and which kinds. Everything random follows from the seed. */
export interface RaceOptions {
  readonly rounds?: number;
  readonly seed: number;
  /** Whether the table is as loose as DynamoDB. */
  readonly isLoose?: boolean;
}

/** The results of the rounds of one kind. */
export interface RaceFigures {
  readonly name: string;
  readonly rounds: number;
  readonly calls: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly refused: number;
  readonly delays: number;
  readonly conflicts: number;
  readonly faults: readonly string[];
}

/** Plays all rounds of one kind, on a table of their own. */
export async function runRaces(
  name: string,
  { rounds = DEFAULT_ROUNDS, seed, isLoose }: RaceOptions,
): Promise<RaceFigures> {
  const playOne = kinds[name];
  if (!playOne) throw new Error(`no race ${name}`);
  const track = await RaceTrack.open(seed, isLoose);
  try {
    const played: Round[] = [];
    for (let round = 1; round <= rounds; round++) played.push(await playOne(track, round));
    const answers = played.flatMap((round) => round.answers);
    const counts = Object.entries(Object.groupBy(answers, (answer) => answer));
    return {
      name,
      rounds,
      calls: answers.length,
      answers: Object.fromEntries(counts.map(([answer, given = []]) => [answer, given.length]).sort()),
      refused: played.reduce((sum, { refused }) => sum + refused, 0),
      delays: track.disturbance.done.delays,
      conflicts: track.conflicts.count,
      faults: played.flatMap(({ faults }) => faults),
    };
  } finally {
    await track.close();
  }
}

export const raceNames = Object.keys(kinds);

function play<S>(make: (track: RaceTrack, round: number) => Promise<Race<S>>): Play {
  return async (track, round) => {
    const race = await make(track, round);
    const answers = await track.send(race.calls);
    const after = await race.readAfter();
    const answered = race.calls.map((call, index) => ({ ...call, answer: answers[index] ?? '' }));
    const order = findOrder(race.before, answered, after);
    const refused = answered.filter(({ answer, etag, isOutdated }) =>
      isRefusal(answer, etag !== undefined || isOutdated === true),
    ).length;
    const faults = [
      ...(order ? [] : [describeRace(race.before, answered, after)]),
      ...((await race.findFaults?.()) ?? []),
      ...(await examineRound(track, refused > 0)),
    ];
    return { answers, refused, faults: faults.map((fault) => `round ${round}: ${fault}`) };
  };
}

/** What is wrong with the table. Only a call that gave up may leave something to do, which the sweep then does. */
async function examineRound({ service }: RaceTrack, hasRefused: boolean): Promise<string[]> {
  const { env, db } = service.deps;
  const { findings, unfinished } = await examine(env);
  const faults = findings.map(({ problem }) => problem);
  if (unfinished.length === 0) return faults;
  if (!hasRefused) return [...faults, ...unfinished];
  await continueTasks(db, () => false);
  const swept = await examine(env);
  return [...faults, ...swept.findings.map(({ problem }) => problem), ...swept.unfinished];
}

function describeRace<S>(before: S, calls: readonly (RacingCall<S> & { answer: string })[], after: S): string {
  const lines = calls.map(({ title, answer }) => `    ${title}: ${answer}`);
  const [from, to] = [`    before: ${JSON.stringify(before)}`, `    after: ${JSON.stringify(after)}`];
  return ['no order of the calls explains what they answered and left', from, ...lines, to].join('\n');
}
