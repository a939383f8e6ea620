import { Standard } from '../../lib/domain/standard.ts';
import { ingredients } from '../../lib/store/ingredient/ingredient.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import type { AnyCollection } from '../../lib/table/collection/collection.ts';
import type { Item } from '../../lib/table/steps.ts';
import { blockPrefix, headKey, type Key, prefix, unitKey } from '../../tables/keys.ts';
import { placeOf } from '../../tables/place.ts';
import { inLanguage } from '../command/language.ts';
import { conclude } from './examine.ts';
import { type Finding, identityOf, nameOf } from './finding.ts';
import type { OpenTable } from './open-table.ts';
import { collectionAt } from './seen-row.ts';
import { Survey } from './survey.ts';

const AT_ONCE = 8;
/** How often a collection is counted if it changes meanwhile. */
const TRIES = 4;

/** The result of a second look at findings. */
interface SecondLook {
  readonly confirmed: readonly Finding[];
  /** What changes too fast to be examined, one line each. */
  readonly unsure: readonly string[];
}

/**
 * The findings that still hold if only their own items are read, as of one moment. The table may have changed while it
 * was read as a whole. `onLooked` is told how many findings are done.
 */
export async function lookAgain(
  table: OpenTable,
  findings: readonly Finding[],
  now: number,
  onLooked: (done: number) => void = () => {},
): Promise<SecondLook> {
  let done = 0;
  const confirmed: Finding[] = [];
  const unsure: string[] = [];
  for (const some of batchesOf(findings, AT_ONCE)) {
    const looks = await Promise.all(some.map((finding) => confirm(table, finding, now)));
    for (const [index, found] of looks.entries()) {
      if (found === 'unsure')
        unsure.push(
          inLanguage({
            en: `${some[index]?.keys[0].pk} changes too fast to be looked at: try later`,
            zh: `${some[index]?.keys[0].pk} 变化过快，无法复核：请稍后再试`,
          }),
        );
      else if (found) confirmed.push(found);
    }
    done += some.length;
    onLooked(done);
  }
  return { confirmed, unsure };
}

/**
 * Looks at one finding again. An item decides which other items matter: if it refers to others now, these are read,
 * too.
 */
async function confirm(table: OpenTable, finding: Finding, now: number): Promise<Finding | 'unsure' | undefined> {
  let looked = finding;
  for (let tries = 1; tries <= TRIES; tries++) {
    const items = await look(table, looked);
    const found = items && findAgain(finding, items, now);
    if (!items || !found) return items ? undefined : 'unsure';
    const names = new Set(looked.keys.map(nameOf));
    if (found.keys.every((key) => names.has(nameOf(key)))) return found;
    looked = found;
  }
  return 'unsure';
}

function findAgain(finding: Finding, items: readonly Item[], now: number): Finding | undefined {
  const survey = new Survey(now);
  for (const item of items) survey.add(item);
  const again = conclude(survey).findings.find((one) => identityOf(one) === identityOf(finding));
  // Other items of the table may forbid a repair that these items alone would allow.
  return again && { ...again, repair: finding.repair && again.repair };
}

/** Reads the items that decide about a finding; undefined where they keep changing. */
async function look(table: OpenTable, { invariant, keys }: Finding): Promise<Item[] | undefined> {
  const [key] = keys;
  const place = placeOf(key);
  const collection = place && collectionAt(place);
  if (invariant === 'head' && collection) return lookAtMembers(table, collection, keys);
  if (invariant === 'copy' && collection) return lookAtBlock(table, collection, place.number, keys);
  if (invariant === 'figures') return lookAtFigures(table, key);
  if (invariant === 'user-count') return lookAtCounted(table, keys, prefix.user);
  if (invariant === 'marks') return lookAtCounted(table, keys, prefix.marks);
  if (invariant === 'prices') return lookAtCounted(table, keys, prefix.prices);
  if (invariant === 'standard-units') return lookAtStandard(table, key);
  return table.getAtOnce(keys);
}

/** All items of members. Units that are not members any more are among them. */
export async function listMembers(table: OpenTable, { partition, memberPrefix }: AnyCollection): Promise<Item[]> {
  if (memberPrefix !== undefined) return table.db.query(partition, { prefix: memberPrefix });
  const found: Item[] = [];
  await table.readAll((item) => found.push(item), unitKey(0).sk);
  return found;
}

async function lookAtMembers(
  table: OpenTable,
  collection: AnyCollection,
  keys: readonly Key[],
): Promise<Item[] | undefined> {
  return whileSteady(
    table,
    collection,
    ({ next, total }) => [next, total],
    async () => [...(await listMembers(table, collection)), ...(await table.getAtOnce(keys.slice(1)))],
  );
}

async function lookAtBlock(table: OpenTable, collection: AnyCollection, block: number, keys: readonly Key[]) {
  const read = async () => {
    const others = keys.filter(({ sk }) => sk !== headKey('').sk);
    const rows = await table.db.query(collection.partition, { prefix: blockPrefix(block) });
    return [...rows, ...(await table.getAtOnce(others))];
  };
  return whileSteady(table, collection, ({ blocks }) => blocks, read);
}

/** The copy of a pack and all ingredients, read while none of them changes. */
async function lookAtFigures(table: OpenTable, key: Key): Promise<Item[] | undefined> {
  return whileSteady(
    table,
    ingredients,
    ({ blocks }) => blocks,
    async () => [...(await listMembers(table, ingredients)), ...(await table.getAtOnce([key]))],
  );
}

/** What `read` reads while the relevant parts of the head do not change, and the head. */
async function whileSteady(
  { db }: OpenTable,
  { partition }: AnyCollection,
  whatMatters: (head: Readonly<Record<string, unknown>>) => unknown,
  read: () => Promise<Item[]>,
): Promise<Item[] | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const before = await db.get(headKey(partition));
    const items = await read();
    const head = await db.get(headKey(partition));
    if (JSON.stringify(whatMatters(before ?? {})) !== JSON.stringify(whatMatters(head ?? {}))) continue;
    return head ? [head, ...items] : items;
  }
  return undefined;
}

/**
 * The users, marks or prices of a unit, read while the item that counts them, the first of the keys, does not change.
 */
async function lookAtCounted({ db }: OpenTable, keys: readonly Key[], counted: string): Promise<Item[] | undefined> {
  const [counter] = keys;
  for (let tries = 1; counter && tries <= TRIES; tries++) {
    const before = await db.get(counter);
    const members = await db.query(counter.pk, { prefix: counted });
    const others = await db.getMany(keys);
    const isSteady = ['version', 'users', 'count', 'bytes'].every((name) => before?.[name] === others[0]?.[name]);
    if (!isSteady) continue;
    const found = [...members, ...others].flatMap((item) => (item ? [[nameOf(item), item] as const] : []));
    return [...new Map(found).values()];
  }
  return undefined;
}

/** A standard and its units. A unit is taken out of the standards before its item is removed. */
async function lookAtStandard({ db }: OpenTable, key: Key): Promise<Item[] | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const before = await db.get(key);
    const { vendors = [] } = Standard.safeParse(before).data ?? {};
    const units = await db.getMany(vendors.map((unit) => unitKey(unit)));
    const after = await db.get(key);
    if (before?.['version'] !== after?.['version']) continue;
    return [after, ...units].filter((item) => item !== undefined);
  }
  return undefined;
}
