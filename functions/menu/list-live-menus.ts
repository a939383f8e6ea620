import * as z from 'zod/mini';
import { chooseMenuUnit } from '../../lib/domain/menu/menu.ts';
import { LiveDay, requireDates } from '../../lib/domain/screen/live-day.ts';
import { toDay } from '../../lib/domain/values/calendar.ts';
import { about, date, id, unitParameter } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listLiveDays } from '../../lib/store/screen/live-days.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('listLiveMenus', 'GET /api/menu/live', {
  permission: 'menu.view',
  // More memory brings more processor time: up to 20 revisions a day are unpacked.
  memoryMegabytes: 1024,
  input: {
    vender: unitParameter(),
    from: about('The first day; absent: today.', z.optional(date())),
    to: about('The last day, at most six days later; absent: the first.', z.optional(date())),
    menu: about('Only what is live of this menu.', z.optional(id())),
  },
  output: z.array(LiveDay),
  reasons: ['foreign_unit', 'unit_not_found', 'page_too_large'],
  summary:
    'What the live revisions serve, by date, menu, group and meal, as it was frozen. `grams` are those of one person, ' +
    'raw; `energy` is in kJ; `nutrients` are those of the day that the standard judges. An answer above 5 MB is refused; ' +
    'the error says how many days fit.',
  example: { vender: '1', from: '2026-10-05', to: '2026-10-05', menu: '1000006' },
  handle: async ({ input: { vender, from, to, menu: menuId }, caller, deps: { db, env, now } }) => {
    const dates = requireDates(from ?? toDay(now(), env.timeZone), to);
    const [days] = await Promise.all([
      listLiveDays(db, chooseMenuUnit(caller, vender), dates, menuId),
      requireRequestedUnit(db, caller.vender, vender),
    ]);
    return days;
  },
});
