import { inLanguage, type Text } from '../command/language.ts';
import { toTextTable } from '../command/text-table.ts';

/** The answer of a command, for a program and for a person. */
export interface Answer {
  readonly value: unknown;
  readonly lines: readonly string[];
}

/** The answer about one thing that was done, or was so already. */
export function answerOne(value: object, line: Text): Answer {
  return { value, lines: [inLanguage(line)] };
}

/** What a list shows of each thing, under a title. */
interface Column<T> {
  readonly title: Text;
  readonly cellOf: (thing: T) => string;
}

/** The answer with a list: a title for each column, and the number of things. */
export function answerList<T>(
  things: readonly T[],
  count: (things: number) => Text,
  columns: readonly Column<T>[],
): Answer {
  const rows = things.map((thing) => columns.map(({ cellOf }) => cellOf(thing)));
  const titles = columns.map(({ title }) => inLanguage(title));
  const table = things.length > 0 ? [...toTextTable(titles, rows), ''] : [];
  return { value: things, lines: [...table, inLanguage(count(things.length))] };
}
