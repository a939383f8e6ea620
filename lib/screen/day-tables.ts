import { mealNames } from '../domain/meal.ts';
import type { ServedAmount, ServedDay, ServedDish } from '../domain/screen/served-day.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { measureWidthEm, type Run } from './measure.ts';
import { type Row, type SlideTable, toPlainCell } from './slide-table.ts';
import { describePeople, formatAmount } from './words.ts';

// All lengths are in pixels of the design. They agree with the nutrients' design in `style.ts`.
const SMALL_TYPE_SIZE = 24;
/** The maximum characters of the heading of a column that several groups share. */
const MAX_HEADING_CHARACTERS = 16;
const BAR = { width: 250, height: 22, stripeTop: 8, stripeHeight: 6, dotRadius: 9 };
/** The length of a bar's scale, as a multiple of the largest figure that it must show. */
const SCALE_LENGTH_FACTOR = 1.15;
/** The figure that a bar without a maximum must show, as a multiple of the minimum. The range lasts to the end of the scale. */
const OPEN_RANGE_FACTOR = 1.4;
/** The gaps around a bar, and before a judgement. */
const GAP = 14;
/** What a row's padding and border add to the height of its text. */
const ROW_PADDING = { dishes: 14, nutrients: 8 };
/** The minimum width of an amount that has a judgement. */
const MIN_AMOUNT_WIDTH = 110;

/** Makes the table of a day's dishes, with grams per person. Each meal is a section. */
export function toDishesTable(day: ServedDay, title: string): SlideTable {
  const columns = makeGroupColumns(day, (groupIndex) =>
    day.meals.map(({ dishes }) => dishes.map((dish) => dish.gramsByGroup[groupIndex] ?? '')),
  );
  return {
    title,
    subtitle: day.menuName,
    className: 'dishes',
    corner: '每人克数（生重）',
    columnHeadings: columns.map(({ groups }) => toGroupHeading(groups)),
    rowPadding: ROW_PADDING.dishes,
    rows: day.meals.flatMap(({ meal, dishes }): Row[] => [
      // The heading of a section has a fixed height, so it is not measured.
      { labelRuns: [], labelMarkup: mealNames[meal] },
      ...dishes.map((dish) => toDishRow(dish, columns)),
    ]),
  };
}

interface GroupColumn {
  readonly groups: ServedDay['groups'][number][];
  /** The index of a group with the amounts of this column. */
  readonly groupIndex: number;
}

/** Makes the columns. Groups share one if all their amounts are the same and their names fit into its heading. */
function makeGroupColumns({ groups }: ServedDay, listAmounts: (groupIndex: number) => unknown[]): GroupColumn[] {
  const columns: (GroupColumn & { readonly amountsKey: string })[] = [];
  groups.forEach((group, groupIndex) => {
    const amountsKey = JSON.stringify(listAmounts(groupIndex));
    const column = columns.find((candidate) => {
      const heading = nameGroups([...candidate.groups, group]);
      return candidate.amountsKey === amountsKey && [...heading].length <= MAX_HEADING_CHARACTERS;
    });
    if (column) column.groups.push(group);
    else columns.push({ groups: [group], groupIndex, amountsKey });
  });
  return columns;
}

function nameGroups(groups: ServedDay['groups']): string {
  return groups.map(({ name }) => name).join('、');
}

function toGroupHeading(groups: ServedDay['groups']): Run[] {
  const people = describePeople(groups);
  return [{ text: nameGroups(groups) }, ...(people === '' ? [] : [{ text: people, isUnbroken: true }])];
}

function toDishRow(dish: ServedDish, columns: readonly GroupColumn[]): Row {
  const allergenNotes = [...dish.allergens.map(String), ...(dish.hasUnknownAllergens ? ['成分不明'] : [])];
  const spans = allergenNotes.map((note) => markup`<span>${note}</span>`);
  return {
    labelRuns: [
      { text: dish.name },
      // ` 、` allows for the space before the notes, and for the comma between them.
      ...allergenNotes.map((note): Run => ({ text: `${note} 、`, typeSize: SMALL_TYPE_SIZE, isUnbroken: true })),
    ],
    labelMarkup: markup`${dish.name}${allergenNotes.length === 0 ? '' : markup` <small>${joinMarkup(spans, '、')}</small>`}`,
    cells: columns.map(({ groupIndex }) => {
      const grams = dish.gramsByGroup[groupIndex];
      return toPlainCell(grams === undefined ? '—' : formatAmount(grams));
    }),
  };
}

/** Makes the table of a day's nutrients for each group, judged by the standard. */
export function toNutrientsTable(day: ServedDay, title: string): SlideTable {
  const nutrients = [...day.nutrients, day.salt];
  const columns = makeGroupColumns(day, (groupIndex) => [
    ...nutrients.map(({ amountByGroup }) => amountByGroup[groupIndex]),
    day.groups[groupIndex]?.frozenDay?.kinds,
  ]);
  const standardNames = [...new Set(day.groups.flatMap(({ usedStandard }) => usedStandard?.name ?? []))];
  const amounts = nutrients.flatMap((nutrient) => nutrient.amountByGroup);
  const hasShortJudgements = amounts.every((amount) => amount?.judgement !== '数据不足');
  const amountStyle = { isOnlyColumn: columns.length === 1, hasShortJudgements };
  return {
    title,
    subtitle: standardNames.length === 0 ? '' : `按${standardNames.join('、')}`,
    className: hasShortJudgements ? 'nutrients' : 'nutrients wide',
    corner: '每人每日',
    columnHeadings: columns.map(({ groups }) => toGroupHeading(groups)),
    rowPadding: ROW_PADDING.nutrients,
    rows: [
      ...nutrients.map(({ name, unit, amountByGroup }) => ({
        ...toLabelWithUnit(name, unit),
        cells: columns.map(({ groupIndex }) => toAmountCell(amountByGroup[groupIndex], amountStyle)),
      })),
      {
        ...toLabelWithUnit('食物种类', '种'),
        cells: columns.map(({ groupIndex }) => toPlainCell(day.groups[groupIndex]?.frozenDay?.kinds.toString() ?? '—')),
      },
    ],
  };
}

function toLabelWithUnit(name: string, unit: string): Pick<Row, 'labelRuns' | 'labelMarkup'> {
  return {
    labelRuns: [{ text: name }, { text: ` ${unit}`, typeSize: SMALL_TYPE_SIZE, isUnbroken: true }],
    labelMarkup: markup`${name} <small>${unit}</small>`,
  };
}

const classByJudgement = { 不足: 'low', 适量: 'good', 过量: 'high', 数据不足: 'unsure' } as const;

/** Whether the table has space for bars, and whether all its judgements have two characters, so that they need less width. */
type AmountStyle = Readonly<Record<'isOnlyColumn' | 'hasShortJudgements', boolean>>;

/** Makes the cell of an amount: its bar, its value and its judgement; without a judgement only the value. */
function toAmountCell(amount: ServedAmount | undefined, { isOnlyColumn, hasShortJudgements }: AmountStyle) {
  if (!amount) return toPlainCell('—');
  const { judgement } = amount;
  const valueText = `${amount.isAtLeast ? '≥' : ''}${formatAmount(amount.value)}`;
  const textWidths = { textWidthEm: measureWidthEm(valueText), minTextWidth: MIN_AMOUNT_WIDTH };
  if (!judgement) return { ...textWidths, content: markup`<i>${valueText}</i>` };
  const bar = isOnlyColumn ? drawBar(amount) : '';
  const judgementWidth = measureWidthEm(hasShortJudgements ? '适量' : '数据不足') * SMALL_TYPE_SIZE + GAP;
  return {
    ...textWidths,
    fixedWidth: judgementWidth + (isOnlyColumn ? BAR.width + 2 * GAP : 0),
    content: markup`${bar}<i>${valueText}</i><b class="${classByJudgement[judgement]}">${judgement}</b>`,
  };
}

/** Draws an amount as a dot on a bar with the standard's range and its tolerance. The scale leaves a margin beyond them. */
function drawBar({ value, judgement, ...range }: ServedAmount): Markup {
  const { width, height, stripeTop, stripeHeight, dotRadius } = BAR;
  const amount = Number(value);
  const toleratedMin = Number(range.toleratedMin ?? 0);
  const scaleEnd =
    Math.max(amount, Number(range.toleratedMax ?? toleratedMin * OPEN_RANGE_FACTOR)) * SCALE_LENGTH_FACTOR;
  const toleratedMax = Number(range.toleratedMax ?? scaleEnd);
  // If amount and range are 0, so is the end of the scale.
  const toX = (figure: number) => Math.round((figure / (scaleEnd || 1)) * width);
  const drawStripe = (className: string, from: number, to: number) =>
    markup`<rect class="${className}" x="${toX(from)}" y="${stripeTop}" width="${Math.max(toX(to) - toX(from), 0)}" height="${stripeHeight}"/>`;
  const toleranceStripe = drawStripe('tolerance', toleratedMin, toleratedMax);
  const rangeStripe = drawStripe('range', Number(range.min ?? 0), Number(range.max ?? toleratedMax));
  // The dot stays on the bar. That of an amount outside the tolerance is at least a pixel outside, however close the amount is.
  const maxX = judgement === '不足' ? toX(toleratedMin) - 1 : width - dotRadius;
  const minX = judgement === '过量' ? toX(toleratedMax) + 1 : dotRadius;
  const dotX = Math.min(Math.max(toX(amount), minX), maxX);
  return markup`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true" class="${judgement ? classByJudgement[judgement] : ''}">
<rect class="track" y="${stripeTop}" width="${width}" height="${stripeHeight}"/>${toleranceStripe}${rangeStripe}
<circle cx="${dotX}" cy="${height / 2}" r="${dotRadius}"/></svg>`;
}
