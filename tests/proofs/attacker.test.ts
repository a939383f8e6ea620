import { expect, it, vi } from 'vitest';
import { proveNoGain } from './histories/attacker.ts';

/** The fixed seed of the sample; `npm run prove -- --seed S` takes others. */
const SEED = 20_260;

vi.setConfig({ testTimeout: 60_000 });

it('no sequence of calls on users and roles gains an item, for oneself or by signing in as somebody else', async () => {
  const walks = await proveNoGain({ calls: 150, seed: SEED });
  expect(walks.counterexample).toBeUndefined();
  expect(walks.done).toBeGreaterThan(20);
});

it('a gain is found out: here of an item that he may give, as if he might not', async () => {
  const walks = await proveNoGain({ calls: 2000, seed: 8, allowed: (item) => item !== 25 });
  expect(walks.counterexample?.join('\n')).toMatch(/(PUT|POST) [^\n]* → done\n(?!attacker)\w+ holds 25\nseed \d+$/);
});
