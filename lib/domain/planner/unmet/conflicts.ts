import { type Board, NOTHING } from '../board.ts';
import type { Aim } from './aims.ts';
import type { Consequences } from './consequences.ts';
import type { Fault, Replacement } from './faults.ts';

/** Rules that stand against an aim in the same way, such as all dishes that would come too soon. */
type Family = readonly Fault[];

/** What stands against an aim. */
export interface Conflict {
  /** What changes of single dishes would break, the most frequent first, and in each what is most frequent first. */
  readonly against: readonly Family[];
  /** A change that breaks nothing, where there is one: then nothing stands against it. */
  readonly free?: Step;
}

/** A dish instead of another, or two that change places. */
export interface Step {
  readonly gain: number;
  readonly replacements: readonly Replacement[];
}

/** So much of what the best change brings is worth being tried. */
const WORTH_TRYING = 0.5;
/** So many families are told, if they stand in the way at least so often, in parts of the first. */
const MOST_FAMILIES = 3;
const LEAST_PART = 0.05;

/** What stands against an aim, found by trying out up to `most` of the changes that would bring it nearer. */
export function findConflict(aim: Aim, board: Board, plan: Consequences, most: number): Conflict {
  const steps = findSteps(aim, board, plan);
  const best = steps.reduce((gain, step) => Math.max(gain, step.gain), 0);
  const worth = steps.filter(({ gain }) => gain >= best * WORTH_TRYING);
  const part = Math.max(1, worth.length / Math.max(1, most));
  const families = new Map<string, { votes: number; readonly faults: Fault[] }>();
  for (let index = 0; index < worth.length; index += part) {
    const step = worth[Math.floor(index)];
    const faults = step ? plan.faultsOf(step.replacements) : [];
    if (step && faults.length === 0) return { against: [], free: step };
    for (const fault of faults) {
      const family = families.get(familyOf(fault)) ?? { votes: 0, faults: [] };
      family.votes += 1 / faults.length;
      family.faults.push(fault);
      families.set(familyOf(fault), family);
    }
  }
  const sorted = [...families.values()].toSorted((a, b) => b.votes - a.votes);
  const least = (sorted[0]?.votes ?? 0) * LEAST_PART;
  return { against: sorted.slice(0, MOST_FAMILIES).flatMap(({ votes, faults }) => (votes < least ? [] : [faults])) };
}

function familyOf({ rule, of, day, group, isShort, isTolerated, isInMeal }: Fault): string {
  if (rule === 'figure') return `${of} ${group} ${isShort} ${isTolerated}`;
  return `${rule} ${isInMeal} ${day === undefined}`;
}

/**
 * The changes that bring the aim nearer. What they bring beyond it does not count, and nobody asks what it would bring to
 * leave out a dish that the template wants.
 */
function findSteps(aim: Aim, board: Board, plan: Consequences): Step[] {
  const { amountAt, gap } = aim;
  const sign = aim.isShort ? 1 : -1;
  const steps: Step[] = [];
  const consider = (more: number, ...replacements: Replacement[]) => {
    if (more * sign > 0) steps.push({ gain: Math.min(more * sign, gap), replacements });
  };
  for (const [place, options] of board.optionsOf.entries()) {
    const now = plan.at(place);
    const amount = amountAt(place, now);
    if (amount === undefined || options.length === 0) continue;
    const more = (to: number) => (amountAt(place, to) ?? 0) - amount;
    if (now !== NOTHING && board.isRequired[place] !== 1) consider(more(NOTHING), { place, to: NOTHING });
    for (const to of options) if (to !== now) consider(more(to), { place, to });
    for (const other of board.optionsOf.keys()) {
      const to = plan.at(other);
      if (board.optionsOf[other] !== options || board.mealOf[other] === board.mealOf[place]) continue;
      if (to === now || to === NOTHING || now === NOTHING) continue;
      const less = (amountAt(other, to) ?? 0) - (amountAt(other, now) ?? 0);
      consider(more(to) - less, { place, to }, { place: other, to: now });
    }
  }
  return steps;
}
