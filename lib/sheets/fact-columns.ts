import type { Change } from '../domain/values/change.ts';
import { field, isPlain } from '../domain/values/fields.ts';
import type { Problem } from '../errors.ts';
import type { ListSheet } from '../spreadsheet/list-sheet.ts';
import { listColumnKeys } from './sheet-header.ts';
import type { Field, TableColumn, TableForm, TableRow } from './table-sheet.ts';

/** Makes a field of what people type in a cell, such as `5月`. Forbidden characters fail before parsing. */
export function typedField<T>(parse: (text: string) => T | undefined, problem: Problem) {
  return field({}, (text, fail): T => (isPlain(text) ? parse(text) : undefined) ?? fail(problem));
}

/** A workbook's column for a fact, an attribute of a thing. An empty cell means that the thing lacks the fact. */
interface FactColumn<Value> extends TableColumn {
  readonly field: Field<Value>;
  readonly toText: (value: NonNullable<Value>) => string;
}

/** The columns of all facts of a thing. */
export type FactColumns<Facts> = { readonly [Key in keyof Facts]-?: FactColumn<Change<Facts>[Key]> };

/** Reads the changes of facts in a row: an empty cell takes a fact away, a missing column changes nothing. Reports problems. */
export function readFacts<Facts>(row: TableRow<keyof Facts & string>, columns: FactColumns<Facts>): Change<Facts> {
  const entries = listColumnKeys<keyof Facts & string>(columns).map((key) => [key, row.read(key, columns[key].field)]);
  // The cast holds, since each column reads a value of its fact.
  return Object.fromEntries(entries) as Change<Facts>;
}

/** Writes the facts as the texts of cells. An absent fact is an empty text. */
export function toTextByColumn<Facts>(thing: Facts, columns: FactColumns<Facts>): Record<keyof Facts & string, string> {
  const toText = <Key extends keyof Facts & string>(key: Key) => {
    const value = thing[key];
    return value === undefined || value === null ? '' : columns[key].toText(value);
  };
  const entries = listColumnKeys<keyof Facts & string>(columns).map((key) => [key, toText(key)]);
  // The cast holds, since each column has its text.
  return Object.fromEntries(entries) as Record<keyof Facts & string, string>;
}

/** Makes a worksheet of this form from rows of texts by column. */
export function toListSheet<Key extends string>(form: TableForm<Key>, rows: readonly Record<Key, string>[]): ListSheet {
  const { name, columns } = form;
  const keys = listColumnKeys(columns);
  const listColumns = keys.map((key) => ({ ...columns[key], header: columns[key].headers[0] }));
  return { name, columns: listColumns, rows: rows.map((row) => keys.map((key) => row[key])) };
}
