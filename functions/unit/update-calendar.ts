import { calendarFields } from '../../lib/domain/calendar.ts';
import { toDay } from '../../lib/domain/values/calendar.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { changeCalendar } from '../../lib/store/calendar.ts';

export const { endpoint, handler } = defineEndpoint('updateCalendar', 'POST /api/vender/calendar', {
  permission: 'calendar.edit',
  logged: { kind: '单位与设置', text: '修改放假日历' },
  input: calendarFields,
  isVersioned: true,
  reasons: ['unit_not_found'],
  summary:
    'Sets the days off of the own unit, for the platform those of all units. Plans leave a day off empty, and purchases ' +
    'and screens skip it. Days that are more than a year past are removed.',
  example: { off: '2026-10-01,2026-10-02', on: '2026-10-10' },
  handle: async ({ input, caller: { vender }, deps: { db, env, now }, isExpectedVersion }) => {
    const today = toDay(now(), env.timeZone);
    return new Answer({ version: await changeCalendar(db, vender, input, { today, isExpectedVersion }) });
  },
});
