import { toTextTable } from '../command/text-table.ts';

/** What a command answers, for a program and for a person. */
export interface Answer {
  readonly value: unknown;
  readonly lines: readonly string[];
}

/** One thing that was done, or was so before. */
export function said(value: object, line: string): Answer {
  return { value, lines: [line] };
}

/** A list with a title for each column, and how many there are. */
export function listed<T>(
  things: readonly T[],
  noun: string,
  columns: Readonly<Record<string, (thing: T) => string>>,
): Answer {
  const rows = things.map((thing) => Object.values(columns).map((cellOf) => cellOf(thing)));
  const table = things.length > 0 ? [...toTextTable(Object.keys(columns), rows), ''] : [];
  return { value: things, lines: [...table, `${things.length} ${things.length === 1 ? noun : `${noun}s`}`] };
}
