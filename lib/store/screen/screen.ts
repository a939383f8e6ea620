import * as z from 'zod/mini';
import { type Key, memberPrefix, screenClaimKey, screenKey, screenPartition, unitKey } from '../../../tables/keys.ts';
import { DELETED_ADDRESS_LIFE_S, MAX_SCREENS, Screen, type ScreenContent } from '../../domain/screen/screen.ts';
import { LAST_NUMBER, locate, toId } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import { type Collection, collectionSteps, readHead } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, insertStep, putStep, removeStep } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';

const ScreenRow = z.object({ number: z.int(), name: z.string(), pinyin: z.optional(z.string()) });
type ScreenRow = z.output<typeof ScreenRow>;

/** A screen's claim on its address: the screen's unit and number. */
export const ScreenClaim = z.object({
  unit: z.int(),
  number: z.int(),
  /** When the address of a deleted screen is forgotten, in seconds since the epoch; absent while the screen exists. */
  ttl: z.optional(z.int()),
});

/** The collection of a unit's screens. */
export function screenCollection(unit: number): Collection<ScreenRow, Screen> {
  return {
    partition: screenPartition(unit),
    Row: ScreenRow,
    Member: Screen,
    kind: 'screen',
    memberPrefix: memberPrefix(screenPartition(unit)),
    memberKey: ({ number }) => screenKey(unit, number),
    toRow: ({ number, name }) => ({ number, name }),
    searchText: ({ name }) => normaliseKey(name),
    nameForPinyin: ({ name }) => name,
  };
}

/** The keys of a screen's claims: one for its address, by the hash of the address's token; none where it has no address. */
export function screenClaimKeys({ hash: tokenHash }: Pick<Screen, 'hash'>): Key[] {
  return tokenHash === undefined ? [] : [screenClaimKey(tokenHash)];
}

/** The claims of a screen, with their keys; without `ttl`, as while the screen exists. */
export function toScreenClaimItems(screen: Screen) {
  return screenClaimKeys(screen).map((key) => ({ ...key, unit: screen.vender, number: screen.number }));
}

/** Reads all screens of a unit, newest first. */
export async function listScreens(db: Database, unit: number): Promise<Screen[]> {
  const partition = screenPartition(unit);
  const items = await db.query(partition, { prefix: memberPrefix(partition), descending: true });
  return items.map((item) => Screen.parse(item));
}

/** Reads a screen of the unit; throws `screen_not_found`. */
export async function getScreen(db: Database, unit: number, id: number): Promise<Screen> {
  const { unit: owner, number } = locate(id);
  const item = owner === unit ? await db.get(screenKey(unit, number)) : undefined;
  if (!item) throw new AppError('screen_not_found');
  return Screen.parse(item);
}

/** Creates a screen of the unit and returns its id; throws `quota_reached`, `unit_not_found`. */
export async function createScreen(db: Database, unit: number, content: ScreenContent): Promise<number> {
  return db.retryLostRaces(async () => {
    const head = await readHead(db, screenPartition(unit));
    if (head.total >= MAX_SCREENS || head.next > LAST_NUMBER) throw new AppError('quota_reached');
    const screen: Screen = { ...content, version: 1, vender: unit, number: head.next };
    await db.write([
      checkExistsStep(unitKey(unit), 'unit_not_found'),
      insertStep({ ...screenKey(unit, screen.number), ...screen }),
      ...toScreenClaimItems(screen).map((item) => insertStep(item)),
      ...collectionSteps(screenCollection(unit), { add: [screen] }, head),
    ]);
    return toId(unit, screen.number);
  });
}

interface Deletion {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Throws where the caller may not delete this screen. */
  readonly guard: (screen: Screen) => void;
}

/** Deletes a screen; for a while its address answers that it was deleted. Throws `screen_not_found`. */
export async function deleteScreen(db: Database, unit: number, id: number, { now, guard }: Deletion) {
  const ttl = Math.floor(now / 1000) + DELETED_ADDRESS_LIFE_S;
  await db.retryLostRaces(async () => {
    const screen = await getScreen(db, unit, id);
    guard(screen);
    await db.write([
      removeStep(screenKey(unit, screen.number), screen.version),
      ...toScreenClaimItems(screen).map((item) => putStep({ ...item, ttl })),
      ...collectionSteps(screenCollection(unit), { remove: [screen] }),
    ]);
  });
}
