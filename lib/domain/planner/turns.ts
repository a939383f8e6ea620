/** Joins the lists: the first of each, then the second of each, and so on. */
export function takeInTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const turnCount = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: turnCount }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}
