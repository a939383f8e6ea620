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
