import * as z from 'zod/mini';
import { field, isPlain } from './values/fields.ts';

/** How long a link can be opened, in seconds. */
export const LINK_LIFE_S = 60;
const MAX_ADDRESS_LENGTH = 4000;

/** The paths that a link may lead to. Their GETs answer a page, a picture or a kitchen's workbook, to print or show. */
export const printablePaths = [
  '/api/dish/label.html',
  '/api/dish/label.svg',
  '/api/menu/kitchen.html',
  '/api/menu/kitchen.xlsx',
  '/api/menu/purchase.xlsx',
  '/api/menu/report.html',
  '/api/menu/samples.xlsx',
  '/api/menu/sheet.html',
  '/api/screen/preview',
] as const;
export type PrintablePath = (typeof printablePaths)[number];

/** A link to the answer of a GET to one caller. It can be opened once. */
export const Link = z.object({
  path: z.enum(printablePaths),
  query: z.string(),
  /** The normalised uid of the caller who made it. */
  uid: z.string(),
  /** The caller's unit. */
  vender: z.int(),
  sessionId: z.string(),
  /** The random id of the opening that has used the link up; absent until then. */
  opening: z.optional(z.string()),
  /** Seconds since the epoch at which the link ends. */
  ttl: z.int(),
});
export type Link = z.output<typeof Link>;

/** Makes the field with the address that a link leads to: one of `printablePaths`, with its query. */
export function printableAddress() {
  const pattern = `^(${printablePaths.join('|')})(\\?[!-~]*)?$`.replaceAll('.', '\\.');
  return field({ maxLength: MAX_ADDRESS_LENGTH, pattern }, (address, fail): Pick<Link, 'path' | 'query'> => {
    if (!isPlain(address)) return fail({ code: 'text' });
    if (address.length > MAX_ADDRESS_LENGTH) return fail({ code: 'too_long', max: MAX_ADDRESS_LENGTH });
    const [requested, ...query] = address.split('?');
    const path = printablePaths.find((printable) => printable === requested);
    return path ? { path, query: query.join('?') } : fail({ code: 'choice', names: printablePaths.join(' ') });
  });
}
