import { describe, expect, it } from 'vitest';
import { servingDays, weekStanding } from '../../../../lib/domain/menu/week.ts';
import { deadlineOf, isOver } from '../../../../lib/domain/values/calendar.ts';

const MONDAY = '2026-11-30';
const NONE = { off: [], on: [] };
const FIVE = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'];
const days = (start: string, count: number) => ({ start, days: count });

describe('the days on which a unit serves', () => {
  it('are Monday to Friday, but for what the calendars say', () => {
    expect(servingDays({ own: NONE, usual: NONE }, MONDAY)).toEqual(FIVE);
    const usual = { off: ['2026-12-01'], on: ['2026-12-06'] };
    const own = { off: ['2026-12-02'], on: ['2026-12-01', '2026-12-05'] };
    expect(servingDays({ own: NONE, usual }, MONDAY)).toEqual([
      ...['2026-11-30', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-06'],
    ]);
    expect(servingDays({ own, usual }, MONDAY)).toEqual([
      ...['2026-11-30', '2026-12-01', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'],
    ]);
  });
});

describe('the standing of a week', () => {
  const draft = { ...days(MONDAY, 5), state: '草稿' } as const;
  const rejected = { ...draft, state: '已驳回' } as const;
  const waiting = { ...draft, state: '待审核' } as const;
  const published = { ...draft, state: '已发布' } as const;

  it('is that of the furthest menu', () => {
    const stateOf = (...menus: readonly (typeof draft | typeof rejected | typeof waiting)[]) =>
      weekStanding(FIVE, { menus, live: [] });
    expect(stateOf()).toEqual({ state: '未编制', days: 5, covered: 0 });
    expect(stateOf(draft)).toEqual({ state: '草稿', days: 5, covered: 0 });
    expect(stateOf(draft, rejected).state).toBe('已驳回');
    expect(stateOf(draft, waiting, rejected).state).toBe('待审核');
  });

  it('is published where every serving day is live, by one menu or by some', () => {
    const live = [days('2026-11-27', 5), days('2026-12-02', 3)];
    expect(weekStanding(FIVE, { menus: [draft], live })).toEqual({ state: '已发布', days: 5, covered: 5 });
    const part = live.slice(1);
    expect(weekStanding(FIVE, { menus: [published], live: part })).toEqual({ state: '已发布', days: 5, covered: 3 });
    expect(weekStanding(FIVE, { menus: [published, draft], live: part })).toEqual({
      ...{ state: '草稿', days: 5, covered: 3 },
    });
    expect(weekStanding([], { menus: [], live: [] })).toEqual({ state: '已发布', days: 0, covered: 0 });
  });
});

describe('the deadline of a week', () => {
  it('is a weekday and a time of the week before', () => {
    expect(deadlineOf(MONDAY, '5T17:00')).toBe('2026-11-27T17:00');
    expect(deadlineOf(MONDAY, '1T08:30')).toBe('2026-11-23T08:30');
    expect(deadlineOf(MONDAY, '7T23:59')).toBe('2026-11-29T23:59');
  });

  it('is over from its minute on, in the zone of the service', () => {
    const by = '2026-11-27T17:00';
    expect(isOver(by, Date.parse('2026-11-27T08:59:59Z'), 'Asia/Shanghai')).toBe(false);
    expect(isOver(by, Date.parse('2026-11-27T09:00:00Z'), 'Asia/Shanghai')).toBe(true);
    expect(isOver(by, Date.parse('2026-11-27T09:00:00Z'), 'Europe/Berlin')).toBe(false);
  });
});
