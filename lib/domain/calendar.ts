/** The calendar day of an instant (milliseconds since the epoch) in a time zone, `YYYY-MM-DD`. */
export function dayOf(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);
}
