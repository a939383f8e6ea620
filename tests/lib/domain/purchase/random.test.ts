import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makePurchase, type PurchaseRequest } from '../../../../lib/domain/purchase/purchase.ts';
import { calculatePurchase, randomPurchase } from './calculator.ts';

const date = fc.constantFrom(undefined, '2026-11-24', '2026-12-31', '2027-01-01', '2028-02-29', '2028-03-01');

const request: fc.Arbitrary<PurchaseRequest> = fc.record({
  from: date,
  to: date,
  reserve: fc.constantFrom('0.00', '5.00', '12.50', '100.00'),
  isPriced: fc.constant(true),
});

/** Each number as the printed text. */
function printed(value: unknown): unknown {
  const asPrinted = (_: string, one: unknown, context?: { readonly source?: string }) =>
    typeof one === 'number' ? context?.source : one;
  return JSON.parse(JSON.stringify(value), asPrinted);
}

it('what is bought for any menu is what an independent calculator finds with fractions', () => {
  let priced = 0;
  fc.assert(
    fc.property(randomPurchase, request, (menu, requested) => {
      const bought = makePurchase(menu, requested);
      if (bought.total.some(({ cost }) => cost)) priced += 1;
      expect(printed(bought)).toEqual(calculatePurchase(menu, requested));
    }),
    { numRuns: 150 },
  );
  expect(priced).toBeGreaterThan(3);
});
