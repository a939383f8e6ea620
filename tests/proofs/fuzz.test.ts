import { beforeAll, describe, expect, it } from 'vitest';
import { loadEndpoints } from '../support/service/service.ts';
import { type FuzzFigures, fuzzEndpoints } from './fuzz/fuzz.ts';
import { crowds, measureCrowds } from './fuzz/memory.ts';
import { isFullSize } from './size.ts';

const REQUESTS = isFullSize ? 200 : 3;
/** The heaviest upload, list and form; the others resemble them. */
const HEAVY = new Set(['a workbook: exported', 'a workbook: far rows', 'a list: empty lines', 'form of wide JSON']);
const endpoints = await loadEndpoints();

describe('changed requests to every endpoint', () => {
  let figures: FuzzFigures;
  beforeAll(async () => {
    figures = await fuzzEndpoints(endpoints, { requestsPerEndpoint: REQUESTS, seed: 1 });
  }, REQUESTS * 60_000);

  it('are answered by 200 if they are still right, otherwise soon by a 4xx in the envelope, and then nothing is written', () => {
    expect(figures.faults).toEqual([]);
    expect(figures.requests).toBe(endpoints.length * REQUESTS);
  });
});

describe('a request that takes as much as it can is answered by a built function within 256 MB and 2 s', () => {
  const chosen = crowds.filter(({ name }) => isFullSize || HEAVY.has(name));

  it.each(chosen)('$name', { timeout: 120_000 }, async (crowd) => {
    const [taken] = await measureCrowds([crowd], () => {});
    expect(taken?.fault).toBeUndefined();
  });
});
