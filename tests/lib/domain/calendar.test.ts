import { expect, it } from 'vitest';
import { isOff, listDaysOff } from '../../../lib/domain/calendar.ts';

const NONE = { off: [], on: [] };
const usual = { off: ['2026-10-08', '2026-10-09', '2026-10-10'], on: [] };

it('a day is off where the unit says so, or where the platform does and the unit does not say otherwise', () => {
  const own = { off: ['2026-10-06'], on: ['2026-10-10'] };
  const week = { start: '2026-10-05', days: 7 };
  expect(listDaysOff({ own: NONE, usual: NONE }, week)).toEqual([]);
  expect(listDaysOff({ own: NONE, usual }, week)).toEqual([4, 5, 6]);
  expect(listDaysOff({ own, usual }, week)).toEqual([2, 4, 5]);
  expect(isOff({ own, usual: NONE }, '2026-10-06')).toBe(true);
});

it('a weekend is off only where the calendar says so: a menu itself says how many days it serves', () => {
  expect(isOff({ own: NONE, usual }, '2026-10-11')).toBe(false);
  expect(isOff({ own: { off: ['2026-10-11'], on: [] }, usual }, '2026-10-11')).toBe(true);
});
