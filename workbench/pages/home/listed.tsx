import type { ComponentChildren } from 'preact';
import { type Asked, Loaded } from '../../parts/asked.tsx';
import { Way } from '../../parts/way.tsx';

interface ListedProps<Row> {
  readonly title: string;
  /** The page that has all of them. */
  readonly to: string;
  readonly asked: Asked<readonly Row[]>;
  readonly keyOf: (row: Row) => string | number;
  readonly empty: string;
  readonly children: (row: Row) => ComponentChildren;
}

/** A part of the home page: a short list, under the way to the page that has all. */
export function Listed<Row>({ title, to, asked, keyOf, empty, children }: ListedProps<Row>) {
  return (
    <section>
      <h2>
        <Way to={to}>{title}</Way>
      </h2>
      <Loaded asked={asked}>
        {(rows) => (
          <ul class="ruled">
            {rows.length === 0 && <li class="faint">{empty}</li>}
            {rows.map((row) => (
              <li key={keyOf(row)}>{children(row)}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
