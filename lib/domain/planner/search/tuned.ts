/** A number that was found by trial. It must lie in the range in which the search still makes sense. */
export function tuned(value: number, [least, most]: readonly [least: number, most: number]): number {
  if (value < least || value > most) throw new RangeError(`A parameter is ${value}, outside of ${least} to ${most}`);
  return value;
}
