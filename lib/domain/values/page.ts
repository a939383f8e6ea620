import * as z from 'zod/mini';
import type { paging } from './fields.ts';
import { nameSchemas } from './output.ts';

/** The maximum number of members of an answer without pages. If there are more, the answer demands a narrower search. */
export const MAX_MATCHES = 5000;
export type PageRequest = Readonly<z.output<z.ZodMiniObject<typeof paging>>>;

/** One page of a list with the true totals of the whole list. */
export type Page<T> = Readonly<ReturnType<typeof makePage<T>>>;

/** Makes the output schema of a page of records. The page is named after `record`, which `nameSchemas` must have named. */
export function makePageSchema<T extends z.ZodMiniType>(record: T) {
  const page = z.object({
    content: z.array(record),
    number: z.int().check(z.minimum(0)),
    size: z.int().check(z.minimum(1)),
    totalElements: z.int().check(z.minimum(0)),
    totalPages: z.int().check(z.minimum(0)),
  });
  nameSchemas({ [`${z.globalRegistry.get(record)?.id}Page`]: page });
  return page;
}

/** Makes one page of a list, whose `content` has been cut out already. Without elements there are 0 pages. */
export function makePage<T>(request: PageRequest, totalElements: number, content: T[]) {
  return {
    content,
    number: request.pageNo,
    size: request.pageSize,
    totalElements,
    totalPages: Math.ceil(totalElements / request.pageSize),
  };
}

/** A range of a list. */
export interface Range {
  /** How many of the first things to leave out. */
  readonly skip: number;
  /** The maximum number of the next things. */
  readonly take: number;
}

/** Returns the parts of a list, in their order, that a range of the list meets, each with what it skips and takes there. */
export function splitRange<Part extends { readonly count: number }>(parts: readonly Part[], range: Range) {
  const partRanges: (Part & Range)[] = [];
  let { skip, take: remaining } = range;
  for (const part of parts) {
    const take = Math.min(remaining, Math.max(0, part.count - skip));
    if (take > 0) partRanges.push({ ...part, skip, take });
    skip = Math.max(0, skip - part.count);
    remaining -= take;
  }
  return partRanges;
}
