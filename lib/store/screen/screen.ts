import * as z from 'zod/mini';
import { type Key, prefix, screenClaimKey, screenKey, screenPartition, unitKey } from '../../../tables/keys.ts';
import { GONE_S, MOST_SCREENS, Screen, type ScreenContent } from '../../domain/screen/screen.ts';
import { idOf, LAST_NUMBER, locate } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import { type Collection, type Head, readHead, rowSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { alive, insert, put, remove, type Step } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';

/** What screens are searched by. */
const ScreenRow = z.object({ number: z.int(), name: z.string(), pinyin: z.optional(z.string()) });
type ScreenRow = z.output<typeof ScreenRow>;

/** The claim on an address: which screen has it. */
export const ScreenClaim = z.object({
  unit: z.int(),
  number: z.int(),
  /**
   * Until when the address of a deleted screen is remembered, in seconds since the epoch; absent while the screen
   * exists.
   */
  ttl: z.optional(z.int()),
});

/** A screen that keeps the number it had in another unit. */
export interface NumberedScreen {
  readonly number: number;
  readonly content: ScreenContent;
}

/** How many screens one transaction gives a unit. Each is an item, a row and a claim. */
export const SCREENS_PER_TRANSACTION = 30;

/** The screens of one unit. */
export function screensOf(unit: number): Collection<ScreenRow, Screen> {
  return {
    partition: screenPartition(unit),
    Row: ScreenRow,
    Member: Screen,
    kind: 'screen',
    memberPrefix: prefix.screen,
    memberKey: ({ number }) => screenKey(unit, number),
    toRow: ({ number, name }) => ({ number, name }),
    textOf: ({ name }) => normaliseKey(name),
    nameOf: ({ name }) => name,
    isBounded: true,
  };
}

/** The key of the claim on a screen's address; none where the screen has no address. */
export function claimKeysOf({ hash }: Pick<Screen, 'hash'>): Key[] {
  return hash === undefined ? [] : [screenClaimKey(hash)];
}

/** Head of a unit's screens. */
export async function readScreensHead(db: Database, unit: number): Promise<Head> {
  return readHead(db, screenPartition(unit));
}

/** All screens of a unit, the newest first. */
export async function listScreens(db: Database, unit: number): Promise<Screen[]> {
  const items = await db.query(screenPartition(unit), { prefix: prefix.screen, descending: true });
  return items.map((item) => Screen.parse(item));
}

/**
 * A screen of the unit.
 * @throws AppError `screen_not_found`.
 */
export async function getScreen(db: Database, unit: number, id: number): Promise<Screen> {
  const { unit: owner, number } = locate(id);
  const item = owner === unit ? await db.get(screenKey(unit, number)) : undefined;
  if (!item) throw new AppError('screen_not_found');
  return Screen.parse(item);
}

/**
 * Creates a screen of the unit and returns its id.
 * @throws AppError `quota_reached`, `unit_not_found`.
 */
export async function createScreen(db: Database, unit: number, content: ScreenContent): Promise<number> {
  return db.retryLostRaces(async () => {
    const head = await readScreensHead(db, unit);
    await db.write(placeSteps(unit, [{ number: head.next, content }], head));
    return idOf(unit, head.next);
  });
}

/** How a screen is deleted. */
interface Deletion {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Throws where the caller may not delete this screen. */
  readonly demand: (screen: Screen) => void;
}

/**
 * Deletes a screen of the unit. For a while its address still tells that the screen was deleted.
 * @throws AppError `screen_not_found`.
 */
export async function deleteScreen(db: Database, unit: number, id: number, { now, demand }: Deletion): Promise<void> {
  const ttl = Math.floor(now / 1000) + GONE_S;
  await db.retryLostRaces(async () => {
    const screen = await getScreen(db, unit, id);
    demand(screen);
    const { number, version } = screen;
    await db.write([
      remove(screenKey(unit, number), version),
      ...claimKeysOf(screen).map((key) => put({ ...key, unit, number, ttl })),
      ...rowSteps(screensOf(unit), { remove: [screen] }),
    ]);
  });
}

/**
 * Gives a unit screens that keep their numbers, in ascending order, all or none. They keep their addresses where these
 * are free. Numbers that the unit has used already count as done: repeating the call finishes what was cut short.
 * @throws AppError `quota_reached`, `unit_not_found`.
 */
export async function restoreScreens(db: Database, unit: number, screens: readonly NumberedScreen[]): Promise<void> {
  await db.retryLostRaces(async () => {
    const head = await readScreensHead(db, unit);
    const missing = screens.filter(({ number }) => number >= head.next);
    if (missing.length > 0) await db.write(placeSteps(unit, await withFreeAddresses(db, missing), head));
  });
}

/**
 * The screens without the addresses that are taken: where a unit is imported next to the original, the original keeps
 * them.
 */
async function withFreeAddresses(db: Database, screens: readonly NumberedScreen[]): Promise<NumberedScreen[]> {
  const claims = await db.getMany(screens.flatMap(({ content }) => claimKeysOf(content)));
  const taken = new Set(claims.flatMap((claim) => claim?.pk ?? []));
  return screens.map(({ number, content }) => {
    const { hash: _, ...rest } = content;
    return { number, content: claimKeysOf(content).some(({ pk }) => taken.has(pk)) ? rest : content };
  });
}

function placeSteps(unit: number, added: readonly NumberedScreen[], head: Head): Step[] {
  const isFull = head.total + added.length > MOST_SCREENS || (added.at(-1)?.number ?? 0) > LAST_NUMBER;
  if (isFull) throw new AppError('quota_reached');
  const screens = added.map(({ number, content }): Screen => ({ ...content, version: 1, vender: unit, number }));
  return [
    alive(unitKey(unit), 'unit_not_found'),
    ...screens.flatMap((screen) => [
      insert({ ...screenKey(unit, screen.number), ...screen }),
      ...claimKeysOf(screen).map((key) => insert({ ...key, unit, number: screen.number })),
    ]),
    ...rowSteps(screensOf(unit), { add: screens }, head),
  ];
}
