import { describe, expect, it } from 'vitest';
import {
  listWeeks,
  toLastDueWeek,
  toServingBits,
  toWeekMenu,
  toWeekStatus,
  type WeekMenu,
} from '../../../../lib/domain/menu/week.ts';
import { isOver, listDaysOfWeek, toPublishDeadline } from '../../../../lib/domain/values/calendar.ts';

const MONDAY = '2026-11-30';
const DATES = listDaysOfWeek(MONDAY);
const LATER = '2099-12-31';
const NONE = { off: [], on: [] };
const days = (start: string, count: number) => ({ start, days: count });

describe('the days on which a unit serves', () => {
  it('are Monday to Friday, but for what the calendars say', () => {
    expect(toServingBits({ own: NONE, usual: NONE }, DATES, { until: LATER })).toBe(0b11111);
    const usual = { off: ['2026-12-01'], on: ['2026-12-06'] };
    const own = { off: ['2026-12-02'], on: ['2026-12-01', '2026-12-05'] };
    expect(toServingBits({ own: NONE, usual }, DATES, { until: LATER })).toBe(0b1011101);
    expect(toServingBits({ own, usual }, DATES, { until: LATER })).toBe(0b1111011);
  });

  it('end with its last day of use, and are none where it is closed', () => {
    expect(toServingBits({ own: NONE, usual: NONE }, DATES, { until: '2026-12-02' })).toBe(0b111);
    expect(toServingBits({ own: NONE, usual: NONE }, DATES, { until: '2026-11-29' })).toBe(0);
    expect(toServingBits({ own: NONE, usual: NONE }, DATES, { until: '' })).toBe(0);
  });
});

describe('the entry of a menu in a week', () => {
  const menu = { number: 7, state: '草稿', ...days('2026-12-04', 5) } as const;

  it('is its state, and the days that are live, in each week of which it has a day', () => {
    expect(listWeeks(menu)).toEqual([MONDAY, '2026-12-07']);
    expect(toWeekMenu(menu, DATES)).toEqual([7, 0, '草稿']);
    expect(toWeekMenu({ ...menu, live: days('2026-12-02', 4) }, DATES)).toEqual([7, 0b111100, '草稿']);
    expect(toWeekMenu(menu, listDaysOfWeek('2026-12-14'))).toBeUndefined();
  });

  it('is nothing of a draft about another week, where only what is live has a day of this one', () => {
    const moved = { ...menu, ...days('2026-12-21', 5), live: days('2026-11-27', 4) };
    expect(listWeeks(moved)).toEqual(['2026-12-21', '2026-11-23', MONDAY]);
    expect(toWeekMenu(moved, DATES)).toEqual([7, 0b1]);
  });
});

describe('the status of a week', () => {
  const [draft, waiting, rejected] = (['草稿', '待审核', '已驳回'] as const).map(
    (state, at): WeekMenu => [at, 0, state],
  );

  it('is that of the furthest menu', () => {
    const stateOf = (...menus: readonly (WeekMenu | undefined)[]) =>
      toWeekStatus(
        0b11111,
        menus.filter((menu) => menu !== undefined),
      );
    expect(stateOf()).toEqual({ state: '未编制', days: 5, covered: 0 });
    expect(stateOf(draft)).toEqual({ state: '草稿', days: 5, covered: 0 });
    expect(stateOf(draft, rejected).state).toBe('已驳回');
    expect(stateOf(draft, waiting, rejected).state).toBe('待审核');
  });

  it('is published where every serving day is live, by one menu or by some', () => {
    const part: WeekMenu = [2, 0b11100];
    const edited: WeekMenu = [1, 0b100011, '草稿'];
    expect(toWeekStatus(0b11111, [edited, part])).toEqual({ state: '已发布', days: 5, covered: 5 });
    expect(toWeekStatus(0b11111, [part])).toEqual({ state: '已发布', days: 5, covered: 3 });
    expect(toWeekStatus(0b11111, [part, [3, 0, '草稿']])).toEqual({ state: '草稿', days: 5, covered: 3 });
    expect(toWeekStatus(0, [])).toEqual({ state: '已发布', days: 0, covered: 0 });
  });
});

it('the last week that is due is the next one from its deadline on, and this one before', () => {
  const clock = (time: string) => ({ now: Date.parse(time), timeZone: 'Asia/Shanghai', publishBy: '5T17:00' });
  expect(toLastDueWeek(clock('2026-11-30T00:00:00+08:00'))).toBe(MONDAY);
  expect(toLastDueWeek(clock('2026-12-04T16:59:59+08:00'))).toBe(MONDAY);
  expect(toLastDueWeek(clock('2026-12-04T17:00:00+08:00'))).toBe('2026-12-07');
  expect(toLastDueWeek(clock('2026-12-06T23:59:59+08:00'))).toBe('2026-12-07');
});

describe('the deadline of a week', () => {
  it('is a weekday and a time of the week before', () => {
    expect(toPublishDeadline(MONDAY, '5T17:00')).toBe('2026-11-27T17:00');
    expect(toPublishDeadline(MONDAY, '1T08:30')).toBe('2026-11-23T08:30');
    expect(toPublishDeadline(MONDAY, '7T23:59')).toBe('2026-11-29T23:59');
  });

  it('is over from its minute on, in the zone of the service', () => {
    const by = '2026-11-27T17:00';
    expect(isOver(by, Date.parse('2026-11-27T08:59:59Z'), 'Asia/Shanghai')).toBe(false);
    expect(isOver(by, Date.parse('2026-11-27T09:00:00Z'), 'Asia/Shanghai')).toBe(true);
    expect(isOver(by, Date.parse('2026-11-27T09:00:00Z'), 'Europe/Berlin')).toBe(false);
  });
});
