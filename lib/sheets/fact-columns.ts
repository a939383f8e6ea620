import type { Change } from '../domain/values/change.ts';
import { field, isPlain } from '../domain/values/fields.ts';
import type { Problem } from '../errors.ts';
import { listColumnKeys } from './sheet-header.ts';
import type { Field, TableColumn, TableRow } from './table-sheet.ts';

/** Makes a field that parses what people type in a cell, such as `5月`. A text with forbidden characters is not parsed. */
export function cellTextField<T>(parse: (text: string) => T | undefined, problem: Problem): Field<T> {
  return field({}, (text, fail): T => (isPlain(text) ? parse(text) : undefined) ?? fail(problem));
}

/** A workbook's column for a fact, an attribute of a thing. An empty cell means that the thing lacks the fact. */
interface FactColumn<Value> extends TableColumn {
  readonly field: Field<Value>;
  readonly toText: (value: NonNullable<Value>) => string;
}

export type FactColumns<Facts> = { readonly [Key in keyof Facts]-?: FactColumn<Change<Facts>[Key]> };

/** Reads from a row which facts change: an empty cell removes a fact, a missing column leaves it. Problems are reported. */
export function readFacts<Facts>(row: TableRow<keyof Facts & string>, columns: FactColumns<Facts>): Change<Facts> {
  const entries = listColumnKeys<keyof Facts & string>(columns).map((key) => [key, row.read(key, columns[key].field)]);
  // The cast holds, since each column reads a value of its fact.
  return Object.fromEntries(entries) as Change<Facts>;
}

/** Writes the facts as the texts of cells. An absent fact is an empty text. */
export function toTextByColumn<Facts>(facts: Facts, columns: FactColumns<Facts>): Record<keyof Facts & string, string> {
  const toText = <Key extends keyof Facts & string>(key: Key) => {
    const value = facts[key];
    return value === undefined || value === null ? '' : columns[key].toText(value);
  };
  const entries = listColumnKeys<keyof Facts & string>(columns).map((key) => [key, toText(key)]);
  // The cast holds, since each column has its text.
  return Object.fromEntries(entries) as Record<keyof Facts & string, string>;
}
