import { PLATFORM } from '../../lib/domain/unit.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import {
  type AnyCollection,
  type Head,
  headOf,
  parseHead,
  storedRowOf,
} from '../../lib/table/collection/collection.ts';
import { type Item, put, remove, type Step, update } from '../../lib/table/steps.ts';
import { headKey, rowKey, unitKey } from '../../tables/keys.ts';
import { type Finding, nameOf, type SeenCollection, type Survey, scan, textOf } from './survey.ts';

/** How many rows one transaction writes. The head comes on top. */
const ROWS_PER_TRANSACTION = 90;
/** How many wrong rows of a collection are named. */
const NAMED = 10;
/** How the sort keys of rows begin. */
const ROWS = 'ROW#';

/** Finds heads that do not count the members, and rows that are not as the members have them. */
export function* checkCollections(survey: Survey): Iterable<Finding> {
  for (const seen of survey.collections.values()) {
    // While a unit is being deleted, its members are removed in any order.
    if (!seen.isCertain || (seen.unit !== undefined && survey.stateOf(seen.unit) !== 'alive')) continue;
    const { collection, rows, wanted } = seen;
    const numbers = [...new Set([...rows.keys(), ...wanted.keys()])].sort((a, b) => a - b);
    // Members that are their own rows have no others.
    const wrong = collection.rowKey
      ? []
      : numbers.filter((number) => rows.get(number) !== wanted.get(number)).slice(0, NAMED);
    const key = headKey(collection.partition);
    const problem = wrong.length > 0 ? `rows are not as their members say: ${wrong.join(', ')}` : findHeadProblem(seen);
    if (problem) yield { about: 'head', key, problem, rebuild: collection };
  }
}

function findHeadProblem({ head: item, wanted }: SeenCollection): string | undefined {
  const head = readHead(item);
  if (!head) return 'the head cannot be read';
  const rows = [...wanted.keys()].sort((a, b) => a - b).map((number) => ({ number }));
  const right = headOf(rows, head);
  const isCounted = Object.entries(right.blocks).every(([block, [count]]) => count === (head.blocks[block]?.[0] ?? 0));
  if (head.total === right.total && head.next === right.next && isCounted) return undefined;
  return `the head counts ${head.total} members, next ${head.next}, not ${right.total}, next ${right.next}`;
}

function readHead(item: Item | undefined): Head | undefined {
  try {
    return parseHead(item);
  } catch {
    return undefined;
  }
}

/**
 * Makes the rows and the head of a collection again from its members, and says what it did. Nothing is written where
 * somebody changes the collection meanwhile.
 */
export async function rebuild({ db, env }: Deps, collection: AnyCollection): Promise<string> {
  const { partition, memberPrefix } = collection;
  const key = headKey(partition);
  let before = await db.get(key);
  const stored = await db.query(partition, { prefix: ROWS });
  const members = memberPrefix === undefined ? [] : await db.query(partition, { prefix: memberPrefix });
  // Units have partitions of their own.
  if (memberPrefix === undefined)
    for await (const item of scan(env)) if (item.sk === unitKey(PLATFORM).sk) members.push(item);
  const rows = members.flatMap((item) => storedRowOf(collection, item) ?? []).sort((a, b) => a.number - b.number);
  const wanted = collection.rowKey ? [] : rows.map((row) => ({ ...rowKey(partition, row.number), ...row }));
  const texts = new Map(stored.map((item) => [item.sk, textOf(item)]));
  const names = new Set(wanted.map(({ sk }) => sk));
  const steps = [
    ...wanted.filter((row) => texts.get(row.sk) !== textOf(row)).map((row) => put(row)),
    ...stored.filter(({ sk }) => !names.has(sk)).map(({ pk, sk }) => remove({ pk, sk })),
  ];
  // Each transaction raises the versions of all blocks: nobody goes on believing rows that he kept.
  for (const some of steps.length > 0 ? batchesOf(steps, ROWS_PER_TRANSACTION) : [[]]) {
    const head = { ...key, ...headOf(rows, readHead(before)) };
    await db.write([replaceHead(head, before), ...some]);
    before = head;
  }
  return `${nameOf(key)}: ${rows.length} members, ${steps.length} rows written or removed`;
}

/** Writes a head that must be as it was read, or still absent. */
export function replaceHead({ pk, sk, next, total, blocks }: Item & Head, before: Item | undefined): Step {
  const known = before?.['blocks'];
  return update(
    { pk, sk },
    {
      set: '#next = :next, #total = :total, #blocks = :blocks',
      condition: known === undefined ? 'attribute_not_exists(#blocks)' : '#blocks = :before',
      names: { '#next': 'next', '#total': 'total', '#blocks': 'blocks' },
      values: {
        ':next': next,
        ':total': total,
        ':blocks': blocks,
        ...(known === undefined ? {} : { ':before': known }),
      },
    },
  );
}
