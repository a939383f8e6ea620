/** The change of a thing: parts that are absent or undefined stay. */
export type Change<T> = { readonly [Part in keyof T]?: T[Part] | undefined };

/** The thing with the changed parts. */
export function withChange<T extends object>(thing: T, change: Change<T>): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...thing, ...Object.fromEntries(given) };
}

/** Whether a change leaves the thing as it is. */
export function isUnchanged<T extends object>(thing: T, change: Change<T>): boolean {
  return JSON.stringify(withChange(thing, change)) === JSON.stringify(thing);
}
