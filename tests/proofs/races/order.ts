import { refusals } from '../answer.ts';

/** A possible result of a call: its answer, such as `409 duplicate_uid`, and the state after it. */
export interface Possibility<S> {
  readonly answer: string;
  readonly state: S;
}

/** A call by its rules alone: its possible results if it is the only one that runs. */
export interface SerialCall<S> {
  readonly title: string;
  readonly apply: (state: S) => readonly Possibility<S>[];
}

/** A call that was made beside others, with its answer. */
export interface AnsweredCall<S> extends SerialCall<S> {
  readonly answer: string;
}

const SUCCESS = '200';

/**
 * An order in which the calls, one after another, answer as they did and lead from `before` to `after`. Returns their
 * indexes in that order; undefined where there is none. States are compared by `JSON.stringify`.
 */
export function findOrder<S>(before: S, calls: readonly AnsweredCall<S>[], after: S): readonly number[] | undefined {
  const goal = JSON.stringify(after);
  // Many orders of the same calls often lead to the same state: each state is tried once.
  const deadEnds = new Set<string>();
  /** `made` has one bit for each call that is in the order. */
  const search = (state: S, order: readonly number[], made: number): readonly number[] | undefined => {
    const shown = JSON.stringify(state);
    if (order.length === calls.length) return shown === goal ? order : undefined;
    const position = `${made} ${shown}`;
    if (deadEnds.has(position)) return undefined;
    for (const [index, call] of calls.entries()) {
      const bit = 2 ** index;
      if (made & bit) continue;
      for (const next of statesAfter(call, state)) {
        const found = search(next, [...order, index], made + bit);
        if (found) return found;
      }
    }
    deadEnds.add(position);
    return undefined;
  };
  return search(before, [], 0);
}

/** The possible states after a call with this answer. */
function statesAfter<S>({ apply, answer }: AnsweredCall<S>, state: S): S[] {
  const possible = apply(state);
  const matching = possible.filter((one) => one.answer === answer).map((one) => one.state);
  if (matching.length > 0 || !refusals.has(answer)) return matching;
  return [state, ...possible.filter((one) => one.answer === SUCCESS).map((one) => one.state)];
}

/** Whether a call was refused because too much happened at once, although its rules never give that answer. */
export function isRefusal(answer: string, isDemand: boolean): boolean {
  return refusals.has(answer) && !(isDemand && answer === '409 changed_meanwhile');
}

/** One possibility: the call succeeds and leads to this state. */
export function succeeds<S>(state: S): Possibility<S>[] {
  return [{ answer: SUCCESS, state }];
}

/** The call changes nothing and gives one of these answers. */
export function refuses<S>(state: S, ...answers: readonly string[]): Possibility<S>[] {
  return answers.map((answer) => ({ answer, state }));
}
