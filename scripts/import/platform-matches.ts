import { Revision } from '../../lib/domain/revision.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { LAST_NUMBER } from '../../lib/domain/values/id.ts';
import { dishesOf, readDishesHead } from '../../lib/store/dish/dish.ts';
import { readStandardsHead, standards as standardCollection } from '../../lib/store/standard.ts';
import { findRows } from '../../lib/table/collection/page.ts';
import type { Database } from '../../lib/table/database.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import type { LineOf } from '../export/line.ts';
import { type DishNumber, libraryOf, withDishes } from '../export/menu-form.ts';
import { readUnitFile } from '../export/unit-file.ts';

/** The dish of the library, or the standard, that matches one in the file; undefined where none does. */
interface Match {
  readonly number: number;
  readonly name: string;
}

/** What a file names of the platform's, as it is here. */
export interface PlatformMatches {
  /** By the dish's number in the file's library. */
  readonly library: ReadonlyMap<number, Match | undefined>;
  /** By the standard's id in the file. */
  readonly standards: ReadonlyMap<number, Match | undefined>;
}

/**
 * Finds the dishes of the library that the file's menus name, and its standards. A thing matches with the same number
 * and name, or else by name alone; then the first of several is taken.
 */
export async function matchPlatform(
  db: Database,
  path: string,
  standards: readonly LineOf<'standard'>[],
): Promise<PlatformMatches> {
  const names = await readLibraryNames(path);
  const [library, known] = await Promise.all([
    names.size > 0 ? readLibrary(db) : [],
    standards.length > 0 ? readStandards(db) : [],
  ]);
  return {
    library: new Map([...names].map(([number, name]) => [number, findMatch({ number, name }, library)])),
    standards: new Map(standards.map(({ id: number, name }) => [number, findMatch({ number, name }, known)])),
  };
}

/** The names of the library's dishes that menus name. If a name has changed, the latest is taken. */
async function readLibraryNames(path: string): Promise<Map<number, string>> {
  const then = new Map<number, string>();
  const now = new Map<number, string>();
  for await (const line of readUnitFile(path)) {
    if (line.type !== 'menu') continue;
    for (const { dishes } of line.revisions) {
      for (const { id, name } of dishes) if (id > 0) then.set(id, name);
    }
    for (const [whose, number, name] of line.names) if (whose === 'library') then.set(number, name);
    for (const [number, name] of line.library) now.set(number, name);
  }
  return new Map([...then, ...now]);
}

async function readLibrary(db: Database): Promise<Match[]> {
  return [...(await findRows(db, dishesOf(PLATFORM), () => true, await readDishesHead(db, PLATFORM)))];
}

async function readStandards(db: Database): Promise<Match[]> {
  return [...(await findRows(db, standardCollection, () => true, await readStandardsHead(db)))];
}

function findMatch({ number, name }: Match, known: readonly Match[]): Match | undefined {
  const key = normaliseKey(name);
  const called = known.filter((one) => normaliseKey(one.name) === key);
  return called.find((one) => one.number === number) ?? called.toSorted((a, b) => a.number - b.number)[0];
}

/**
 * A menu of the file as it is here. A dish of the library without a match keeps its name and gets a number that no dish
 * has: its own number may be another dish here. A standard without a match is left out.
 */
export function translateMenu(line: LineOf<'menu'>, { library, standards }: PlatformMatches): LineOf<'menu'> {
  const absent = [...library].flatMap(([number, match]) => (match ? [] : [number])).sort((a, b) => a - b);
  const numberOf = (number: number) => library.get(number)?.number ?? LAST_NUMBER - absent.indexOf(number);
  const standardOf = (id = 0) => standards.get(id)?.number ?? 0;
  const here = ([whose, number]: DishNumber): DishNumber => [whose, whose === 'library' ? numberOf(number) : number];
  // Numbers of the unit's own dishes are negative.
  const frozenHere = (dish: number) => (dish > 0 ? numberOf(dish) : dish);
  const translated = {
    ...line,
    standard: standardOf(line.standard),
    items: line.items.map(([day, meal, whose, number, portion]): (typeof line.items)[number] => {
      return [day, meal, ...here([whose, number]), portion];
    }),
    names: line.names.map(([whose, number, name]): (typeof line.names)[number] => [...here([whose, number]), name]),
    revisions: line.revisions.map((revision) => {
      const { standard: named, ...said } = withDishes(revision, frozenHere).content;
      const assigned = standardOf(named);
      const { standard } = revision;
      return Revision.parse({
        ...withDishes(revision, frozenHere),
        content: { ...said, ...(assigned > 0 ? { standard: assigned } : {}) },
        // The revision keeps the figures that judged it, whether or not the standard exists here.
        ...(standard ? { standard: { ...standard, id: standardOf(standard.id) || standard.id } } : {}),
      });
    }),
  };
  const names = new Map([...library.values()].flatMap((match) => (match ? [[match.number, match.name]] : [])));
  return { ...translated, library: libraryOf(translated, names) };
}
