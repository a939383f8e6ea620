import { toDay } from '../values/calendar.ts';

/** Editions of the reference values: GB 28050-2011, and GB 28050-2025, which replaces it. */
export const editions = ['2011', '2025'] as const;
export type Edition = (typeof editions)[number];

/** The first day, in the service's zone, on which GB 28050-2025 is in force. */
const EDITION_2025_FROM = '2027-03-16';

/** Chooses the edition that the settings name, or else the one in force at that instant (milliseconds since the epoch). */
export function chooseEdition(
  instant: number,
  { nrvEdition, timeZone }: { readonly nrvEdition?: Edition | undefined; readonly timeZone: string },
): Edition {
  return nrvEdition ?? (toDay(instant, timeZone) < EDITION_2025_FROM ? '2011' : '2025');
}
