import { beforeAll, describe, expect, it } from 'vitest';
import { loadEndpoints } from '../support/service/service.ts';
import { type CrashProof, proveCrashes } from './crashes/crash.ts';

/** Every other call to the store of every writing endpoint is struck, each with the next kind of fault. */
let proof: CrashProof;

beforeAll(async () => {
  proof = await proveCrashes({ isThorough: false }, () => {});
  // Each repetition of a call that died after its write waits two seconds for the facts of its answer.
}, 400_000);

it('leaves nothing wrong either on a table as loose as DynamoDB, where it makes many changes', async () => {
  const isChosen = (title: string) => title === 'the sweep after dishes for many units' || title === 'DELETE /api/role';
  const loose = await proveCrashes({ isThorough: false, isLoose: true, isChosen }, () => {});
  expect(loose.faults).toEqual([]);
  expect(loose.trials).toBeGreaterThan(8);
}, 120_000);

describe('a request whose process dies, or one of whose calls to the store fails', () => {
  it('leaves nothing wrong, and is finished by the sweep or by its repetition, done once', () => {
    expect(proof.faults).toEqual([]);
  });

  it('is tried for every endpoint that writes, and for the sweep', async () => {
    const routes = (await loadEndpoints()).filter(({ access }) => access === 'write').map(({ route }) => route);
    expect(proof.routes.toSorted()).toEqual([...routes, 'sweep'].toSorted());
  });

  it('is struck at every other call, before it has written anything, while it is at it, and when all is written', () => {
    expect(proof.trials).toBeGreaterThan(proof.calls / 2 - proof.baselines);
    expect(proof.calls).toBeGreaterThan(3 * proof.baselines);
    for (const count of Object.values(proof.phases)) expect(count).toBeGreaterThan(10);
  });
});
