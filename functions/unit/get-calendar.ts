import { CalendarRecord } from '../../lib/domain/calendar.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { readCalendars } from '../../lib/store/calendar.ts';

export const { endpoint, handler } = defineEndpoint('getCalendar', 'GET /api/vender/calendar', {
  permission: ['calendar.view', 'calendar.edit'],
  output: CalendarRecord,
  isVersioned: true,
  summary:
    'The days off of the own unit, and the days on which it serves nonetheless. `usual` are the entries of the platform, ' +
    'which apply where the unit has none for the day.',
  handle: async ({ caller: { vender }, deps }) => {
    const { own, usual } = await readCalendars(deps.db, vender);
    return new Answer({ body: { ...own, usual: vender === PLATFORM ? undefined : usual }, version: own.version });
  },
});
