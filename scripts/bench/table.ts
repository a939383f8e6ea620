import { toTextTable } from '../command/text-table.ts';

export type Cell = string | number;

/** A table of measurements. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const NUMBER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Renders a table as plain text in columns. */
export function renderText({ title, head, rows }: Table): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? NUMBER_FORMAT.format(cell) : cell)));
  return [title, '', ...toTextTable(head, texts), ''].join('\n');
}
