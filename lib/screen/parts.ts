/** Things divided into parts of one height. */
export interface Parts<T> {
  readonly parts: readonly (readonly T[])[];
  /** The height of the highest part. */
  readonly height: number;
  /** How many groups are divided between parts. */
  readonly broken: number;
  /** Whether a part is too high. */
  readonly isCut: boolean;
}

/** How many heights are tried between the least possible one and the highest. */
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
  /** The height of the whole group. */
  height: number;
}

/**
 * Divides things into as few parts of at most that height as possible. A group is a heading and what follows. It is divided only
 * where it does not fit into one part; its heading is repeated then.
 */
export function divide<T>(things: readonly T[], maxHeight: number, measure: Measure<T>): Parts<T> {
  return fill(groupThings(things, measure), maxHeight);
}

/** Divides things in the same way into about equally high parts. Their number is a multiple of `multiple` if possible. */
export function divideEvenly<T>(
  things: readonly T[],
  maxHeight: number,
  measure: Measure<T>,
  multiple: number,
): Parts<T> {
  const groups = groupThings(things, measure);
  const fewest = fill(groups, maxHeight);
  const count = Math.ceil(fewest.parts.length / multiple) * multiple;
  if (count === 1) return fewest;
  const least = groups.reduce((sum, group) => sum + group.height, 0) / count;
  for (let step = 0; step < STEPS; step += 1) {
    const tried = fill(groups, least + ((maxHeight - least) * step) / STEPS);
    if (tried.parts.length <= count && tried.broken <= fewest.broken && !tried.isCut) return tried;
  }
  return fewest;
}

/** How things are measured and grouped. */
interface Measure<T> {
  readonly heightOf: (thing: T) => number;
  readonly isHeading: (thing: T) => boolean;
}

function groupThings<T>(things: readonly T[], { heightOf, isHeading }: Measure<T>): Group<T>[] {
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

function fill<T>(groups: readonly Group<T>[], maxHeight: number): Parts<T> {
  const parts: T[][] = [];
  let [used, highest, broken] = [maxHeight, 0, 0];
  const add = ({ thing, height }: Measured<T>) => {
    parts.at(-1)?.push(thing);
    used += height;
    highest = Math.max(highest, used);
  };
  const begin = (needed: number) => {
    if (parts.length > 0 && used + needed <= maxHeight) return false;
    parts.push([]);
    used = 0;
    return true;
  };
  for (const { heading, things, height } of groups) {
    const isWhole = height <= maxHeight;
    if (!isWhole && heading) broken += 1;
    begin(isWhole ? height : (heading?.height ?? 0) + (things[0]?.height ?? 0));
    if (heading) add(heading);
    for (const [index, thing] of things.entries()) {
      if (!isWhole && index > 0 && begin(thing.height) && heading) add(heading);
      add(thing);
    }
  }
  return { parts, height: highest, broken, isCut: highest > maxHeight };
}
