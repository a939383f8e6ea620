import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { fillTwoWeeks, makePhone, NOON } from '../../support/nouns/phones.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { token, id: unit } = setup.school;
service.stoppedAt = NOON;
const { week, next } = await fillTwoWeeks(setup);

/** A feed as its reader sends it, and as a library reads it. */
async function feed(of: string) {
  const { status, headers, text } = await service.call('GET /screen/{token}/menu.ics', { token: of });
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  return { text, calendar: new ICAL.Component(ICAL.parse(text)) };
}

/** Events in their order, without what the library adds. */
function eventsOf(calendar: ICAL.Component) {
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, startDate, endDate } = new ICAL.Event(component);
    return { uid, summary, description, days: [startDate, endDate].map(String), isDay: startDate.isDate };
  });
}

describe('the feed of a phone page', () => {
  it('is an event of a whole day for each meal that is live, and no alarm', async () => {
    const { id, address } = await setup.succeed('PUT /api/screen', { name: '家长', form: 'phone' }, token);
    const { text, calendar } = await feed(String(address).replace('/screen/', ''));
    const event = (menu: number, [date, after]: readonly [string, string], meal: string, texts: readonly string[]) => {
      const [summary, ...description] = texts;
      const uid = `${menu}-${id}-${date}-${meal}@catering`;
      return { uid, summary, description: description.join('\n'), days: [date, after], isDay: true };
    };
    const [wednesday, thursday] = [['2026-09-09', '2026-09-10'] as const, ['2026-09-10', '2026-09-11'] as const];
    expect(eventsOf(calendar)).toEqual([
      event(week, wednesday, 'breakfast', ['早餐：米饭', '第一周', '米饭']),
      event(week, wednesday, 'lunch', [
        '午餐：米饭、<b>蒸蛋</b>（六年级）',
        '第一周',
        '米饭',
        '<b>蒸蛋</b>（六年级）：蛋类',
      ]),
      event(week, thursday, 'lunch', ['午餐：老汤', '第一周', '老汤：蛋类、成分不明']),
      event(next, ['2026-09-14', '2026-09-15'], 'lunch', ['午餐：米饭', '第二周', '米饭']),
    ]);
    const [first] = calendar.getAllSubcomponents('vevent');
    expect(String(first?.getFirstPropertyValue('dtstamp'))).toBe('2026-09-09T04:00:00Z');
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('红旗小学 食谱');
    expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT4H');
    expect(text).not.toContain('VALARM');
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:.*\r\n$/s);
    expect(id).toBeGreaterThan(unit * 1_000_000);
  });

  it('keeps whatever stands in a name, in lines of 75 bytes', async () => {
    const school = await setup.createSchool({ name: `小学,;\\n${'长'.repeat(90)}` });
    const names = ['汤;面,\\n饺\\', '𠮷'.repeat(100), `a${'饭'.repeat(99)}`];
    const dishes = [];
    for (const name of names) dishes.push(await setup.createDish({ name }, school));
    const items = JSON.stringify(dishes.map((dish) => ({ day: 3, meal: 'lunch', dish })));
    const facts = { name: '甲', start: '2026-09-07', groups: '[{"level":"甲","people":1}]', items };
    const menu = await setup.create('PUT /api/menu', facts, school.token);
    await setup.succeed('POST /api/menu/submit', { id: menu }, school.token);
    const { text, calendar } = await feed(await makePhone(setup, {}, school.token));
    const [event] = eventsOf(calendar);
    expect(event?.summary).toBe(`午餐：${names.join('、')}`);
    expect(event?.description).toBe(['甲', ...names.map((name) => `${name}：成分不明`)].join('\n'));
    // The library leaves texts that the RFC does not name as they are sent.
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(`小学\\,\\;\\\\n${'长'.repeat(90)} 食谱`);
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
    expect(text).not.toMatch(/\uFFFD|[^\r]\n/);
  });

  it('keeps the names of its events when they change, and those of another page apart', async () => {
    const school = await setup.createSchool();
    const [dish, instead] = [await setup.createDish({}, school), await setup.createDish({}, school)];
    const items = JSON.stringify([{ day: 3, meal: 'lunch', dish }]);
    const facts = { name: '甲', start: '2026-09-07', groups: '[{"level":"甲","people":1}]', items };
    const id = await setup.create('PUT /api/menu', facts, school.token);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    const [one, two] = [await makePhone(setup, {}, school.token), await makePhone(setup, {}, school.token)];
    const [before] = eventsOf((await feed(one)).calendar);
    const swap = { id, day: 3, meal: 'lunch', dish, with: instead, comment: '没到货' };
    await setup.succeed('POST /api/menu/swap', swap, school.token);
    const [after] = eventsOf((await feed(one)).calendar);
    expect(after).toMatchObject({ uid: before?.uid, days: before?.days });
    expect(after?.summary).not.toBe(before?.summary);
    expect(eventsOf((await feed(two)).calendar)[0]?.uid).not.toBe(before?.uid);
  });

  it('is a calendar without events while the unit is closed, or where nothing is live', async () => {
    const school = await setup.createSchool();
    const phone = await makePhone(setup, {}, school.token);
    const open = await feed(phone);
    expect([eventsOf(open.calendar), open.calendar.getFirstPropertyValue('x-wr-calname')]).toEqual([
      [],
      `${school.name} 食谱`,
    ]);
    await setup.succeed('POST /api/vender', { venderId: school.id, status: 'false' }, setup.admin);
    const { text, calendar } = await feed(phone);
    expect(eventsOf(calendar)).toEqual([]);
    expect(text).not.toContain(school.name);
    // RFC 5545 demands one component.
    expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
  });
});
