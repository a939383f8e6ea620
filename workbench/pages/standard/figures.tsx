import { choicesOf } from '../../api/enums.ts';
import type { Failure } from '../../api/failure.ts';
import { figure } from '../../parts/format.ts';
import { Table } from '../../parts/table.tsx';
import { type Path, partNames, pathsOf, placeOf, type StandardWork } from './standard.ts';

/** What the figures are shown with. */
export interface FiguresProps {
  readonly work: StandardWork;
  readonly nutrients: readonly { readonly key: string; readonly value: string; readonly unit: string }[];
  /** Absent: the figures can only be read, and what is empty is left out. */
  readonly onFigure?: (place: string, text: string) => void;
  readonly failure?: Failure | undefined;
}

/** The figures of a standard: what a day has of nutrients by level, and days and weeks of the categories of food. */
export function Figures({ nutrients, ...props }: FiguresProps) {
  return (
    <div class="standard">
      <FigureTable noun="营养素" {...props} {...nutrientsOf(props.work, nutrients)} />
      <FigureTable noun="食物类别" {...props} {...categoriesOf(props.work)} />
    </div>
  );
}

/** A row, as the standard names it and as people do. */
type Row = Readonly<Record<'name' | 'text', string>>;

interface FigureTableProps extends Omit<FiguresProps, 'nutrients'> {
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly columns: readonly { readonly name: string; readonly path: (row: string) => Path }[];
}

/** Figures to be read, or to be changed where they stand. */
function FigureTable({ work, noun, rows, columns, onFigure, failure }: FigureTableProps) {
  const textOf = (path: Path) => work.figures[placeOf(path)] ?? '';
  // A refusal names a figure, or a range of three.
  const wrongAt = (path: Path) =>
    failure?.fields.get(path.join('.')) ?? failure?.fields.get(path.slice(0, 3).join('.'));
  const shown = columns.filter(({ path }) => onFigure || rows.some(({ name }) => textOf(path(name))));
  const cellOf = (column: string, path: Path, row: string) =>
    onFigure ? (
      <input
        aria-label={`${row}，${column}`}
        aria-invalid={wrongAt(path) !== undefined}
        inputMode="decimal"
        autoComplete="off"
        value={textOf(path)}
        onInput={(event) => onFigure(placeOf(path), event.currentTarget.value.trim())}
      />
    ) : (
      textOf(path) && figure(Number(textOf(path)))
    );
  const named = ({ name, text }: Row) => {
    const wrong = new Set(shown.map(({ path }) => wrongAt(path(name))).filter(Boolean));
    return [
      `${text} `,
      ...[...wrong].map((why) => (
        <small key={why} class="wrong">
          {why}
        </small>
      )),
    ];
  };
  const numbers = shown.map(({ name, path }) => {
    return { name, isNumber: true, cell: (row: Row) => cellOf(name, path(row.name), row.text) };
  });
  return (
    <Table
      caption={noun}
      columns={[{ name: noun, cell: named }, ...numbers]}
      rows={rows.filter(({ name }) => onFigure || shown.some(({ path }) => textOf(path(name))))}
      keyOf={({ name }) => name}
      empty={`没有规定${noun}的量。`}
    />
  );
}

/** The categories of food: the usual ones, and those that the standard has besides. */
function categoriesOf(work: StandardWork) {
  const own = pathsOf(work).flatMap(([field, name = '']) => (field === 'ingredient' ? [] : [name]));
  const names = new Set([...choicesOf('foodCategory').map(({ value }) => value), ...own]);
  const columns = (['foodCategoryDay', 'foodCategoryWeek'] as const).map((field) => {
    return { name: partNames[field], path: (row: string) => [field, row] };
  });
  return { rows: [...names].map((name) => ({ name, text: name })), columns };
}

/** The nutrients as the standard names them, by key or by name, in their order; then what else it names. */
function nutrientsOf(work: StandardWork, nutrients: FiguresProps['nutrients']) {
  const ranges = pathsOf(work).filter(([field]) => field === 'ingredient');
  const used = new Set(ranges.map(([, , name = '']) => name));
  const usual = nutrients.filter(({ key }) => key !== 'vitamin-a-rae' || used.has(key));
  const rows = usual.map(({ key, value, unit }) => {
    const name = used.has(key) ? key : value;
    used.delete(name);
    // Standards and menus count vitamin A so, whatever its unit on labels.
    return { name, text: `${value} ${key === 'vitamin-a' ? 'μg RAE' : unit}` };
  });
  const levels = new Set([...choicesOf('activity').map(({ value }) => value), ...ranges.map(([, one = '']) => one)]);
  const columns = [...levels].flatMap((level) =>
    (['min', 'max', 'ul'] as const).map((bound) => {
      return { name: `${level} ${partNames[bound]}`, path: (row: string) => ['ingredient', level, row, bound] };
    }),
  );
  return { rows: [...rows, ...[...used].map((name) => ({ name, text: name }))], columns };
}
