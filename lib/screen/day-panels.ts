import { mealNames } from '../domain/meal.ts';
import { nameGroup } from '../domain/screen/screen.ts';
import type { ServedAmount, ServedDay, ServedDish, ServedNutrient } from '../domain/screen/served-day.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { type Run, widthAt } from './measure.ts';
import { type Panel, plainCell, type Row } from './panel.ts';
import { describePeople, formatAmount } from './words.ts';

/** The type size of notes after a name or an amount. */
const SMALL_SIZE = 24;
/** The most characters of group names in the heading of one column. */
const MAX_HEADING_CHARACTERS = 16;
const BAR = { width: 250, height: 22 };
const GAP = 14;
/** The least width of an amount that has a judgement. */
const MIN_VALUE_WIDTH = 110;

/** Makes the table of a day's dishes, with grams per person. */
export function dishesPanel(day: ServedDay, title: string): Panel {
  const columns = gramsColumns(day);
  return {
    title,
    subtitle: day.menu,
    className: 'dishes',
    corner: '每人克数（生重）',
    columns: columns.map(({ groups }) => groupHeading(groups)),
    padding: 14,
    rows: day.meals.flatMap(({ meal, dishes }): Row[] => [
      { heading: [], html: mealNames[meal] },
      ...dishes.map((dish) => dishRow(dish, columns)),
    ]),
  };
}

interface GramsColumn {
  readonly groups: ServedDay['groups'];
  /** The index of the group whose grams it has. */
  readonly index: number;
}

/** Groups share a column if their grams are the same all day and their names fit into its heading. */
function gramsColumns({ groups, meals }: ServedDay): GramsColumn[] {
  const columns: (GramsColumn & { readonly grams: string })[] = [];
  groups.forEach((group, index) => {
    const grams = JSON.stringify(meals.map(({ dishes }) => dishes.map((dish) => dish.grams[index] ?? '')));
    const sameIndex = columns.findIndex((one) => {
      return one.grams === grams && [...nameGroups([...one.groups, group])].length <= MAX_HEADING_CHARACTERS;
    });
    const sameColumn = columns[sameIndex];
    if (sameColumn) columns[sameIndex] = { ...sameColumn, groups: [...sameColumn.groups, group] };
    else columns.push({ groups: [group], index, grams });
  });
  return columns;
}

function nameGroups(groups: ServedDay['groups']): string {
  return groups.map(nameGroup).join('、');
}

/** The names of groups that share a column, and the number of their people. */
function groupHeading(groups: ServedDay['groups']): Run[] {
  const people = describePeople(groups);
  return [{ text: nameGroups(groups) }, ...(people === '' ? [] : [{ text: people, isUnbroken: true }])];
}

function dishRow(dish: ServedDish, columns: readonly GramsColumn[]): Row {
  const tags = [...dish.allergens.map(String), ...(dish.isUnclear ? ['成分不明'] : [])];
  const spans = tags.map((tag) => markup`<span>${tag}</span>`);
  return {
    heading: [
      { text: dish.name },
      ...tags.map((text): Run => ({ text: `${text} 、`, size: SMALL_SIZE, isUnbroken: true })),
    ],
    html: markup`${dish.name}${tags.length === 0 ? '' : markup` <small>${joinMarkup(spans, '、')}</small>`}`,
    cells: columns.map(({ index }) => {
      const grams = dish.grams[index];
      return plainCell(grams === undefined ? '—' : formatAmount(grams));
    }),
  };
}

/** Makes the table of a day's nutrients for each group, compared with the standard. */
export function nutrientsPanel(day: ServedDay, title: string): Panel {
  const isOnlyGroup = day.groups.length === 1;
  const shown = [...day.nutrients, day.salt];
  const standards = [...new Set(day.groups.flatMap(({ standard }) => standard ?? []))];
  const amounts = shown.flatMap((nutrient) => nutrient.amounts);
  const hasShortWords = amounts.every((amount) => amount?.judgement !== '数据不足');
  return {
    title,
    subtitle: standards.length === 0 ? '' : `按${standards.join('、')}`,
    className: hasShortWords ? 'nutrients' : 'nutrients wide',
    corner: '每人每日',
    columns: day.groups.map((group) => groupHeading([group])),
    padding: 8,
    rows: [
      ...shown.map((nutrient) => nutrientRow(nutrient, { isOnlyGroup, hasShortWords })),
      { ...nameWithUnit('食物种类', '种'), cells: day.kinds.map((kinds) => plainCell(kinds?.toString() ?? '—')) },
    ],
  };
}

/** How amounts are drawn: for a single group with a bar, and with a short or a wide column for judgements. */
interface AmountStyle {
  readonly isOnlyGroup: boolean;
  readonly hasShortWords: boolean;
}

function nutrientRow({ name, unit, amounts }: ServedNutrient, style: AmountStyle): Row {
  return { ...nameWithUnit(name, unit), cells: amounts.map((amount) => amountCell(amount, style)) };
}

function nameWithUnit(name: string, unit: string): Pick<Row, 'heading' | 'html'> {
  return {
    heading: [{ text: name }, { text: ` ${unit}`, size: SMALL_SIZE, isUnbroken: true }],
    html: markup`${name} <small>${unit}</small>`,
  };
}

/** The CSS classes of judgements. */
const judgementClasses = { 不足: 'low', 适量: 'good', 过量: 'high', 数据不足: 'unsure' } as const;

function amountCell(amount: ServedAmount | undefined, { isOnlyGroup, hasShortWords }: AmountStyle) {
  if (!amount) return plainCell('—');
  const { judgement } = amount;
  const value = `${amount.isAtLeast ? '≥' : ''}${formatAmount(amount.value)}`;
  const bar = isOnlyGroup && judgement ? drawBar(amount) : '';
  const word = judgement ? markup`<b class="${judgementClasses[judgement]}">${judgement}</b>` : '';
  return {
    textWidth: widthAt(value, 1),
    minTextWidth: MIN_VALUE_WIDTH,
    fixedWidth:
      (judgement ? widthAt(hasShortWords ? '适量' : '数据不足', SMALL_SIZE) + GAP : 0) +
      (bar === '' ? 0 : BAR.width + 2 * GAP),
    html: markup`${bar}<i>${value}</i>${word}`,
  };
}

/** Draws an amount on a bar with the standard's range and its tolerance. */
function drawBar({ value, judgement, ...range }: ServedAmount): Markup {
  const toNumber = (bound: string | undefined, otherwise: number) => (bound === undefined ? otherwise : Number(bound));
  const [amount, least] = [Number(value), toNumber(range.least, 0)];
  const most = toNumber(range.most, Math.max(amount, least * 1.4) * 1.15);
  const end = range.most === undefined ? most : 1.15 * Math.max(amount, most);
  const toX = (number: number) => Math.round((number / (end || 1)) * BAR.width);
  const stripe = (name: string, from: number, to: number) =>
    markup`<rect class="${name}" x="${toX(from)}" y="8" width="${Math.max(toX(to) - toX(from), 0)}" height="6"/>`;
  const { height, width } = BAR;
  return markup`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true" class="${judgement ? judgementClasses[judgement] : ''}">
<rect class="track" y="8" width="${width}" height="6"/>${stripe('tolerance', least, most)}${stripe('range', toNumber(range.min, 0), toNumber(range.max, most))}
<circle cx="${Math.min(Math.max(toX(amount), 9), width - 9)}" cy="11" r="9"/></svg>`;
}
