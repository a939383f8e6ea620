/** The number of heights that an even division tries, from the minimum that could suffice up to the limit. */
const HEIGHT_STEPS = 16;

/** Parts, and what tells a good division from a bad one. */
export interface Division<T> {
  readonly parts: readonly (readonly T[])[];
  /** The height of the tallest part. */
  readonly height: number;
  /** The number of broken sections that have a heading. */
  readonly brokenCount: number;
  /** Whether a part exceeds the limit: an element, with the heading above it, is too tall. */
  readonly isTooTall: boolean;
}

export interface PartRules<T> {
  readonly maxHeight: number;
  /** It is called often, so it should look the height up. */
  readonly measureHeight: (element: T) => number;
  /** Whether the element begins a section, to which the elements below it belong; absent if each is a section. */
  readonly isHeading?: (element: T) => boolean;
}

/** Divides elements into as few parts as possible. A section is broken only if it is taller than a part; its heading is then repeated. */
export function divideIntoParts<T>(elements: readonly T[], rules: PartRules<T>): Division<T> {
  const { maxHeight } = rules;
  const sections = listSections(elements, rules);
  const parts: T[][] = [];
  for (const section of sections) {
    for (const [blockIndex, block] of listBlocks(section, rules).entries()) {
      const lastPart = parts.at(-1);
      if (lastPart && sumHeights(lastPart, rules) + sumHeights(block, rules) <= maxHeight) lastPart.push(...block);
      else parts.push([...(blockIndex === 0 ? [] : listHeading(section, rules)), ...block]);
    }
  }
  const height = Math.max(0, ...parts.map((part) => sumHeights(part, rules)));
  const brokenSections = sections.filter((section) => sumHeights(section, rules) > maxHeight);
  const brokenCount = brokenSections.filter((section) => listHeading(section, rules).length > 0).length;
  return { parts, height, brokenCount, isTooTall: height > maxHeight };
}

/** Like `divideIntoParts`, but parts have about the same height. Their number may rise to the next multiple of `partsPerSlide`. */
export function divideEvenly<T>(elements: readonly T[], rules: PartRules<T>, partsPerSlide: number): Division<T> {
  const { maxHeight } = rules;
  const fewest = divideIntoParts(elements, rules);
  // Parts stand side by side on a slide, so up to this number they need no more slides.
  const maxCount = Math.ceil(fewest.parts.length / partsPerSlide) * partsPerSlide;
  const sectionHeights = listSections(elements, rules).map((section) => sumHeights(section, rules));
  const minHeight = sectionHeights.reduce((sum, height) => sum + height, 0) / maxCount;
  for (let step = 0; step < HEIGHT_STEPS; step += 1) {
    const triedHeight = minHeight + ((maxHeight - minHeight) * step) / HEIGHT_STEPS;
    const attempt = divideIntoParts(elements, { ...rules, maxHeight: triedHeight });
    if (attempt.parts.length <= maxCount && attempt.brokenCount <= fewest.brokenCount && !attempt.isTooTall)
      return attempt;
  }
  return fewest;
}

function listSections<T>(elements: readonly T[], { isHeading = () => true }: PartRules<T>): T[][] {
  const sections: T[][] = [];
  for (const element of elements) {
    const lastSection = sections.at(-1);
    if (lastSection && !isHeading(element)) lastSection.push(element);
    else sections.push([element]);
  }
  return sections;
}

/** Lists the heading of a section; the list is empty if there is none. */
function listHeading<T>(section: readonly T[], { isHeading = () => true }: PartRules<T>): readonly T[] {
  return section.slice(0, 1).filter(isHeading);
}

/** Lists what stays together: a section that fits a part; otherwise its heading with the first element, and each other one. */
function listBlocks<T>(section: readonly T[], rules: PartRules<T>): (readonly T[])[] {
  if (sumHeights(section, rules) <= rules.maxHeight) return [section];
  const firstLength = listHeading(section, rules).length + 1;
  return [section.slice(0, firstLength), ...section.slice(firstLength).map((element) => [element])];
}

function sumHeights<T>(elements: readonly T[], { measureHeight }: PartRules<T>): number {
  return elements.reduce((sum, element) => sum + measureHeight(element), 0);
}
