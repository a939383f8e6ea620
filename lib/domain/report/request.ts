import { MAX_LEVEL_LENGTH } from '../menu/menu-groups.ts';
import { about, date, filterText, unitParameter } from '../values/fields.ts';

/** The maximum number of days of a report: a quarter of a year. */
export const MAX_REPORT_DAYS = 92;

export const reportFields = {
  vender: unitParameter(),
  from: about('The first day.', date()),
  to: about(`The last day; at most ${MAX_REPORT_DAYS} days in all.`, date()),
  level: about('Only groups of this level.', filterText(MAX_LEVEL_LENGTH)),
};
