import * as z from 'zod/mini';
import { type Key, prefix, screenClaimKey, screenKey, screenPartition, unitKey } from '../../tables/keys.ts';
import { idOf, LAST_NUMBER, locate } from '../domain/id.ts';
import { GONE_S, MOST_SCREENS, Screen, type ScreenContent } from '../domain/screen.ts';
import { AppError } from '../errors.ts';
import { type Collection, type Head, readHead, rowSteps } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { alive, insert, put, remove, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';

/** What screens are found by. */
const ScreenRow = z.object({ number: z.int(), name: z.string(), pinyin: z.optional(z.string()) });
type ScreenRow = z.output<typeof ScreenRow>;

/** Whose an address is. */
export const ScreenClaim = z.object({
  unit: z.int(),
  number: z.int(),
  /** Until when it tells that its screen was deleted, in seconds since the epoch; absent while there is the screen. */
  ttl: z.optional(z.int()),
});

/** A screen that keeps the number it has had in another unit. */
export interface NumberedScreen {
  readonly number: number;
  readonly content: ScreenContent;
}

/** Screens that one transaction gives a unit: each is an item, a row and a claim. */
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

/** The key of a screen's address, where it has one. */
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

/** A screen of the unit. @throws AppError `screen_not_found`. */
export async function getScreen(db: Database, unit: number, id: number): Promise<Screen> {
  const { unit: owner, number } = locate(id);
  const item = owner === unit ? await db.get(screenKey(unit, number)) : undefined;
  if (!item) throw new AppError('screen_not_found');
  return Screen.parse(item);
}

/** Gives the unit a screen, and returns its id. @throws AppError `quota_reached`, `unit_not_found`. */
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
  /** Demands that the caller may delete this one. */
  readonly demand: (screen: Screen) => void;
}

/** Deletes a screen of the unit. Its address goes on to tell so for a while. @throws AppError `screen_not_found`. */
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
 * Gives a unit some screens, ascending by number, that keep their numbers, and their addresses where these are free; all
 * or none. Those that the unit has already given out count as done, so that what was cut short is finished by repeating
 * it.
 * @throws AppError `quota_reached`, `unit_not_found`.
 */
export async function restoreScreens(db: Database, unit: number, screens: readonly NumberedScreen[]): Promise<void> {
  await db.retryLostRaces(async () => {
    const head = await readScreensHead(db, unit);
    const missing = screens.filter(({ number }) => number >= head.next);
    if (missing.length > 0) await db.write(placeSteps(unit, await withFreeAddresses(db, missing), head));
  });
}

/** A unit that is imported beside the one that it is a copy of leaves that its addresses. */
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
