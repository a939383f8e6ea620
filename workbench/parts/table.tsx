import type { ComponentChildren } from 'preact';

/** A column of a table: its heading, and what stands in it. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand on the right. */
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers and above it. */
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** What to do first where there are no rows. */
  readonly empty: ComponentChildren;
  /** Whether on a phone each row stands by itself, its cells below one another with the names of their columns. */
  readonly isStacked?: boolean;
}

/** A table that scrolls sideways by itself where the window is narrow. */
export function Table<Row>({ caption, columns, rows, keyOf, empty, isStacked }: TableProps<Row>) {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse must be able to scroll it
    <section class={`table ${isStacked ? 'stacked' : ''}`} tabIndex={0} aria-label={caption}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" class={isNumber ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, isNumber }, index) => {
                const [Cell, scope] = index === 0 ? (['th', 'row'] as const) : (['td'] as const);
                return (
                  <Cell key={name} scope={scope} class={isNumber ? 'number' : ''} data-name={name}>
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PagerProps {
  /** A page as the service answers it; numbers begin at 0. */
  readonly page: { readonly number: number; readonly totalPages: number; readonly totalElements: number };
  readonly onPage: (number: number) => void;
}

/** Leads through the pages of a list, as the service pages it. */
export function Pager({ page: { number, totalPages, totalElements }, onPage }: PagerProps) {
  if (totalPages <= 1) return <p class="pager faint">共 {totalElements} 条</p>;
  const turn = (text: string, to: number) => (
    <button type="button" disabled={to < 0 || to >= totalPages} onClick={() => onPage(to)}>
      {text}
    </button>
  );
  return (
    <nav class="pager" aria-label="翻页">
      {turn('上一页', number - 1)}
      <span>
        第 {number + 1} / {totalPages} 页，共 {totalElements} 条
      </span>
      {turn('下一页', number + 1)}
    </nav>
  );
}
