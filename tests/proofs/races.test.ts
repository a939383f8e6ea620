import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raceOfCopies, raceOfEdits } from './races/dishes.ts';
import { raceOfDeletions, raceOfEditors, raceOfReviewers } from './races/menus.ts';
import { findOrder, isRefusal, type SerialCall, succeeds } from './races/order.ts';
import { raceForRoleName, raceForUid } from './races/people.ts';
import { raceOfUnitDeletion } from './races/placing.ts';
import { type Race, RaceTrack } from './races/race-track.ts';
import { raceNames, runRaces } from './races/races.ts';
import { raceForAccount, raceForUnitName, raceOfRebinding } from './races/units.ts';

/** `npm run prove` plays many. */
const ROUNDS = 1;
const SEED = 5;
const AT_ONCE = 10;

describe('ten calls at once answer and leave what they would in some order:', () => {
  it.each(raceNames)('%s', async (name) => {
    const { calls, faults, refused } = await runRaces(name, { rounds: ROUNDS, seed: SEED });
    expect({ calls, faults }).toEqual({ calls: ROUNDS * AT_ONCE, faults: [] });
    // On a busy machine one call may give up.
    expect(refused).toBeLessThan(2);
  });

  it.each(['same uid', 'edits of one dish'])('%s, on a table as loose as DynamoDB', async (name) => {
    const { calls, faults } = await runRaces(name, { rounds: 1, seed: SEED, isLoose: true });
    expect({ calls, faults }).toEqual({ calls: AT_ONCE, faults: [] });
  });
});

/** Answers and state of the calls one after another, in the order of the list. */
function serially<S>({ before, calls }: Race<S>): { answers: string[]; after: S } {
  let after = before;
  const answers = calls.map((call) => {
    const [first] = call.apply(after);
    if (!first) throw new Error(`${call.title} has no answer`);
    after = first.state;
    return first.answer;
  });
  return { answers, after };
}

/** Whether some order explains the results of a race; the calls may be listed in any order. */
function isExplained<S>({ before, calls }: Race<S>, answers: readonly string[], after: S): boolean {
  const answered = calls.map((call, index) => ({ ...call, answer: answers[index] ?? '' }));
  return (
    findOrder(before, answered, after) !== undefined && findOrder(before, answered.toReversed(), after) !== undefined
  );
}

describe('what no order explains is found:', () => {
  let track: RaceTrack;
  beforeAll(async () => {
    track = await RaceTrack.open(SEED);
  });
  afterAll(() => track.close());

  /** Expects that the results of the calls one after another are explained, but not with the change. */
  const refuse = <S>(
    race: Race<S>,
    change: (seen: { answers: string[]; after: S }) => { answers?: string[]; after?: S },
  ) => {
    const seen = serially(race);
    expect(isExplained(race, seen.answers, seen.after)).toBe(true);
    const { answers = seen.answers, after = seen.after } = change(seen);
    expect(isExplained(race, answers, after)).toBe(false);
  };
  /** The race without some of its calls: all orders of ten take a hundred times as long to try. */
  const part = <S>(race: Race<S>, from: number, to: number): Race<S> => ({
    ...race,
    calls: race.calls.slice(from, to),
  });
  const swap = (answers: readonly string[], from: string, to: string) => {
    const index = answers.indexOf(from);
    expect(index).not.toBe(-1);
    return answers.with(index, to);
  };

  it('an account given to two units', async () => {
    const race = await raceForAccount(track, 901);
    refuse(race, ({ answers }) => ({ answers: swap(answers, '409 duplicate_account', '200') }));
    refuse(race, ({ after }) => ({ after: { ...after, made: [...after.made, ...after.made] } }));
    refuse(race, ({ answers }) => ({ answers: answers.map(() => '409 duplicate_account') }));
  });

  it('a name of two units, and a deleted one that is still there', async () => {
    const race = await raceForUnitName(track, 902);
    refuse(race, ({ answers }) => ({ answers: swap(answers, '409 duplicate_unit_name', '200') }));
    refuse(race, ({ after }) => ({ after: { units: [...race.before.units.slice(0, 1), ...after.units] } }));
    refuse(race, ({ after }) => ({ after: { units: after.units.toReversed() } }));
  });

  it('a uid that two have, or somebody whose creation was refused', async () => {
    const race = await raceForUid(track, 903);
    refuse(race, ({ answers }) => ({ answers: swap(answers, '409 duplicate_uid', '200') }));
    refuse(race, ({ after }) => ({ after: { ...after, owner: 'ub903' } }));
  });

  it('a role name given twice, and a number given twice', async () => {
    const race = await raceForRoleName(track, 904);
    refuse(race, ({ answers }) => ({ answers: swap(answers, '409 duplicate_role_name', '200') }));
    refuse(race, ({ after }) => ({ after: { ...after, next: after.next - 1 } }));
  });

  it('a main account that was deleted, and a user left of a unit that is gone', async () => {
    const [odd, even] = [await raceOfRebinding(track, 905), await raceOfRebinding(track, 906)];
    refuse(odd, ({ after }) => ({ after: { ...after, users: after.users.filter((uid) => uid !== after.main) } }));
    refuse(odd, ({ answers }) => ({ answers: swap(answers, '409 protected_main_account', '200') }));
    refuse(even, ({ after }) => ({ after: { ...after, users: ['bh906'] } }));
  });

  it('a dish that one unit got and the other did not', async () => {
    const race = await raceOfUnitDeletion(track, 907);
    refuse(race, ({ after }) => ({ after: { ...after, staying: after.staying.filter((name) => name !== '丙') } }));
    refuse(race, ({ after }) => ({ after: { ...after, dying: ['甲'] } }));
    refuse(race, ({ answers }) => ({ answers: answers.with(2, '400 unknown_unit') }));
  });

  it('an edit that was lost, and two that were meant for the same version', async () => {
    const race = part(await raceOfEdits(track, 908), 3, 10);
    refuse(race, ({ after }) => ({ after: { ...after, facts: { ...after.facts, month: [] } } }));
    refuse(race, ({ after }) => ({ after: { ...after, version: after.version + 1 } }));
    refuse(race, ({ answers }) => ({ answers: answers.with(4, '200').with(5, '200') }));
  });

  it('an edit of a menu that was lost, and a submission that froze another menu than there was', async () => {
    const race = part(await raceOfEditors(track, 911), 0, 8);
    refuse(race, ({ after }) => ({ after: { ...after, menu: after.menu && { ...after.menu, items: [] } } }));
    refuse(race, ({ after }) => ({ after: { ...after, menu: after.menu && { ...after.menu, version: 1 } } }));
    refuse(race, ({ answers }) => ({ answers: answers.with(1, '200') }));
    const live = { revision: 1, name: '没有过', items: [] };
    refuse(race, ({ after }) => ({ after: { ...after, menu: after.menu && { ...after.menu, live } } }));
  });

  it('a menu that was withdrawn and approved, and a record that is missing', async () => {
    const race = await raceOfReviewers(track, 913);
    refuse(race, ({ answers }) => ({ answers: answers.with(1, '200') }));
    refuse(race, ({ after }) => ({ after: { ...after, records: after.records.slice(1) } }));
  });

  it('a dish served that was gone, and anything left of a unit that is', async () => {
    const [standard, unit] = [await raceOfDeletions(track, 916), await raceOfDeletions(track, 917)];
    refuse(standard, ({ answers }) => ({ answers: answers.map(() => '200') }));
    refuse(unit, ({ after }) => ({ after: { ...after, others: [{ name: 'LIVE#', items: [] }] } }));
  });

  it('a dish that is deleted twice, and one that overwrites another', async () => {
    const race = await raceOfCopies(track, 909);
    refuse(race, ({ answers }) => ({ answers: swap(answers, '404 dish_not_found', '200') }));
    refuse(race, ({ after }) => ({ after: { ...after, own: after.own.slice(1) } }));
  });
});

describe('a call that gave up', () => {
  const add = (number: number): SerialCall<number> => ({ title: `+${number}`, apply: (sum) => succeeds(sum + number) });
  const seen = (answer: string) => [
    { ...add(1), answer: '200' },
    { ...add(2), answer },
  ];

  it('may have done all it does or nothing, and is counted', () => {
    for (const after of [1, 3]) expect(findOrder(0, seen('503 unavailable'), after)).toBeDefined();
    expect(findOrder(0, seen('503 unavailable'), 2)).toBeUndefined();
    expect(isRefusal('503 unavailable', false)).toBe(true);
    expect(isRefusal('409 changed_meanwhile', false)).toBe(true);
  });

  it('is not one that answers as its rules have it', () => {
    expect(findOrder(0, seen('409 duplicate_uid'), 1)).toBeUndefined();
    expect(isRefusal('409 changed_meanwhile', true)).toBe(false);
    expect(isRefusal('409 duplicate_uid', false)).toBe(false);
  });
});
