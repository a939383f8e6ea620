import type { ComponentChildren } from 'preact';
import { PageLink, type Query, Section } from '../../parts/page.tsx';

interface ShortListProps<Row> extends Readonly<Record<'title' | 'to' | 'empty', string>> {
  readonly query: Query<readonly Row[]>;
  readonly rowKey: (row: Row) => string | number;
  readonly children: (row: Row) => ComponentChildren;
}

/** A section of the home page: a short list under a link to the page `to` with the whole list. */
export function ShortList<Row>({ title, to, query, rowKey, empty, children }: ShortListProps<Row>) {
  return (
    <Section title={<PageLink to={to}>{title}</PageLink>}>
      {query.draw((rows) => (
        <ul class="ruled">
          {rows.length === 0 && <li class="faint">{empty}</li>}
          {rows.map((row) => (
            <li key={rowKey(row)}>{children(row)}</li>
          ))}
        </ul>
      ))}
    </Section>
  );
}
