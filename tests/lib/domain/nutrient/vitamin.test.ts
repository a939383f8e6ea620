import { describe, expect, it } from 'vitest';
import {
  toRetinolActivity,
  toRetinolEquivalents,
  toTocopherolEquivalents,
} from '../../../../lib/domain/nutrient/vitamin.ts';

describe('vitamin A', () => {
  it.each([
    ['54', '54', '54'], // milk: retinol only
    ['344', '0', '688'], // carrot: carotene 4,130 / 12 = 344, / 6 = 688
    ['255', '216', '294'], // egg: 2 × 255 − 216
    ['0.3', '0.1', '0.5'], // exact: binary floats have 0.49999999999999994
    ['0', undefined, '0'],
    ['0', '0', '0'],
  ])('of %s μg RAE with %s μg retinol is %s μg RE, and back', (rae, retinol, re) => {
    expect(toRetinolEquivalents(rae, retinol)).toBe(re);
    expect(toRetinolActivity(re, retinol)).toBe(rae);
  });

  it('is unknown without retinol, and where there is more retinol than vitamin A', () => {
    expect(toRetinolEquivalents('20', undefined)).toBeUndefined();
    expect(toRetinolActivity('20', undefined)).toBeUndefined();
    expect(toRetinolEquivalents('20', '21')).toBeUndefined();
    expect(toRetinolActivity('20', '21')).toBeUndefined();
  });
});

describe('vitamin E', () => {
  it.each([
    [{ alpha: '0.09', betaAndGamma: '0.03' }, '0.093'],
    [{ alpha: '0', betaAndGamma: '57.55' }, '5.755'], // soybean oil: no 93 mg
    [{ alpha: '0.1', betaAndGamma: '2' }, '0.3'],
    [{ alpha: '0.48' }, '0.48'],
    [{ betaAndGamma: '3' }, undefined],
    [{}, undefined],
  ])('of the parts %o is %s mg α-TE', (parts, expected) => {
    expect(toTocopherolEquivalents(parts)).toBe(expected);
  });
});
