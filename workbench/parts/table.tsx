import type { ComponentChildren, ComponentProps } from 'preact';
import { type Asked, Loaded } from './asked.tsx';
import { type Choice, SelectField, TextField } from './field.tsx';
import { useQuery } from './query.ts';
import { Steps } from './steps.tsx';

/** A filter of a list: the name under which it stands in the address, and the field that sets it. */
interface Filter extends Partial<ComponentProps<typeof TextField>> {
  readonly name: string;
  readonly label: string;
  /** Absent: it is typed. */
  readonly choices?: readonly Choice[];
}

/** The filters above a list, as its address has them. A part that chooses otherwise stands before them. */
export function Filters({ of, children }: { readonly of: readonly Filter[]; readonly children?: ComponentChildren }) {
  const { filterBy } = useQuery();
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {children}
      {of.map(({ name, label, choices, ...rest }) =>
        choices ? (
          <SelectField
            key={name}
            choices={[{ value: '', text: '全部' }, ...choices]}
            {...{ label, ...filterBy(name) }}
          />
        ) : (
          <TextField key={name} type="search" maxLength={100} {...rest} {...{ label, ...filterBy(name) }} />
        ),
      )}
    </form>
  );
}

/** A page of a list as the service answers it; numbers begin at 0. */
interface PageOf<Row> {
  readonly content: readonly Row[];
  readonly number: number;
  readonly totalPages: number;
  readonly totalElements: number;
}

type ListProps<Row> = Omit<TableProps<Row>, 'rows'> & { readonly asked: Asked<PageOf<Row> | undefined> };

/** A page of a list in a table, with the way to its other pages. */
export function List<Row>({ asked, ...table }: ListProps<Row>) {
  return (
    <Loaded asked={asked}>
      {(page) =>
        page && (
          <>
            <Table {...table} rows={page.content} />
            <Pager page={page} />
          </>
        )
      }
    </Loaded>
  );
}

/** Leads through the pages of a list, as the service pages it. */
function Pager({ page: { number, totalPages, totalElements } }: { readonly page: PageOf<unknown> }) {
  const { setQuery } = useQuery();
  if (totalPages <= 1) return <p class="pager faint">共 {totalElements} 条</p>;
  const turn = (text: string, to: number) => {
    const act = () => setQuery({ page: to === 0 ? '' : `${to}` });
    return <Steps steps={[{ text, kind: 'button', isDisabled: to < 0 || to >= totalPages, act }]} />;
  };
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
