import { expect, it } from 'vitest';
import { drawLargest } from '../../../lib/text/largest-type.ts';

/** Draws in sizes 3, 2 and 1 with these faults, and tells the size that was chosen and those that were tried. */
function choose(faults: Readonly<Record<number, readonly number[]>>) {
  const tried: number[] = [];
  const draw = (size: number) => {
    tried.push(size);
    return size;
  };
  return { chosen: drawLargest([3, 2, 1], draw, (size) => faults[size] ?? []), tried };
}

it('draws in the largest type without a fault, and tries no smaller one', () => {
  expect(choose({ 3: [1, 0], 2: [0, 0], 1: [0, 0] })).toEqual({ chosen: 2, tried: [3, 2] });
});

it('draws with the fewest faults, the first kind being the worst, and in the largest type of several', () => {
  expect(choose({ 3: [1, 0], 2: [0, 7], 1: [0, 7] }).chosen).toBe(2);
  expect(choose({ 3: [2, 1], 2: [2, 1], 1: [2, 0] }).chosen).toBe(1);
  expect(choose({ 3: [1, 1], 2: [1, 1], 1: [2, 0] }).chosen).toBe(3);
});
