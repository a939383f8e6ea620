/** The number of heights that are tried between the minimum possible height and the limit. */
const HEIGHT_STEPS = 16;

interface Measured<T> {
  readonly element: T;
  readonly height: number;
}

/** A heading, if any, and the elements below it. */
interface Section<T> {
  readonly heading: Measured<T> | undefined;
  readonly elements: Measured<T>[];
  height: number;
}

/**
 * Divides elements into as few parts as possible. A section (a heading and the elements below it) is broken only if it is
 * taller than a part. Its heading is then repeated.
 */
export function divideIntoParts<T>(elements: readonly T[], rules: PartRules<T>) {
  return fillParts(listSections(elements, rules), rules.maxHeight);
}

/** Like `divideIntoParts`, but parts have about the same height. Their number may rise to the next multiple of `divisor`. */
export function divideEvenly<T>(elements: readonly T[], rules: PartRules<T>, divisor: number) {
  const { maxHeight } = rules;
  const sections = listSections(elements, rules);
  const fewest = fillParts(sections, maxHeight);
  const maxCount = Math.ceil(fewest.parts.length / divisor) * divisor;
  const minHeight = sections.reduce((sum, section) => sum + section.height, 0) / maxCount;
  for (let step = 0; step < HEIGHT_STEPS; step += 1) {
    const attempt = fillParts(sections, minHeight + ((maxHeight - minHeight) * step) / HEIGHT_STEPS);
    if (attempt.parts.length <= maxCount && attempt.brokenCount <= fewest.brokenCount && !attempt.isTooTall)
      return attempt;
  }
  return fewest;
}

interface PartRules<T> {
  readonly maxHeight: number;
  readonly measureHeight: (element: T) => number;
  /** Whether the element begins a section; absent if each does. */
  readonly isHeading?: (element: T) => boolean;
}

function listSections<T>(elements: readonly T[], { measureHeight, isHeading = () => true }: PartRules<T>) {
  const sections: Section<T>[] = [];
  for (const element of elements) {
    const height = measureHeight(element);
    const measured = { element, height };
    const last = sections.at(-1);
    if (isHeading(element)) sections.push({ heading: measured, elements: [], height });
    else if (!last) sections.push({ heading: undefined, elements: [measured], height });
    else {
      last.elements.push(measured);
      last.height += height;
    }
  }
  return sections;
}

/** Fills parts up to a height. The result has the height of the tallest one, and counts the sections that are broken. */
function fillParts<T>(sections: readonly Section<T>[], maxHeight: number) {
  const parts: T[][] = [];
  let usedHeight = 0;
  let maxUsedHeight = 0;
  let brokenCount = 0;
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
  for (const { heading, elements, height } of sections) {
    const fitsPart = height <= maxHeight;
    const firstHeight = (heading?.height ?? 0) + (elements[0]?.height ?? 0);
    if (!fitsPart && heading) brokenCount += 1;
    startPartIfFull(fitsPart ? height : firstHeight);
    if (heading) addElement(heading);
    for (const [index, element] of elements.entries()) {
      if (!fitsPart && index > 0 && startPartIfFull(element.height) && heading) addElement(heading);
      addElement(element);
    }
  }
  return { parts, height: maxUsedHeight, brokenCount, isTooTall: maxUsedHeight > maxHeight };
}
