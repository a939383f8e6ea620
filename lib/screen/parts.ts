/** Things divided into parts of limited height. */
export interface Parts<T> {
  readonly parts: readonly (readonly T[])[];
  /** The height of the highest part. */
  readonly height: number;
  /** The number of groups that are divided between parts. */
  readonly broken: number;
  /** Whether a part is too high. */
  readonly isCut: boolean;
}

/** The number of heights to try between the least possible one and the limit. */
const HEIGHT_STEPS = 16;

/** A thing and its height. */
interface Measured<T> {
  readonly thing: T;
  readonly height: number;
}

/** A heading, if any, and the things below it. */
interface Group<T> {
  readonly heading: Measured<T> | undefined;
  readonly things: Measured<T>[];
  /** The height of the whole group. */
  height: number;
}

/**
 * Divides things into as few parts as possible. A group is a heading and the things below it. A group that is higher
 * than a part is divided, and its heading is repeated.
 */
export function divide<T>(things: readonly T[], maxHeight: number, measure: Measure<T>): Parts<T> {
  return fill(groupThings(things, measure), maxHeight);
}

/** Divides things like `divide`, but into parts of about the same height. Their number is a multiple of `multiple`. */
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
  for (let step = 0; step < HEIGHT_STEPS; step += 1) {
    const attempt = fill(groups, least + ((maxHeight - least) * step) / HEIGHT_STEPS);
    if (attempt.parts.length <= count && attempt.broken <= fewest.broken && !attempt.isCut) return attempt;
  }
  return fewest;
}

/** How things are measured and grouped. */
interface Measure<T> {
  readonly measureHeight: (thing: T) => number;
  readonly isHeading: (thing: T) => boolean;
}

function groupThings<T>(things: readonly T[], { measureHeight, isHeading }: Measure<T>): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const thing of things) {
    const measured = { thing, height: measureHeight(thing) };
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
  const startPart = (needed: number) => {
    if (parts.length > 0 && used + needed <= maxHeight) return false;
    parts.push([]);
    used = 0;
    return true;
  };
  for (const { heading, things, height } of groups) {
    const isWhole = height <= maxHeight;
    if (!isWhole && heading) broken += 1;
    startPart(isWhole ? height : (heading?.height ?? 0) + (things[0]?.height ?? 0));
    if (heading) add(heading);
    for (const [index, thing] of things.entries()) {
      if (!isWhole && index > 0 && startPart(thing.height) && heading) add(heading);
      add(thing);
    }
  }
  return { parts, height: highest, broken, isCut: highest > maxHeight };
}
