import * as z from 'zod/mini';
import { type Fail, field, isPlain, PLAIN } from './values/fields.ts';

/** How long a link can be opened, in seconds. */
export const LINK_LIFE_S = 60;

const PATH_MAX = 4000;

/** What links can be made to: the GETs that answer a page, a picture or a kitchen's workbook to print or show. */
export const printed = [
  '/api/dish/label.html',
  '/api/dish/label.svg',
  '/api/menu/kitchen.xlsx',
  '/api/menu/purchase.xlsx',
  '/api/menu/samples.xlsx',
  '/api/menu/sheet.html',
  '/api/screen/preview',
] as const;
export type Printed = (typeof printed)[number];

/** A link to what a GET answers to one caller. */
export const Link = z.object({
  path: z.enum(printed),
  /** The query of that GET, as it was sent. */
  query: z.string(),
  /** The session of the caller, and his normalised uid. */
  uid: z.string(),
  vender: z.int(),
  sessionId: z.string(),
  /** The opening that has used it up; absent until then. */
  opening: z.optional(z.string()),
  /** Seconds since the epoch at which it ends. */
  ttl: z.int(),
});
export type Link = z.output<typeof Link>;

/** The address of a GET to print, with its query. */
export function printedAddress() {
  return field({ maxLength: PATH_MAX, ...PLAIN }, (address, fail: Fail): Pick<Link, 'path' | 'query'> => {
    if (!isPlain(address)) return fail({ code: 'text' });
    if (address.length > PATH_MAX) return fail({ code: 'too_long', max: PATH_MAX });
    const [requested, ...query] = address.split('?');
    const path = printed.find((one) => one === requested);
    return path ? { path, query: query.join('?') } : fail({ code: 'choice', names: printed.join(' ') });
  });
}
