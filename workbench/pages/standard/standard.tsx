import { api, type Schemas, send } from '../../api/client.ts';
import { choicesOf, nameIn } from '../../api/enums.ts';
import type { Failure } from '../../api/failure.ts';
import type { Version } from '../../parts/editor.tsx';
import { figure, typedNumber } from '../../parts/format.ts';
import { Table } from '../../parts/table.tsx';
import * as css from './standard.module.css';

export type Standard = Schemas['Standard'];

/** What is typed of a standard. */
export interface StandardWork {
  readonly name: string;
  /** The tolerated deviation in per cent. */
  readonly overflow: string;
  readonly vendors: readonly number[];
  /** Figures as they are typed, by their places. */
  readonly figures: Readonly<Record<string, string>>;
}

/** What people call the parts of a path. */
const partNames = {
  ...{ foodCategoryDay: '每天 g', foodCategoryWeek: '每周 g', ingredient: '每天' },
  ...{ min: '最少', max: '最多', ul: 'UL' },
} as const;

/** Where a figure stands in a standard, as a refusal names it: `ingredient`, `中体力`, `能量`, `min`. */
type Path = readonly string[];
const placeOf = (path: Path) => path.join('\t');

function pathsOf({ figures }: StandardWork): Path[] {
  return Object.keys(figures).map((place) => place.split('\t'));
}

const NEW: Version<StandardWork> = { work: { name: '', overflow: '10', vendors: [], figures: {} }, etag: undefined };

/** Reads a standard with its version; 0: a new one. */
export async function readStandard(id: number): Promise<Version<StandardWork>> {
  if (id === 0) return NEW;
  const { body, etag } = await send(api.GET('/api/nutrition/select', { params: { query: { id } } }));
  // Without an id the call answers a list.
  const [standard] = [body].flat();
  if (standard === undefined) return NEW;
  const { name, overflow, vendors, foodCategoryDay, foodCategoryWeek, ingredient } = standard;
  const figures = Object.fromEntries(listFigures({ foodCategoryDay, foodCategoryWeek, ingredient }));
  return { work: { name, vendors, overflow: toPercent(overflow), figures }, etag };
}

function listFigures(tree: object, path: Path = []): [place: string, text: string][] {
  return Object.entries(tree).flatMap(([name, below]) =>
    typeof below === 'object' ? listFigures(below, [...path, name]) : [[placeOf([...path, name]), String(below)]],
  );
}

/** A share in per cent: 0.07 is 7, not 7.000000000000001. */
export function toPercent(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}

/** A standard as a call takes it, without its figures. */
export function toNaming({ name, overflow, vendors }: StandardWork) {
  return { name, vendors: vendors.join(), overflow: Number((typedNumber(overflow) / 100).toFixed(4)) };
}

/** The figures as a call takes them. What is empty is left out. */
export function toFigures({ figures }: StandardWork) {
  const all = { foodCategoryDay: {}, foodCategoryWeek: {}, ingredient: {} };
  const typed = Object.entries(figures).filter(([, text]) => text !== '');
  for (const [place, text] of typed) put(all, place.split('\t'), typedNumber(text));
  return all;
}

function put(tree: object, [first = '', ...rest]: Path, value: number): void {
  const below: object = Reflect.get(tree, first) ?? {};
  Reflect.set(tree, first, rest.length === 0 ? value : below);
  if (rest.length > 0) put(below, rest, value);
}

/** What a standard holds, as people read it. */
export function tellStandard({ name, overflow, vendors, figures }: StandardWork): Record<string, string> {
  const names = new Map<string, string>(Object.entries(partNames));
  const nameOf = (place: string) => place.replace(/[^\t]+/g, (part) => names.get(part) ?? nameIn('nutrient', part));
  const told = Object.entries(figures).map(([place, text]) => [nameOf(place).replace(/\t/g, ' '), text]);
  return { 名称: name, '允许偏差 %': overflow, 单位编号: vendors.join('、'), ...Object.fromEntries(told) };
}

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
    <div class={`row dense ${css.standard}`}>
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
