import { PLATFORM } from '../../lib/domain/unit.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import * as collections from '../../lib/table/collection/collection.ts';
import { type Item, putStep, removeStep, type Step, updateStep } from '../../lib/table/steps.ts';
import { headKey, rowKey, unitKey } from '../../tables/keys.ts';
import { type Finding, printKey, type Survey, type SurveyedCollection, scan, toRowText } from './survey.ts';

/** The number of rows of one transaction, which also writes the head. */
const ROWS_PER_TRANSACTION = 90;
/** The maximum number of wrong rows that a finding names. */
const MAX_LISTED = 10;
const ROW_PREFIX = 'ROW#';

/** Finds heads and rows that do not agree with the members. */
export function* checkCollections(survey: Survey): Iterable<Finding> {
  for (const surveyed of survey.collectionByPartition.values()) {
    // While a unit is being deleted, its members are removed in any order.
    if (!surveyed.isCertain || (surveyed.unit !== undefined && survey.getUnitState(surveyed.unit) !== 'alive'))
      continue;
    const { collection, storedRows, expectedRows } = surveyed;
    const numbers = [...new Set([...storedRows.keys(), ...expectedRows.keys()])].sort((a, b) => a - b);
    // Members that are their own rows have no separate ones.
    const wrongNumbers = collection.externalRowKey
      ? []
      : numbers.filter((number) => storedRows.get(number) !== expectedRows.get(number)).slice(0, MAX_LISTED);
    const key = headKey(collection.partition);
    const problem =
      wrongNumbers.length > 0
        ? `rows are not as their members say: ${wrongNumbers.join(', ')}`
        : findHeadProblem(surveyed);
    if (problem) yield { about: 'head', key, problem, rebuildable: collection };
  }
}

/** Finds what is wrong with the head of a collection; undefined if it counts what the members say. */
function findHeadProblem({ head: item, expectedRows }: SurveyedCollection): string | undefined {
  const head = readHead(item);
  if (!head) return 'the head cannot be read';
  const rows = [...expectedRows.keys()].sort((a, b) => a - b).map((number) => ({ number }));
  const expectedHead = collections.makeHead(rows, head);
  const countByBlock = new Map(collections.listBlocks(head).map(({ blockNumber, count }) => [blockNumber, count]));
  const isCounted = collections.listBlocks(expectedHead).every(({ blockNumber, count }) => {
    return count === (countByBlock.get(blockNumber) ?? 0);
  });
  if (head.total === expectedHead.total && head.next === expectedHead.next && isCounted) return undefined;
  return `the head counts ${head.total} members, next ${head.next}, not ${expectedHead.total}, next ${expectedHead.next}`;
}

function readHead(item: Item | undefined): collections.Head | undefined {
  try {
    return collections.parseHead(item);
  } catch {
    return undefined;
  }
}

/** Rebuilds rows and head of a collection, and returns a sentence about it. It fails if the collection changes meanwhile. */
export async function rebuild({ db, env }: Deps, collection: collections.AnyCollection): Promise<string> {
  const { partition, memberPrefix } = collection;
  const key = headKey(partition);
  let before = await db.get(key);
  const storedRows = await db.query(partition, { prefix: ROW_PREFIX });
  const members = memberPrefix === undefined ? [] : await db.query(partition, { prefix: memberPrefix });
  // Units have no common partition, so the whole table is read for them.
  if (memberPrefix === undefined)
    for await (const item of scan(env)) if (item.sk === unitKey(PLATFORM).sk) members.push(item);
  const rows = members
    .flatMap((item) => collections.toStoredRow(collection, item) ?? [])
    .sort((a, b) => a.number - b.number);
  const expectedRows = collection.externalRowKey
    ? []
    : rows.map((row) => ({ ...rowKey(partition, row.number), ...row }));
  const storedTextByKey = new Map(storedRows.map((item) => [item.sk, toRowText(item)]));
  const expectedKeys = new Set(expectedRows.map(({ sk }) => sk));
  const steps = [
    ...expectedRows.filter((row) => storedTextByKey.get(row.sk) !== toRowText(row)).map((row) => putStep(row)),
    ...storedRows.filter(({ sk }) => !expectedKeys.has(sk)).map(({ pk, sk }) => removeStep({ pk, sk })),
  ];
  // Each transaction raises the versions of all blocks, so that cached blocks become stale.
  for (const batch of steps.length > 0 ? splitIntoBatches(steps, ROWS_PER_TRANSACTION) : [[]]) {
    const head = { ...key, ...collections.makeHead(rows, readHead(before)) };
    await db.write([replaceHead(head, before), ...batch]);
    before = head;
  }
  return `${printKey(key)}: ${rows.length} members, ${steps.length} rows written or removed`;
}

/** Makes the step that writes a head. Its condition: the blocks are as they were read, or still absent. */
function replaceHead({ pk, sk, next, total, blocks }: Item & collections.Head, before: Item | undefined): Step {
  const storedBlocks = before?.['blocks'];
  const set = { next, total, blocks };
  if (storedBlocks === undefined) return updateStep({ pk, sk }, { set, condition: 'attribute_not_exists(#blocks)' });
  return updateStep({ pk, sk }, { set, condition: '#blocks = :before', values: { ':before': storedBlocks } });
}
