import { expect, it } from 'vitest';
import { chooseBestFit } from '../../../lib/text/best-fit.ts';

/** Lays out in sizes 3, 2 and 1 with these penalties, and tells the size that was chosen and those that were tried. */
function choose(penaltiesBySize: Readonly<Record<number, readonly number[]>>) {
  const tried: number[] = [];
  const layOut = (size: number) => {
    tried.push(size);
    return size;
  };
  return { chosen: chooseBestFit([3, 2, 1], layOut, (size) => penaltiesBySize[size] ?? []), tried };
}

it('chooses the first size without a penalty, and tries no other after it', () => {
  expect(choose({ 3: [1, 0], 2: [0, 0], 1: [0, 0] })).toEqual({ chosen: 2, tried: [3, 2] });
});

it('chooses the lowest penalties, of which the first decides, and the first of equal ones', () => {
  expect(choose({ 3: [1, 0], 2: [0, 7], 1: [0, 7] }).chosen).toBe(2);
  expect(choose({ 3: [2, 1], 2: [2, 1], 1: [2, 0] }).chosen).toBe(1);
  expect(choose({ 3: [1, 1], 2: [1, 1], 1: [2, 0] }).chosen).toBe(3);
});
