/** Another course at a place. */
export interface Replacement {
  readonly place: number;
  readonly to: number;
}

/** A rule that would be kept less well than it is. */
export interface Fault {
  readonly rule: 'template' | 'repeat' | 'perWeek' | 'figure' | 'kinds' | 'main' | 'method' | 'fried' | 'budget';
  /** Measure of a figure; code of a main ingredient; way of cooking. */
  readonly of?: string;
  /** From 1; absent where it is about all days together. */
  readonly day?: number;
  /** Id of what comes too soon or too often, and whether it would be twice in one meal. */
  readonly dish?: number;
  readonly isInMeal?: boolean;
  /** Of a figure: the number of the group whose it is, whether there is too little, and whether that is tolerated. */
  readonly group?: number;
  readonly isShort?: boolean;
  readonly isTolerated?: boolean;
}

const hard: ReadonlySet<Fault['rule']> = new Set(['template', 'repeat', 'perWeek']);

/** Whether the rule is broken only where it cannot be kept. */
export function isHard({ rule }: Fault): boolean {
  return hard.has(rule);
}
