import type { ComponentChildren, ComponentProps, RenderableProps } from 'preact';
import { Actions } from './actions.tsx';
import { type Choice, SelectField, TextField } from './field.tsx';
import { type Query, useSearchParams } from './page.tsx';

/** A filter of a list: a list of choices or a text input. `name` is that of its parameter in the address. */
type Filter = { readonly name: string; readonly label: string } & (
  | { readonly choices: readonly Choice[] }
  | ({ readonly choices?: never } & Partial<ComponentProps<typeof TextField>>)
);

/** The filters above a list. Each change is written into the address, from which the page reads. */
export function Filters({ filters, children }: RenderableProps<{ readonly filters: readonly Filter[] }>) {
  const { bindFilter } = useSearchParams();
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {children}
      {filters.map(({ name, label, choices, ...rest }) =>
        choices ? (
          <SelectField key={name} none="全部" {...{ label, choices, ...bindFilter(name) }} />
        ) : (
          <TextField key={name} type="search" maxLength={100} {...rest} {...{ label, ...bindFilter(name) }} />
        ),
      )}
    </form>
  );
}

/** A page of a list as the service answers it. Page numbers start at 0. */
interface ListPage<Row> extends Readonly<Record<'number' | 'totalPages' | 'totalElements', number>> {
  readonly content: readonly Row[];
}

type ListProps<Row> = Omit<TableProps<Row>, 'rows'> & { readonly query: Query<ListPage<Row>> };

/** A table of one page of a list, with links to the other pages. */
export function List<Row>({ query, ...table }: ListProps<Row>) {
  return query.draw((page) => (
    <>
      <Table {...table} rows={page.content} />
      <Pager page={page} />
    </>
  ));
}

function Pager({ page: { number: pageNo, totalPages, totalElements } }: { readonly page: ListPage<unknown> }) {
  const { setParams } = useSearchParams();
  if (totalPages <= 1) return totalElements > 0 && <p class="pager faint">共 {totalElements} 条</p>;
  const pageButton = (text: string, toPage: number) => {
    const run = () => setParams({ page: toPage === 0 ? '' : `${toPage}` });
    return <Actions actions={[{ text, kind: 'button', isDisabled: toPage < 0 || toPage >= totalPages, run }]} />;
  };
  return (
    <nav class="pager" aria-label="翻页">
      {pageButton('上一页', pageNo - 1)}
      <span>{`第 ${pageNo + 1} / ${totalPages} 页，共 ${totalElements} 条`}</span>
      {pageButton('下一页', pageNo + 1)}
    </nav>
  );
}

export interface Column<Row> {
  /** The header. On a phone, where there are no headers, it stands before each cell. */
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  readonly caption: string;
  /** The cells of the first column are row headers. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Absent: a row is known by its id, or by its place. */
  readonly rowKey?: (row: Row) => string | number | undefined;
  /** The text in place of an empty table. It says what to do first. */
  readonly empty: ComponentChildren;
}

const findId = (row: unknown): number | undefined =>
  typeof row === 'object' && row !== null && 'id' in row ? Number(row.id) : undefined;

/** A table that scrolls sideways in its own box. A phone shows each row as a card, except inside `.dense`. */
export function Table<Row>({ caption, columns, rows, rowKey = findId, empty }: TableProps<Row>) {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse must be able to scroll it
    <section class="table" tabIndex={0} aria-label={caption}>
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
          {rows.map((row, rowIndex) => (
            <tr key={rowKey(row) ?? rowIndex}>
              {columns.map(({ name, cell, isNumber }, columnIndex) => {
                const [Cell, scope] = columnIndex === 0 ? (['th', 'row'] as const) : (['td', undefined] as const);
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
