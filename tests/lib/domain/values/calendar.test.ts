import { describe, expect, it } from 'vitest';
import { addDays, isTimeZone, toDay, toTime } from '../../../../lib/domain/values/calendar.ts';

const HOUR_MS = 3_600_000;

describe('the day of an instant', () => {
  it('is the same in Shanghai by the rules of all time zones', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });
    const first = Date.UTC(1992, 0, 1);
    const instants = Array.from({ length: 20_000 }, (_, index) => first + index * 61 * HOUR_MS);
    expect(instants.map((one) => toDay(one, 'Asia/Shanghai'))).toEqual(instants.map((one) => format.format(one)));
  });

  it.each([
    ['Asia/Shanghai', '2026-09-01T15:59:59.999Z', '2026-09-01'],
    ['Asia/Shanghai', '2026-09-01T16:00:00Z', '2026-09-02'],
    ['America/New_York', '2026-09-01T03:59:59Z', '2026-08-31'],
    ['America/New_York', '2026-12-01T04:59:59Z', '2026-11-30'],
    ['UTC', '2026-09-01T00:00:00Z', '2026-09-01'],
  ])('in %s at %s is %s', (timeZone, instant, day) => {
    expect(toDay(Date.parse(instant), timeZone)).toBe(day);
  });
});

describe('the time of day of an instant', () => {
  it.each([
    ['Asia/Shanghai', '2026-09-01T10:59:59.999Z', '18:59'],
    ['Asia/Shanghai', '2026-09-01T16:00:00Z', '00:00'],
    ['America/New_York', '2026-09-01T04:00:00Z', '00:00'],
    ['America/New_York', '2026-12-01T23:30:00Z', '18:30'],
  ])('in %s at %s is %s', (timeZone, instant, time) => {
    expect(toTime(Date.parse(instant), timeZone)).toBe(time);
  });
});

describe('a time zone', () => {
  it.each(['Asia/Shanghai', 'Asia/Urumqi', 'UTC'])('is known: %s', (name) => expect(isTimeZone(name)).toBe(true));
  it.each(['', 'Asia/Nowhere', '8'])('is unknown: %s', (name) => expect(isTimeZone(name)).toBe(false));
});

describe('a day some days later or earlier', () => {
  it.each([
    ['2026-02-27', 2, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -6, '2025-12-26'],
    ['0000-01-01', -6, '0000-01-01'],
    ['9999-12-30', 6, '9999-12-31'],
  ])('%s and %i days are %s', (day, days, after) => {
    expect(addDays(day, days)).toBe(after);
  });
});
