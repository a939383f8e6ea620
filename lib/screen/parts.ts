/** Things divided into parts of one height. */
export interface Parts<T> {
  readonly parts: readonly (readonly T[])[];
  /** The height of the highest part. */
  readonly height: number;
  /** How many groups stand in more than one part. */
  readonly broken: number;
  /** Whether a part is too high. */
  readonly isCut: boolean;
}

/** So many heights between the least that is possible and the whole room are tried. */
const STEPS = 16;

/** A thing and its height. */
interface Measured<T> {
  readonly thing: T;
  readonly height: number;
}

/** A heading, if there is one, and what belongs to it. */
interface Group<T> {
  readonly heading: Measured<T> | undefined;
  readonly things: Measured<T>[];
  /** Of all together. */
  height: number;
}

/**
 * Divides things into as few parts of that height as possible. Groups begin with a heading. A group is divided only
 * where it does not fit into one part; its heading is repeated then.
 */
export function divide<T>(things: readonly T[], room: number, look: Look<T>): Parts<T> {
  return fill(groupThings(things, look), room);
}

/** Does the same with parts that are about equally high. Their number is a multiple of `multiple`, if that helps. */
export function divideEvenly<T>(things: readonly T[], room: number, look: Look<T>, multiple: number): Parts<T> {
  const groups = groupThings(things, look);
  const fewest = fill(groups, room);
  const count = Math.ceil(fewest.parts.length / multiple) * multiple;
  if (count === 1) return fewest;
  const least = groups.reduce((sum, group) => sum + group.height, 0) / count;
  for (let step = 0; step < STEPS; step += 1) {
    const tried = fill(groups, least + ((room - least) * step) / STEPS);
    if (tried.parts.length <= count && tried.broken <= fewest.broken && !tried.isCut) return tried;
  }
  return fewest;
}

/** How a thing looks. */
interface Look<T> {
  readonly heightOf: (thing: T) => number;
  readonly isHeading: (thing: T) => boolean;
}

function groupThings<T>(things: readonly T[], { heightOf, isHeading }: Look<T>): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const thing of things) {
    const measured = { thing, height: heightOf(thing) };
    const last = groups.at(-1);
    if (isHeading(thing)) groups.push({ heading: measured, things: [], height: measured.height });
    else if (last) {
      last.things.push(measured);
      last.height += measured.height;
    } else groups.push({ heading: undefined, things: [measured], height: measured.height });
  }
  return groups;
}

function fill<T>(groups: readonly Group<T>[], room: number): Parts<T> {
  const parts: T[][] = [];
  let [used, highest, broken] = [room, 0, 0];
  const add = ({ thing, height }: Measured<T>) => {
    parts.at(-1)?.push(thing);
    used += height;
    highest = Math.max(highest, used);
  };
  const begin = (needed: number) => {
    if (parts.length > 0 && used + needed <= room) return false;
    parts.push([]);
    used = 0;
    return true;
  };
  for (const { heading, things, height } of groups) {
    const isWhole = height <= room;
    if (!isWhole && heading) broken += 1;
    begin(isWhole ? height : (heading?.height ?? 0) + (things[0]?.height ?? 0));
    if (heading) add(heading);
    for (const [index, thing] of things.entries()) {
      if (!isWhole && index > 0 && begin(thing.height) && heading) add(heading);
      add(thing);
    }
  }
  return { parts, height: highest, broken, isCut: highest > room };
}
