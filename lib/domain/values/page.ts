import * as z from 'zod/mini';
import { nameSchemas } from './output.ts';

/** The maximum number of members of an answer without pages. If there are more, the answer demands a narrower search. */
export const MAX_MATCHES = 5000;

/** The number of a page, from 0, and the members per page. */
export interface PageRequest {
  readonly pageNo: number;
  readonly pageSize: number;
}

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

/** Makes the page of `request` with this content, of a list with `totalElements` members. */
export function makePage<T>(request: PageRequest, totalElements: number, content: T[]) {
  return {
    content,
    number: request.pageNo,
    size: request.pageSize,
    totalElements,
    totalPages: Math.ceil(totalElements / request.pageSize),
  };
}
