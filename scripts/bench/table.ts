/** A cell: numbers are aligned right, words left. */
export type Cell = string | number;

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const THOUSANDS = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A table of plain text in columns. */
export function renderText({ title, head, rows }: Table): string {
  const texts = [head, ...rows.map((row) => row.map(toText))];
  const widths = head.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)));
  const lines = texts.map((row, index) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0;
        return typeof rows[index - 1]?.[column] === 'number' ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return [title, '', ...lines, ''].join('\n');
}

function toText(cell: Cell): string {
  return typeof cell === 'number' ? THOUSANDS.format(cell) : cell;
}
