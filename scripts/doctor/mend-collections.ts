import * as z from 'zod';
import { blockEntry, parseHead, raiseBlock, storedRowOf } from '../../lib/table/collection/collection.ts';
import { type Item, insert, put, remove } from '../../lib/table/steps.ts';
import { blockOf, headKey, unitKey } from '../../tables/keys.ts';
import { placeOf } from '../../tables/place.ts';
import { inLanguage } from '../command/language.ts';
import { type Finding, nameOf } from './finding.ts';
import { absent, asRead, replaceAsRead } from './mend-steps.ts';
import type { OpenTable } from './open-table.ts';
import { listMembers } from './second-look.ts';
import { collectionAt, lastOf } from './seen-row.ts';
import { words } from './words.ts';

/** What was done, as text; undefined where nothing was to be done, or nothing that is safe. */
export type Outcome = Promise<string | undefined>;

const Salvage = z.object({ next: z.int().min(1) });

/**
 * Counts the members again. If somebody adds or removes one meanwhile, the head changes, and nothing is written. Blocks
 * get new versions, so that no old copy is taken for theirs. If the old versions are lost, the new ones are higher than
 * any possible old one.
 */
export async function mendHead(table: OpenTable, { keys: [key] }: Finding): Outcome {
  const place = placeOf(key);
  const collection = place && collectionAt(place);
  if (!collection) return undefined;
  const found = await table.db.get(key);
  const members = await listMembers(table, collection);
  const rows = members.flatMap((item) => storedRowOf(collection, item) ?? []);
  const numbers = rows.map(({ number }) => number);
  const rowsByBlock = Map.groupBy(rows, ({ number }) => blockOf(number));
  const { next, blocks } = readOld(found);
  const fresh = Math.floor(Date.now() / 1000);
  const all = new Set([...blocks.keys(), ...rowsByBlock.keys()]);
  const mended = {
    ...key,
    next: Math.max(next, lastOf(numbers) + 1),
    total: numbers.length,
    blocks: Object.fromEntries(
      [...all].map((block) => [block, blockEntry((blocks.get(block) ?? fresh) + 1, rowsByBlock.get(block) ?? [])]),
    ),
  };
  await table.db.write([found ? replaceAsRead(found, mended) : insert(mended)]);
  return inLanguage({
    en: `counted the members of ${nameOf(key)}: ${mended.total}, next is ${mended.next}`,
    zh: `已重新统计 ${nameOf(key)} 的成员：${mended.total} 个，下一序号为 ${mended.next}`,
  });
}

/** What can still be read of a head: its next number and the versions of its blocks. */
function readOld(item: Item | undefined): { next: number; blocks: Map<number, number> } {
  try {
    const { next, blocks } = parseHead(item);
    return { next, blocks: new Map(Object.entries(blocks).map(([block, [, version]]) => [Number(block), version])) };
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    return { next: Salvage.safeParse(item).data?.next ?? 1, blocks: new Map() };
  }
}

/** Writes the row of a member, or removes a row without a member. The block gets a new version. */
export async function mendRow(table: OpenTable, { keys }: Finding): Outcome {
  const [key, memberKey] = keys;
  const place = placeOf(key);
  const collection = place && collectionAt(place);
  if (!collection || !memberKey) return undefined;
  const [member, headItem, unit] = await table.db.getMany([memberKey, headKey(key.pk), unitKey(place.unit ?? 0)]);
  if (place.unit !== undefined && (!unit || unit['deleting'] === true)) return undefined;
  const said = member && storedRowOf(collection, member);
  const row = said?.number === place.number ? said : undefined;
  const hasBlock = parseHead(headItem).blocks[blockOf(place.number)] !== undefined;
  // The head does not have the block, so nobody would find the row: the head must be mended first.
  if (row && !hasBlock) return undefined;
  await table.db.write([
    asRead(memberKey, member),
    row ? put({ ...key, ...row }) : remove(key),
    ...(hasBlock ? [raiseBlock(key.pk, blockOf(place.number))] : []),
  ]);
  if (!row) return inLanguage(words.removed(nameOf(key)));
  const [name, source] = [nameOf(key), nameOf(memberKey)];
  return inLanguage({ en: `wrote ${name} as ${source} says`, zh: `已按 ${source} 写入 ${name}` });
}

/** Removes a wrong copy. Readers leave another one. */
export async function mendCopy({ db }: OpenTable, { keys: [key] }: Finding): Outcome {
  const item = await db.get(key);
  if (!item || !(await db.removeIf(key, 'version', item['version']))) return undefined;
  return inLanguage(words.removed(nameOf(key)));
}

/** Removes an item of a unit that does not exist. Ids of units are never used again. */
export async function mendLeftover({ db }: OpenTable, { keys: [key, unit] }: Finding): Outcome {
  if (!unit) return undefined;
  await db.write([absent(unit), remove(key)]);
  return inLanguage(words.removed(nameOf(key)));
}
