/**
 * Returns a number that was found by trial, or chosen where its comment says so. The bounds are those between which the search still
 * makes sense. The comment of each number says its unit and what was measured. The measurements are:
 * - "Bench": `npm run bench -- --only planner`: 300 dishes, 5 × 3 meals, five price lists, 20 seeds, costs as per cent above
 *   the linear bound. "Lunches of 300 dishes" are its problems of 5 lunches, "published instances" those of the literature.
 * - "Demo": the week of the second demo school with factor 1, whose standard is tight.
 * - "Bench weeks": `npm run bench -- --only weeks`. "30 bench weeks": the same when it had 30 single weeks (now it has cycles), planned
 *   with a third of a weight and with three times as much.
 * - "Library": a plan of the dishes that the platform offers (`scripts/start`), without those of a school.
 * @throws RangeError where the number is out of the bounds.
 */
export function tuned(value: number, [min, max]: readonly [min: number, max: number]): number {
  if (value < min || value > max) throw new RangeError(`A parameter is ${value}, outside of ${min} to ${max}`);
  return value;
}
