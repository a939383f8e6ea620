import { useState } from 'preact/hooks';
import { api, type Failure, type Schemas, send } from '../../api/client.ts';
import { listEnumChoices, toEnumText } from '../../api/enums.ts';
import { Actions } from '../../parts/actions.tsx';
import type { Version } from '../../parts/editor.tsx';
import { formatFigure, nameCategory, parseNumber, scaleToPercent } from '../../parts/format.ts';
import { Table } from '../../parts/table.tsx';
import * as css from './standard.module.css';

export type Standard = Schemas['Standard'];

/** The typed fields of a standard; `vendors` are the ids of the units that it is for. */
export interface StandardWork extends Readonly<Record<'name' | 'overflow' | 'forbidden' | 'band', string>> {
  readonly vendors: readonly number[];
  /** The typed figures, by `toFigureKey`. */
  readonly figures: Readonly<Record<string, string>>;
  readonly forbiddenMarks: readonly string[];
  readonly unitCategories: readonly string[];
  /** The id of the standard that a new one is a copy of; empty: none. */
  readonly from: string;
}

export const splitList = (text: string): string[] => text.split(/[,，、\s]+/).filter(Boolean);

/** The names of the parts of a path. */
const partNames = {
  ...{ foodCategoryDay: '每天 g', foodCategoryDayMax: '每天最多 g' },
  ...{ foodCategoryWeek: '每周 g', foodCategoryWeekMax: '每周最多 g' },
  ...{ energyShares: '供能比 %', ingredient: '每天' },
  ...{ min: '最少', max: '最多', ul: 'UL' },
} as const;

const categoryFields = ['foodCategoryDay', 'foodCategoryDayMax', 'foodCategoryWeek', 'foodCategoryWeekMax'] as const;
const figureFields = [...categoryFields, 'energyShares', 'ingredient'] as const;
const energySources = ['protein', 'fat', 'carbohydrate'];

/** The path of a figure in a standard, as errors name it: `ingredient`, `中体力`, `能量`, `min`. */
type Path = readonly string[];
const toFigureKey = (path: Path) => path.join('\t');

const listFigurePaths = ({ figures }: StandardWork): Path[] => Object.keys(figures).map((key) => key.split('\t'));

const newStandard: StandardWork = {
  ...{ name: '', overflow: '10', vendors: [], figures: {} },
  ...{ forbidden: '', forbiddenMarks: [], unitCategories: [], band: '', from: '' },
};

/** Reads a standard with its version; id 0 is a new one. */
export async function readStandard(id: number): Promise<Version<StandardWork>> {
  if (id === 0) return { work: newStandard };
  const { body, etag } = await send(api.GET('/api/nutrition/select', { params: { query: { id } } }));
  // Without an id the call answers a list.
  const [standard] = [body].flat();
  if (standard === undefined) return { work: newStandard };
  const { name, overflow, vendors, forbidden = [], forbiddenMarks = [], unitCategories = [], band = '' } = standard;
  const figures = Object.fromEntries(figureFields.flatMap((field) => listFigures(standard[field] ?? {}, [field])));
  const bans = { forbidden: forbidden.join(), forbiddenMarks, unitCategories, band, from: '' };
  return { work: { name, vendors, overflow: toPercentText(overflow), figures, ...bans }, etag };
}

const listFigures = (tree: object, path: Path): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, subtree]) =>
    typeof subtree === 'object'
      ? listFigures(subtree, [...path, name])
      : [[toFigureKey([...path, name]), path[0] === 'energyShares' ? toPercentText(subtree) : String(subtree)]],
  );

export const toPercentText = (share: number): string => String(scaleToPercent(share));

/** Converts all fields to what the call that changes a standard takes. */
export const toAllFields = (id: number, work: StandardWork): Required<Schemas['UpdateStandardForm']> => ({
  ...{ id, ...toMainFields(work), ...toFigures(work), ...toBans(work) },
});

/** Converts the fields that a new standard has, too. */
export const toMainFields = ({ name, overflow, vendors }: StandardWork) => ({
  name,
  vendors: vendors.join(),
  overflow: Number((parseNumber(overflow) / 100).toFixed(4)),
});

function toBans({ forbidden, forbiddenMarks, unitCategories, band }: StandardWork) {
  const codes = splitList(forbidden).join();
  return { forbidden: codes, forbiddenMarks: forbiddenMarks.join(), unitCategories: unitCategories.join(), band };
}

/** Converts the figures to a tree for each field. Empty ones are left out. */
function toFigures({ figures }: StandardWork) {
  const tree = Object.fromEntries(figureFields.map((field) => [field, {}])) as Record<
    (typeof figureFields)[number],
    Record<string, never>
  >;
  for (const [key, text] of Object.entries(figures).filter(([, text]) => text !== '')) {
    const [path, value] = [key.split('\t'), parseNumber(text)];
    setFigure(tree, path, path[0] === 'energyShares' ? Number((value / 100).toFixed(4)) : value);
  }
  return tree;
}

function setFigure(tree: object, [name = '', ...rest]: Path, value: number): void {
  const subtree: object = Reflect.get(tree, name) ?? {};
  Reflect.set(tree, name, rest.length === 0 ? value : subtree);
  if (rest.length > 0) setFigure(subtree, rest, value);
}

export function describeStandard(work: StandardWork): Record<string, string> {
  const { name, overflow, vendors, figures, forbidden, forbiddenMarks, unitCategories, band } = work;
  const nameByPart = new Map<string, string>(Object.entries(partNames));
  const toLabel = (key: string) =>
    key.replace(/[^\t]+/g, (part) => nameByPart.get(part) ?? toEnumText('nutrient', part));
  const texts = Object.entries(figures).map(([key, text]) => [toLabel(key).replace(/\t/g, ' '), text]);
  const bans = {
    禁止供应的食材: forbidden,
    禁止供应的菜品: forbiddenMarks.join('、'),
    单位类别: unitCategories.join('、'),
    适用年龄: toEnumText('band', band),
  };
  return { 名称: name, '允许偏差 %': overflow, 单位编号: vendors.join('、'), ...bans, ...Object.fromEntries(texts) };
}

export interface FiguresProps {
  readonly work: StandardWork;
  readonly nutrients: readonly { readonly key: string; readonly value: string; readonly unit: string }[];
  /** Absent: the figures are read only, and empty ones are hidden. */
  readonly onFigure?: (key: string, text: string) => void;
  readonly failure?: Failure | undefined;
}

/** The figures of a standard: nutrients per day by level, and food categories per day and week. */
export function Figures({ nutrients, ...props }: FiguresProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const levels = listLevels(props.work, added);
  const others = listEnumChoices('activity').filter(({ value }) => !levels.includes(value));
  const addLevel = (level: string) => ({ text: `加「${level}」`, run: () => setAdded([...added, level]) });
  return (
    <div class={`row dense ${css.standard}`}>
      <FigureTable noun="营养素" {...props} {...buildNutrientTable(props.work, nutrients, levels)} />
      {props.onFigure && <Actions actions={others.map(({ value }) => ({ kind: 'button', ...addLevel(value) }))} />}
      <FigureTable noun="食物类别" {...props} {...buildCategoryTable(props.work)} />
      <FigureTable noun="供能比" {...props} {...buildShareTable()} />
    </div>
  );
}

type Row = Readonly<Record<'name' | 'text', string>>;

type FigureColumn = { readonly name: string; readonly path: (row: string) => Path };
type FigureTableProps = Omit<FiguresProps, 'nutrients'> & { noun: string; rows: Row[]; columns: FigureColumn[] };

function FigureTable({ work, noun, rows, columns, onFigure, failure }: FigureTableProps) {
  const typedText = (path: Path) => work.figures[toFigureKey(path)] ?? '';
  // An error names a single figure, or the range of a nutrient.
  const messageFor = (path: Path) =>
    failure?.messageByField.get(path.join('.')) ??
    failure?.messageByField.get(path.slice(0, Math.max(2, path.length - 1)).join('.'));
  const shownColumns = columns.filter(({ path }) => onFigure || rows.some(({ name }) => typedText(path(name))));
  const drawCell = (column: string, path: Path, row: string) =>
    onFigure ? (
      <input
        aria-label={`${row}，${column}`}
        aria-invalid={messageFor(path) !== undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typedText(path)}
        onInput={(event) => onFigure(toFigureKey(path), event.currentTarget.value.trim())}
      />
    ) : (
      typedText(path) && formatFigure(Number(typedText(path)))
    );
  const nameCell = ({ name, text }: Row) => {
    const messages = [...new Set(shownColumns.map(({ path }) => messageFor(path(name))).filter(Boolean))];
    const drawMessage = (message?: string) => (
      <small key={message} class="wrong">
        {message}
      </small>
    );
    return [`${text} `, ...messages.map(drawMessage)];
  };
  const figureColumns = shownColumns.map(({ name, path }) => {
    return { name, isNumber: true, cell: (row: Row) => drawCell(name, path(row.name), row.text) };
  });
  return (
    <Table
      caption={noun}
      columns={[{ name: noun, cell: nameCell }, ...figureColumns]}
      rows={rows.filter(({ name }) => onFigure || shownColumns.some(({ path }) => typedText(path(name))))}
      empty={`没有规定${noun}的量。`}
    />
  );
}

/** The rows and columns of the food categories: the usual ones, and further ones in the standard. */
function buildCategoryTable(work: StandardWork) {
  const isCategory = ([field]: Path) => categoryFields.some((categoryField) => categoryField === field);
  const standardNames = listFigurePaths(work)
    .filter(isCategory)
    .map(([, name = '']) => name);
  const names = new Set([...listEnumChoices('foodCategory').map(({ value }) => value), ...standardNames]);
  const columns = categoryFields.map((field) => ({ name: partNames[field], path: (row: string) => [field, row] }));
  return { rows: [...names].map((name) => ({ name, text: nameCategory(name) })), columns };
}

function buildShareTable() {
  const columns = (['min', 'max'] as const).map((bound) => {
    return { name: `${partNames[bound]} %`, path: (row: string) => ['energyShares', row, bound] };
  });
  return { rows: energySources.map((name) => ({ name, text: toEnumText('nutrient', name) })), columns };
}

/** The level that a standard without figures begins with. */
const USUAL_LEVEL = '中体力';

/** The levels with figures, and those that the person has added: most standards have one. */
function listLevels(work: StandardWork, added: readonly string[]): string[] {
  const filledLevels = listFigurePaths(work).flatMap(([field, level = '']) => (field === 'ingredient' ? level : []));
  const shown = filledLevels.length > 0 ? [...filledLevels, ...added] : [USUAL_LEVEL, ...added];
  const usual = listEnumChoices('activity').map(({ value }) => value);
  return [...new Set([...usual.filter((level) => shown.includes(level)), ...shown])];
}

/** The rows and columns of the nutrients. A standard names a nutrient by key or by name, or has further ones. */
function buildNutrientTable(work: StandardWork, nutrients: FiguresProps['nutrients'], levels: readonly string[]) {
  const nutrientPaths = listFigurePaths(work).filter(([field]) => field === 'ingredient');
  const namesWithoutRow = new Set(nutrientPaths.map(([, , name = '']) => name));
  const shownNutrients = nutrients.filter(({ key }) => key !== 'vitamin-a-rae' || namesWithoutRow.has(key));
  const rows = shownNutrients.map(({ key, value, unit }) => {
    const name = namesWithoutRow.has(key) ? key : value;
    namesWithoutRow.delete(name);
    // Standards and menus count vitamin A in μg RAE, whatever the unit on labels.
    return { name, text: `${value} ${key === 'vitamin-a' ? 'μg RAE' : unit}` };
  });
  const columns = levels.flatMap((level) =>
    (['min', 'max', 'ul'] as const).map((bound) => {
      return { name: `${level} ${partNames[bound]}`, path: (row: string) => ['ingredient', level, row, bound] };
    }),
  );
  return { rows: [...rows, ...[...namesWithoutRow].map((name) => ({ name, text: name }))], columns };
}
