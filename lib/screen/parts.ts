/** The number of heights that are tried between the minimum possible height and the limit. */
const HEIGHT_STEPS = 16;

interface Measured<T> {
  readonly element: T;
  readonly height: number;
}

/** A heading, if any, and the elements below it. */
interface Group<T> {
  readonly heading: Measured<T> | undefined;
  readonly elements: Measured<T>[];
  height: number;
}

/**
 * Divides elements into as few parts as possible. A group (a heading and the elements below it) is divided only if it is
 * taller than a part. Its heading is then repeated.
 */
export function divide<T>(elements: readonly T[], rules: PartRules<T>) {
  return fillParts(groupElements(elements, rules), rules.maxHeight);
}

/** Divides elements like `divide`, but into parts of about the same height: at most the next multiple of `divisor`. */
export function divideEvenly<T>(elements: readonly T[], rules: PartRules<T>, divisor: number) {
  const { maxHeight } = rules;
  const groups = groupElements(elements, rules);
  const fewest = fillParts(groups, maxHeight);
  const count = Math.ceil(fewest.parts.length / divisor) * divisor;
  const minHeight = groups.reduce((sum, group) => sum + group.height, 0) / count;
  for (let step = 0; step < HEIGHT_STEPS; step += 1) {
    const attempt = fillParts(groups, minHeight + ((maxHeight - minHeight) * step) / HEIGHT_STEPS);
    if (attempt.parts.length <= count && attempt.brokenGroupCount <= fewest.brokenGroupCount && !attempt.isTooTall)
      return attempt;
  }
  return fewest;
}

interface PartRules<T> {
  readonly maxHeight: number;
  readonly measureHeight: (element: T) => number;
  /** Whether the element begins a group; absent if each does. */
  readonly isHeading?: (element: T) => boolean;
}

function groupElements<T>(elements: readonly T[], { measureHeight, isHeading = () => true }: PartRules<T>): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const element of elements) {
    const height = measureHeight(element);
    const measured = { element, height };
    const last = groups.at(-1);
    if (isHeading(element)) groups.push({ heading: measured, elements: [], height });
    else if (!last) groups.push({ heading: undefined, elements: [measured], height });
    else {
      last.elements.push(measured);
      last.height += height;
    }
  }
  return groups;
}

/** Fills parts up to a height. The result has the height of the tallest one, and counts the groups that are divided. */
function fillParts<T>(groups: readonly Group<T>[], maxHeight: number) {
  const parts: T[][] = [];
  let usedHeight = 0;
  let maxUsedHeight = 0;
  let brokenGroupCount = 0;
  const addElement = ({ element, height }: Measured<T>) => {
    parts.at(-1)?.push(element);
    usedHeight += height;
    maxUsedHeight = Math.max(maxUsedHeight, usedHeight);
  };
  /** Starts a part if the current one has no space for this height. Returns whether it did. */
  const startPartIfFull = (neededHeight: number) => {
    if (parts.length > 0 && usedHeight + neededHeight <= maxHeight) return false;
    parts.push([]);
    usedHeight = 0;
    return true;
  };
  for (const { heading, elements, height } of groups) {
    const fitsPart = height <= maxHeight;
    const firstHeight = (heading?.height ?? 0) + (elements[0]?.height ?? 0);
    if (!fitsPart && heading) brokenGroupCount += 1;
    startPartIfFull(fitsPart ? height : firstHeight);
    if (heading) addElement(heading);
    for (const [index, element] of elements.entries()) {
      if (!fitsPart && index > 0 && startPartIfFull(element.height) && heading) addElement(heading);
      addElement(element);
    }
  }
  return { parts, height: maxUsedHeight, brokenGroupCount, isTooTall: maxUsedHeight > maxHeight };
}
