import type { Change } from '../domain/values/change.ts';
import type { List } from '../spreadsheet/xlsx-writer.ts';
import { columnKeys, type Field, type TableColumn, type TableForm, type TableRow } from './table-sheet.ts';

/** A column of a fact: how its cells are read and written. An empty cell says that a thing lacks the fact. */
interface FactColumn<Value> extends TableColumn {
  readonly field: Field<Value>;
  readonly toText: (value: NonNullable<Value>) => string;
}

/** The columns of all facts of a thing. */
export type FactColumns<Facts> = { readonly [Fact in keyof Facts]-?: FactColumn<Change<Facts>[Fact]> };

/** What a row says about a thing. A missing column says nothing; what is wrong in a cell is noted. */
export function readFacts<Facts>(
  row: Pick<TableRow<keyof Facts & string>, 'read'>,
  columns: FactColumns<Facts>,
): Change<Facts> {
  const facts = columnKeys<keyof Facts & string>(columns).map((fact) => [fact, row.read(fact, columns[fact].field)]);
  return Object.fromEntries(facts) as Change<Facts>;
}

/** The cells of a thing's facts. */
export function toCells<Facts>(thing: Facts, columns: FactColumns<Facts>): Record<keyof Facts & string, string> {
  const toCell = <Fact extends keyof Facts & string>(fact: Fact) => {
    const value = thing[fact];
    return value === undefined || value === null ? '' : columns[fact].toText(value);
  };
  const cells = columnKeys<keyof Facts & string>(columns).map((fact) => [fact, toCell(fact)]);
  return Object.fromEntries(cells) as Record<keyof Facts & string, string>;
}

/** The list that writes rows as a worksheet of this form. */
export function toList<Key extends string>(
  { name, columns }: TableForm<Key>,
  rows: readonly Readonly<Record<Key, string>>[],
): List {
  const keys = columnKeys(columns);
  return {
    name,
    columns: keys.map((key) => {
      const { headers, ...look }: TableColumn = columns[key];
      return { ...look, header: headers[0] };
    }),
    rows: rows.map((row) => keys.map((key) => row[key])),
  };
}
