import { describe, expect, it, vi } from 'vitest';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { done } from './histories/answer.ts';
import { listRoutes, proveHistories } from './histories/histories.ts';
import type { Kind } from './histories/kind.ts';
import { allKinds } from './histories/kinds.ts';
import type { World } from './histories/world.ts';

/** A fixed seed, so that a failure can be repeated; `npm run prove -- --seed S` takes others. */
const SEED = 20_260;

/** The most lines of a shrunk counterexample: six calls at most, the error and the seed. */
const MOST_CALLS = 8;

/** A few seconds of work for one core; a busy machine takes longer. */
vi.setConfig({ testTimeout: 60_000 });

const routeOf = (kind: Kind) => kind.route;

type Rules = Readonly<Record<string, Kind['answer']>>;

/** Only the calls of these routes, some of them with other rules than the contract's. */
function withRules(rules: Rules, ...others: readonly string[]): Kind[] {
  const used = allKinds.filter(({ route }) => rules[route] !== undefined || others.includes(route));
  return used.map((kind) => ({ ...kind, answer: rules[kind.route] ?? kind.answer }));
}

function ruleOf(route: string): Kind {
  const kind = allKinds.find((one) => one.route === route);
  if (!kind) throw new Error(`the model has no ${route}`);
  return kind;
}

describe('the model', () => {
  it('has a call for every route of the service', async () => {
    expect(new Set(allKinds.map(routeOf))).toEqual(new Set(await listRoutes()));
  });
});

describe('random histories', () => {
  it('of 120 calls answer as the contract has it', async () => {
    const proof = await proveHistories({ commands: 120, seed: SEED, faults: false, longest: 60 });
    expect(proof.counterexample).toBeUndefined();
    expect(proof.commands).toBeGreaterThanOrEqual(120);
  });

  it('of calls that meet trouble at the store answer as the contract has it, or are done or not done', async () => {
    const proof = await proveHistories({ commands: 60, seed: SEED, faults: true });
    expect(proof.counterexample).toBeUndefined();
    expect(proof.troubled).toBeGreaterThan(0);
  });
});

describe('random histories on a table as loose as DynamoDB', () => {
  it('of calls that meet trouble or none answer as the contract has it, or are done or not done', async () => {
    for (const faults of [false, true]) {
      const proof = await proveHistories({ commands: 25, seed: SEED, faults, isLoose: true });
      expect(proof.counterexample).toBeUndefined();
      expect(proof.commands).toBeGreaterThanOrEqual(25);
    }
  });
});

describe('a model that is wrong is found out, by a short history:', () => {
  /** Uses a seed with which the counterexample comes soon. */
  const find = async (kinds: readonly Kind[], seed: number) => {
    const proof = await proveHistories({ commands: 2000, seed, faults: false, kinds, longest: 12 });
    return proof.counterexample ?? [];
  };

  it('one in which units cannot be renamed', async () => {
    const { answer } = ruleOf('POST /api/vender');
    const forgetful: Kind['answer'] = (situation, meaning) => answer(situation, { ...meaning, name: undefined });
    const lines = await find(withRules({ 'POST /api/vender': forgetful }, 'GET /api/vender'), 11);
    expect(lines.join('\n')).toContain('POST /api/vender {');
    expect(lines.length).toBeLessThanOrEqual(MOST_CALLS);
  });

  it('one that does not free the uid of a user who is deleted', async () => {
    const kept = new WeakMap<World, Set<string>>();
    const [check, remove] = [ruleOf('GET /api/user/check'), ruleOf('DELETE /api/user')];
    const lines = await find(
      withRules({
        'DELETE /api/user': (situation, meaning) => {
          const expected = remove.answer(situation, meaning);
          const uids = kept.get(situation.world) ?? new Set();
          if (expected.kind === 'success') kept.set(situation.world, uids.add(normaliseKey(String(meaning['uid']))));
          return expected;
        },
        'GET /api/user/check': (situation, meaning) => {
          const isKept = kept.get(situation.world)?.has(normaliseKey(String(meaning['uid'])));
          return isKept ? done(false) : check.answer(situation, meaning);
        },
      }),
      29,
    );
    expect(lines.join('\n')).toMatch(
      /DELETE .api.user .* → 200\n.*GET .api.user.check .* → 200 true; expected 200 false/,
    );
    expect(lines.length).toBeLessThanOrEqual(MOST_CALLS);
  });

  it('one that lets a dish be deleted twice', async () => {
    const { answer } = ruleOf('DELETE /api/dish');
    const lax: Kind['answer'] = (situation, meaning) => {
      const expected = answer(situation, meaning);
      return expected.kind === 'failure' ? done() : expected;
    };
    const lines = await find(withRules({ 'DELETE /api/dish': lax }, 'PUT /api/dish'), 6);
    expect(lines.join('\n')).toContain('dish_not_found');
    expect(lines.length).toBeLessThanOrEqual(MOST_CALLS);
  });
});
