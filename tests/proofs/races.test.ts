import { describe, expect, it } from 'vitest';
import { raceNames, runRaces } from './races/races.ts';
import { isFullSize } from './size.ts';

const ROUNDS = isFullSize ? 50 : 1;
const LOOSE_ROUNDS = isFullSize ? 12 : 1;
const SEED = 5;
const AT_ONCE = 10;

describe('ten calls at once answer and leave what they would in some order:', () => {
  it.each(raceNames)('%s', { timeout: ROUNDS * 60_000 }, async (name) => {
    const { calls, faults, refused } = await runRaces(name, { rounds: ROUNDS, seed: SEED });
    expect({ calls, faults }).toEqual({ calls: ROUNDS * AT_ONCE, faults: [] });
    // On a busy machine one call may give up.
    expect(refused).toBeLessThan(2 * ROUNDS);
  });

  it.each(['same uid', 'edits of one dish', 'entries of weeks', 'deletion of what a menu relies on'])(
    '%s, on a table as loose as DynamoDB',
    { timeout: LOOSE_ROUNDS * 60_000 },
    async (name) => {
      const { calls, faults } = await runRaces(name, { rounds: LOOSE_ROUNDS, seed: SEED, isLoose: true });
      expect({ calls, faults }).toEqual({ calls: LOOSE_ROUNDS * AT_ONCE, faults: [] });
    },
  );
});
