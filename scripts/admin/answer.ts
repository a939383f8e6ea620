import { inLanguage, type Text } from '../command/language.ts';
import { toTextTable } from '../command/text-table.ts';

/** What a command answers, for a program and for a person. */
export interface Answer {
  readonly value: unknown;
  readonly lines: readonly string[];
}

/** One thing that was done, or was so before. */
export function said(value: object, line: Text): Answer {
  return { value, lines: [inLanguage(line)] };
}

/** What a list shows of each thing, under a title. */
interface Column<T> {
  readonly title: Text;
  readonly cellOf: (thing: T) => string;
}

/** A list with a title for each column, and how many there are. */
export function listed<T>(
  things: readonly T[],
  count: (things: number) => Text,
  columns: readonly Column<T>[],
): Answer {
  const rows = things.map((thing) => columns.map(({ cellOf }) => cellOf(thing)));
  const titles = columns.map(({ title }) => inLanguage(title));
  const table = things.length > 0 ? [...toTextTable(titles, rows), ''] : [];
  return { value: things, lines: [...table, inLanguage(count(things.length))] };
}
