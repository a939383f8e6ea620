import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { revisionKey } from '../../../tables/keys.ts';
import { FrozenDays } from '../../domain/analysis/frozen-days.ts';
import type { Menu, WholeMenu } from '../../domain/menu/menu.ts';
import { Revision, thaw } from '../../domain/revision.ts';
import { locate } from '../../domain/values/id.ts';
import { sumRatios } from '../../domain/values/ratio.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import type { Item } from '../../table/steps.ts';
import { findWholeMenu } from './menu.ts';

/** The maximum bytes of a packed revision. */
export const MAX_REVISION_BYTES = 200 * 1024;
/** The quality of compression. A higher one saves a few per cent and takes ten times as long. */
const BROTLI_QUALITY = 9;
/** The hex digits of a hash that are used: 48 bits, which a number represents exactly. */
const HASH_DIGITS = 12;

/** The packed findings about one date. Each is packed by itself, because most screens show only some days. */
const PackedDay = z.object({ date: z.string(), data: z.instanceof(Uint8Array) });
type PackedDay = Readonly<z.output<typeof PackedDay>>;

/** The item of a revision, which `data` has packed. */
export const StoredRevision = z.object({
  /** The version that the menu got by the submission. */
  version: z.int(),
  data: z.instanceof(Uint8Array),
  /** What the analysis finds about its days, computed once for all screens. */
  days: z.array(PackedDay),
});

/** Unpacks the revision of an item. */
export function parseRevision(item: Item): Revision {
  return unpackRevision(StoredRevision.parse(item).data);
}

/** Reads one revision of a menu; undefined where the menu does not have it. */
export async function findRevision(db: Database, id: number, revisionNumber: number): Promise<Revision | undefined> {
  const { unit, number } = locate(id);
  const item = await db.get(revisionKey(unit, number, revisionNumber));
  return item && parseRevision(item);
}

/** Reads one revision of a menu; throws `revision_not_found`. */
export async function getRevision(db: Database, id: number, revisionNumber: number): Promise<Revision> {
  const revision = await findRevision(db, id, revisionNumber);
  if (!revision) throw new AppError('revision_not_found');
  return revision;
}

/** Reads the content of one revision, with the names and the grams of its dishes; undefined where the menu does not have it. */
export async function findRevisionContent(db: Database, menuId: number, revisionNumber: number) {
  const revision = await findRevision(db, menuId, revisionNumber);
  if (!revision) return undefined;
  const { content, dishes } = thaw(revision);
  const grams = [...dishes].map(([id, dish]) => [id, sumRatios(dish.ingredient.map(({ value }) => value))] as const);
  const nameByDish = new Map([...dishes].map(([id, { name }]) => [id, name]));
  return { content, nameByDish, gramsPerPortionByDish: new Map(grams) };
}

/** Reads all revisions of a menu, oldest first. */
export async function readRevisions(db: Database, { vender, number, revision: count }: Menu): Promise<Revision[]> {
  const keys = Array.from({ length: count }, (_, index) => revisionKey(vender, number, index + 1));
  const items = await db.getMany(keys);
  return items.flatMap((item) => (item ? [parseRevision(item)] : []));
}

/** Reads a menu of any unit as it is, or a revision of it. @throws AppError `menu_not_found`, `revision_not_found`. */
export async function getMenuAtRevision(db: Database, id: number, revisionNumber?: number): Promise<WholeMenu> {
  const [wholeMenu, revisionContent] = await Promise.all([
    findWholeMenu(db, id),
    revisionNumber === undefined ? undefined : findRevisionContent(db, id, revisionNumber),
  ]);
  if (!wholeMenu) throw new AppError('menu_not_found');
  if (revisionNumber !== undefined && !revisionContent) throw new AppError('revision_not_found');
  return { ...wholeMenu, ...revisionContent };
}

/** Packs a revision into the bytes that its item holds; throws `menu_too_large`. */
export function packRevision(revision: Revision): Uint8Array {
  const data = pack(revision);
  if (data.length > MAX_REVISION_BYTES) throw new AppError('menu_too_large');
  return data;
}

/** Unpacks a revision. Throws where the data is not a whole revision. */
export function unpackRevision(data: Uint8Array): Revision {
  return Revision.parse(unpack(data));
}

/** Packs the days of all groups by date: for each date a list for each group, empty where it is served nothing. */
export function packDays(frozenDays: FrozenDays): PackedDay[] {
  const dates = [...new Set(frozenDays.flat().map(({ date }) => date))].sort();
  const pickDays = (date: string) => frozenDays.map((daysOfGroup) => daysOfGroup.filter((day) => day.date === date));
  return dates.map((date) => ({ date, data: pack(pickDays(date)) }));
}

/** Unpacks the days with these dates: a list for each group, as before they were packed. Every packed day has all groups. */
export function unpackDays(packedDays: readonly PackedDay[], dates: readonly string[]): FrozenDays {
  const wantedDays = packedDays.filter(({ date }) => dates.includes(date));
  const unpackedDays = wantedDays.map(({ data }) => FrozenDays.parse(unpack(data)));
  return (unpackedDays[0] ?? []).map((_, groupIndex) => unpackedDays.flatMap((groups) => groups[groupIndex] ?? []));
}

function pack(value: unknown): Uint8Array<ArrayBuffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(JSON.stringify(value), { params });
}

function unpack(data: Uint8Array): unknown {
  return JSON.parse(brotliDecompressSync(data).toString());
}

/** Hashes a revision to a number, the version of its analysis. Versions of menus are small, so it hardly ever equals one. */
export function hashRevision(revision: Revision): number {
  return Number.parseInt(hash('sha256', JSON.stringify(revision)).slice(0, HASH_DIGITS), 16);
}
