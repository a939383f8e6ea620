import { beforeAll, describe, expect, it } from 'vitest';
import { loadEndpoints } from '../support/service/service.ts';
import { type FuzzFigures, fuzzEndpoints, mutators } from './fuzz/fuzz.ts';

/** Requests per endpoint and way to change one: `npm run prove` sends 200. */
const REQUESTS = 2;
const endpoints = await loadEndpoints();
let figures: FuzzFigures;

beforeAll(async () => {
  figures = await fuzzEndpoints(endpoints, { requestsPerEndpoint: REQUESTS, seed: 1 });
});

describe('changed requests to every endpoint', () => {
  it('are answered by 200 if they are still right, otherwise soon by a 4xx in the envelope, and then nothing is written', () => {
    expect(figures.faults).toEqual([]);
  });

  it('are of every kind, and reach what is behind the checks as well as the checks', () => {
    expect(figures.endpoints).toBe(endpoints.length);
    expect(figures.requests).toBe(endpoints.length * REQUESTS);
    expect([...figures.uses].filter(([, times]) => times === 0)).toEqual([]);
    expect(figures.uses.size).toBe(mutators.length);
    for (const status of [200, 400, 401, 413, 415]) expect(figures.answers[status]).toBeGreaterThan(0);
  });
});
