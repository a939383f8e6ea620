import { toId } from '../../../lib/domain/values/id.ts';
import type { Sendable } from '../../../tests/support/files/attachment.ts';
import type { CallOptions } from '../../../tests/support/service/service.ts';
import type { Setup } from '../../../tests/support/service/setup.ts';

/** The maximum cost of each call of a goal, including the check of the caller, but not refills of copies. */
export interface Limits {
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** A set-up whose school has many dishes, among many units, and the keywords for searches in it. */
export interface SearchedSetup {
  readonly setup: Setup;
  /** Keywords for the list of units. */
  readonly unitKeywords: readonly string[];
  /** A keyword that no more units match than the list without pages allows. */
  readonly unitChoice: string;
  /** Parts of names of dishes. */
  readonly dishKeywords: readonly string[];
}

/** A call as it is sent. */
export interface PlainCall {
  readonly route: string;
  readonly parameters: Sendable;
  readonly options: CallOptions;
}

/** Calls, and what each of them may cost at most. They are prepared again each time they are sent. */
export interface Goal {
  readonly title: string;
  readonly limits: Limits;
  /** Whether the calls go to a function that has just started, after others have run. Otherwise it has had the call before. */
  readonly isCold: boolean;
  readonly listCalls: (searched: SearchedSetup) => Promise<readonly PlainCall[]> | readonly PlainCall[];
}

/** The usual number of members of a page. */
export const PAGE_SIZE = 20;
/** A page 500 members after the newest, in the middle of a block of 1,000. */
const DEEP_PAGE = 25;

export const asAdmin = ({ setup }: SearchedSetup): CallOptions => ({ token: setup.admin });
export const asSchool = ({ setup }: SearchedSetup): CallOptions => ({ token: setup.school.token });
/** Lists the ids of the school's first `count` dishes. */
export const listDishIds = ({ setup }: SearchedSetup, count: number) =>
  Array.from({ length: count }, (_, index) => toId(setup.school.id, index + 1));

/** Lists calls for four pages: the first, one in the middle of a block of rows (most of which it reads), the middle, the last. */
export async function listPageCalls(
  searched: SearchedSetup,
  route: string,
  options: CallOptions,
  filter: Readonly<Record<string, string>> = {},
): Promise<PlainCall[]> {
  const { totalPages } = await searched.setup.succeed(route, { ...filter, pageSize: PAGE_SIZE }, options.token ?? '');
  const lastPage = Math.max(0, totalPages - 1);
  const pageNumbers = [0, Math.min(DEEP_PAGE, lastPage), Math.floor(totalPages / 2), lastPage];
  return pageNumbers.map((pageNo) => ({ route, parameters: { ...filter, pageNo, pageSize: PAGE_SIZE }, options }));
}

/** Makes a goal. Its limits are `[round trips, read units, write units]`, `Infinity` where a cost is not bounded. */
export function makeGoal(
  title: string,
  start: 'warm' | 'cold',
  [roundTrips, readUnits, writeUnits]: readonly [number, number, number],
  listCalls: Goal['listCalls'],
): Goal {
  return { title, limits: { roundTrips, readUnits, writeUnits }, isCold: start === 'cold', listCalls };
}
