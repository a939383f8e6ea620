import * as z from 'zod/mini';
import { nameSchemas } from './values/output.ts';

/** How long an operation is stored, in seconds. */
const LIFE_S = 180 * 24 * 3600;
/** The maximum number of ids of one kind that an operation stores. Further ones are only counted. */
const MAX_IDS = 50;
/** The maximum characters of a stored id. What is longer is a text that a caller sent as an id. */
const MAX_ID_LENGTH = 100;
/** Ids by kind of thing, or by field. */
const Ids = z.record(z.string(), z.array(z.union([z.string(), z.int()])));

/** One successful write: who did what to which things. */
export const Operation = z.object({
  /** Milliseconds since the epoch. */
  time: z.int(),
  uid: z.string(),
  /** Id of the endpoint, such as `createDish`. `operation` is the stored word. */
  operation: z.string(),
  requestId: z.string(),
  /** The ids of what was written, by kind of thing. */
  changed: Ids,
  /** The ids that the caller named, by field. */
  given: Ids,
  /** The number of further ids, written or named, which are not stored. */
  more: z.int(),
  /** Seconds since the epoch after which the table may drop it. */
  ttl: z.int(),
});
export type Operation = z.output<typeof Operation>;

const OperationRecord = z.omit(Operation, { ttl: true });

/** A part of the log, newest first. `next` is the cursor of the next part, empty after the last. */
export const OperationPage = z.object({ content: z.array(OperationRecord), next: z.string() });
nameSchemas({ OperationPage, Operation: OperationRecord });
export type OperationPage = z.output<typeof OperationPage>;

/** An operation before the written things are known. */
export interface OperationDraft extends Pick<Operation, 'time' | 'uid' | 'operation' | 'requestId'> {
  readonly given: Readonly<Record<string, unknown>>;
  /** Tells apart operations of the same millisecond. */
  readonly suffix: string;
}

/** Fields that name things, mostly by ids. No other field of a request is stored. */
const ID_FIELDS = ['id', 'ids', 'vender', 'venderId', 'vendors', 'uid', 'account', 'roleId', 'roleName', 'nutrient'];

/** The ids of a kind of thing, or of a field. */
interface NamedIds {
  readonly name: string;
  readonly ids: readonly (string | number)[];
}

/** Completes a draft with the things that the call wrote. */
export function makeOperation(
  draft: OperationDraft,
  things: readonly (readonly [kind: string, id: string | number])[],
): Operation {
  const { given, suffix: _, ...facts } = draft;
  const named = ID_FIELDS.flatMap((name): NamedIds[] => {
    const ids = [given[name] ?? []].flat().filter((id) => typeof id === 'string' || typeof id === 'number');
    return ids.length > 0 ? [{ name, ids }] : [];
  });
  const changed = [...Map.groupBy(things, ([kind]) => kind)].map(([name, sameKind]): NamedIds => {
    return { name, ids: sameKind.map(([, id]) => id) };
  });
  return {
    ...facts,
    changed: shorten(changed),
    given: shorten(named),
    more: [...changed, ...named].reduce((sum, { ids }) => sum + Math.max(0, ids.length - MAX_IDS), 0),
    ttl: Math.floor(draft.time / 1000) + LIFE_S,
  };
}

/** Leaves out ids beyond `MAX_IDS`, and the end of long ones. */
function shorten(lists: readonly NamedIds[]): Operation['changed'] {
  const shortenId = (id: string | number) => (typeof id === 'string' ? id.slice(0, MAX_ID_LENGTH) : id);
  return Object.fromEntries(lists.map(({ name, ids }) => [name, ids.slice(0, MAX_IDS).map(shortenId)]));
}
