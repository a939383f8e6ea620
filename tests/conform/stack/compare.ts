/** The differences between wanted and found values, and what cannot be seen. */
export interface Comparison {
  readonly different: readonly string[];
  readonly unseen: readonly string[];
}

/**
 * Compares a found value with the wanted one. Additional members are ignored, lists may have any order, and a number
 * may be a text, as in templates.
 */
export function compare(wanted: unknown, found: unknown, path = ''): Comparison {
  if (wanted === undefined) return { different: [], unseen: [] };
  if (found === undefined || found === null) return { different: [], unseen: [path] };
  if (Array.isArray(wanted)) return compareLists(wanted, [found].flat(), path);
  if (typeof wanted === 'object' && wanted !== null) {
    const inside = (name: string): unknown => Object(found)[name];
    return join(
      Object.entries(wanted).map(([name, one]) => compare(one, inside(name), path ? `${path}.${name}` : name)),
    );
  }
  if (String(wanted) === String(found)) return { different: [], unseen: [] };
  return { different: [`${path}: ${show(wanted)} is ${show(found)}`], unseen: [] };
}

function compareLists(wanted: readonly unknown[], found: readonly unknown[], path: string): Comparison {
  if (wanted.length !== found.length) {
    return { different: [`${path}: ${wanted.length} are ${found.length}`], unseen: [] };
  }
  return join(
    wanted.map((one) => {
      const comparisons = found.map((candidate) => compare(one, candidate, `${path}[]`));
      const [best = compare(one, undefined, path)] = comparisons.toSorted((a, b) => distance(a) - distance(b));
      return best;
    }),
  );
}

function distance({ different, unseen }: Comparison): number {
  return different.length * 1000 + unseen.length;
}

function join(comparisons: readonly Comparison[]): Comparison {
  return {
    different: comparisons.flatMap(({ different }) => different),
    unseen: [...new Set(comparisons.flatMap(({ unseen }) => unseen))],
  };
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 200);
}
