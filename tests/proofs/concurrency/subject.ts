import * as z from 'zod';
import type { PageRequest } from '../../../lib/domain/values/page.ts';
import type { Random } from '../../../lib/domain/values/random.ts';
import type { FunctionInstance, Parameters, Reply } from '../instance.ts';
import type { Facts, Question, Sighting } from './history.ts';

/** A member that is not yet in the table. */
interface Draft {
  readonly tag: string;
  readonly facts: Facts;
}

/** A collection under test, described by its endpoints. */
export interface Subject {
  readonly name: string;
  /** Partition of its head and rows. */
  readonly partition: string;
  /** Draws the facts of a member to create or to change. Its tag stays. */
  draft(random: Random, tag: string): Facts;
  /** Puts members into the table without the endpoints, from this number on, which is the head's next. */
  seed(from: number, members: readonly Draft[]): Promise<void>;
  create(instance: FunctionInstance, tag: string, facts: Facts): Promise<Reply>;
  change(instance: FunctionInstance, id: number, facts: Facts): Promise<Reply>;
  remove(instance: FunctionInstance, id: number): Promise<Reply>;
  /** A random page of a random search. */
  ask(random: Random): Asking;
  /** The search that finds only the member with this tag. */
  askFor(random: Random, tag: string): Asking;
  /** Everything, without pages. */
  askForAll(): Asking;
  /** A page of everything. */
  askForPage(page: PageRequest): Asking;
  /** Number of a member in its collection. */
  numberOf(id: number): number;
  idOf(number: number): number;
  /** What a row of the table says about its member. */
  readRow(item: Readonly<Record<string, unknown>>): Sighting;
  /** What an item says about its member; undefined where it is not a member of the collection. */
  readMember(item: Readonly<Record<string, unknown>>): Sighting | undefined;
}

/** A read to send. */
export interface Asking extends Question {
  readonly route: string;
  readonly parameters: Parameters;
  readonly show: (record: unknown) => Sighting;
}

/** Words in names. Every member has one of them, and searches look for them. */
export const WORDS = ['红烧', '清蒸', '糖醋', '凉拌'] as const;

/** Tags that a search can find: none is part of another. */
export const tagOf = (number: number) => `t${number}z`;

const TAG = /t\d+z/;

/** The tag within a name. */
export function findTag(name: string): string {
  return TAG.exec(name)?.[0] ?? name;
}

const Page = z.object({ content: z.array(z.unknown()), totalElements: z.int() });
const Listing = z.array(z.unknown());

/**
 * What an answer shows.
 * @throws ZodError where it does not have the expected form.
 */
export function readAnswer({ pageSize, show }: Asking, body: unknown): { seen: Sighting[]; total: number } {
  if (Number.isFinite(pageSize)) {
    const { content, totalElements } = Page.parse(body);
    return { seen: content.map(show), total: totalElements };
  }
  const records = Listing.parse(body);
  return { seen: records.map(show), total: records.length };
}

/** A page of a list: mostly small and early, sometimes deep, sometimes as large as possible. */
export function drawPage(random: Random): PageRequest {
  const pageSize = random.pick([1, 7, 20, 50, 100, 200, 200, 200]);
  return { pageNo: random.chance(0.5) ? 0 : random.below(Math.ceil(600 / pageSize)), pageSize };
}

/** A call as text. */
export function describeCall(route: string, parameters: Parameters): string {
  const shown = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return shown.length === 0 ? route : `${route}?${shown.join('&')}`;
}
