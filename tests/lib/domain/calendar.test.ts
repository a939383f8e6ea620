import { describe, expect, it } from 'vitest';
import { dayOf, isTimeZone } from '../../../lib/domain/calendar.ts';

const HOUR_MS = 3_600_000;

describe('the day of an instant', () => {
  it('is the same in Shanghai by the rules of all time zones', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });
    const first = Date.UTC(1992, 0, 1);
    const instants = Array.from({ length: 20_000 }, (_, index) => first + index * 61 * HOUR_MS);
    expect(instants.map((one) => dayOf(one, 'Asia/Shanghai'))).toEqual(instants.map((one) => format.format(one)));
  });

  it.each([
    ['Asia/Shanghai', '2026-09-01T15:59:59.999Z', '2026-09-01'],
    ['Asia/Shanghai', '2026-09-01T16:00:00Z', '2026-09-02'],
    ['America/New_York', '2026-09-01T03:59:59Z', '2026-08-31'],
    ['America/New_York', '2026-12-01T04:59:59Z', '2026-11-30'],
    ['UTC', '2026-09-01T00:00:00Z', '2026-09-01'],
  ])('in %s at %s is %s', (timeZone, instant, day) => {
    expect(dayOf(Date.parse(instant), timeZone)).toBe(day);
  });
});

describe('a time zone', () => {
  it.each(['Asia/Shanghai', 'Asia/Urumqi', 'UTC'])('is known: %s', (name) => expect(isTimeZone(name)).toBe(true));
  it.each(['', 'Asia/Nowhere', '8'])('is unknown: %s', (name) => expect(isTimeZone(name)).toBe(false));
});
