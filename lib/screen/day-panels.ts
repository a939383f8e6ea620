import { mealNames } from '../domain/menu/menu.ts';
import type { ServedAmount, ServedDay, ServedDish, ServedNutrient } from '../domain/screen/served-day.ts';
import { type Run, widthAt } from './measure.ts';
import { type Panel, plainCell, type Row } from './panel.ts';
import { show, tell } from './words.ts';

/** The type size of what is beside a name, or below an amount. */
const SMALL = 24;
/** The longest list of levels in the heading of one column. */
const MOST_HEADING = 16;
const BAR = { width: 250, height: 22 };
const GAP = 14;
/** The least width of an amount with a judgement. */
const VALUE = 110;

/** What is served on a day, with grams per person. */
export function dishesPanel(day: ServedDay, title: string): Panel {
  const columns = columnsOf(day);
  return {
    title,
    about: day.menu,
    kind: 'dishes',
    corner: '菜品（每人克数）',
    columns: columns.map(({ heading }) => heading),
    rows: (size) =>
      day.meals.flatMap(({ meal, dishes }): Row[] => [
        { first: [], html: mealNames[meal] },
        ...dishes.map((dish) => dishRow(dish, columns, size)),
      ]),
  };
}

interface GramsColumn {
  readonly heading: string;
  /** The index of the group whose grams it has. */
  readonly place: number;
}

/** Groups share a column if their grams are the same all day and their names fit into its heading. */
function columnsOf({ groups, meals }: ServedDay): GramsColumn[] {
  const columns: (GramsColumn & { readonly grams: string })[] = [];
  groups.forEach(({ level }, place) => {
    const grams = JSON.stringify(meals.map(({ dishes }) => dishes.map((dish) => dish.grams[place] ?? '')));
    const same = columns.findIndex((one) => {
      return one.grams === grams && [...`${one.heading}、${level}`].length <= MOST_HEADING;
    });
    const former = columns[same];
    if (former) columns[same] = { ...former, heading: `${former.heading}、${level}` };
    else columns.push({ heading: level, place, grams });
  });
  return columns;
}

function dishRow(dish: ServedDish, columns: readonly GramsColumn[], size: number): Row {
  const tags = [...dish.allergens.map(String), ...(dish.isUnclear ? ['成分不明'] : [])];
  return {
    first: [
      { text: dish.name, size },
      ...tags.map((text): Run => ({ text: `${text} 、`, size: SMALL, isWhole: true })),
    ],
    html: `${show(dish.name)}${tags.length === 0 ? '' : ` <small>${tags.map((tag) => `<span>${tag}</span>`).join('、')}</small>`}`,
    cells: columns.map(({ place }) => {
      const grams = dish.grams[place];
      return plainCell(grams === undefined ? '—' : tell(grams), size);
    }),
  };
}

/** What a day gives to each group, compared with the standard. */
export function nutrientsPanel(day: ServedDay, title: string): Panel {
  const isAlone = day.groups.length === 1;
  const isPlain = day.nutrients.every(({ amounts }) => amounts.every((amount) => amount?.judgement !== '数据不足'));
  const plainRow = (name: string, unit: string, values: readonly (string | undefined)[], size: number): Row => ({
    ...nameOf(name, unit, size),
    cells: values.map((value) => plainCell(value ?? '—', size)),
  });
  return {
    title,
    about: day.standard === undefined ? '' : `按${day.standard}`,
    kind: isPlain ? 'nutrients' : 'nutrients wide',
    corner: '每人每日',
    columns: day.groups.map(({ level }) => level),
    rows: (size) => [
      ...day.nutrients.map((nutrient) => nutrientRow(nutrient, isAlone, size)),
      plainRow(
        '食物种类',
        '种',
        day.kinds.map((kinds) => kinds?.toString()),
        size,
      ),
      nutrientRow(day.salt, isAlone, size),
    ],
  };
}

function nutrientRow({ name, unit, amounts }: ServedNutrient, isAlone: boolean, size: number): Row {
  return { ...nameOf(name, unit, size), cells: amounts.map((amount) => amountCell(amount, isAlone, size)) };
}

function nameOf(name: string, unit: string, size: number): Pick<Row, 'first' | 'html'> {
  return {
    first: [
      { text: name, size },
      { text: ` ${unit}`, size: SMALL, isWhole: true },
    ],
    html: `${show(name)} <small>${show(unit)}</small>`,
  };
}

/** The class that draws a judgement. */
const classes = { 不足: 'low', 适量: 'good', 过量: 'high', 数据不足: 'unsure' } as const;

function amountCell(amount: ServedAmount | undefined, isAlone: boolean, size: number) {
  if (!amount) return plainCell('—', size);
  const { judgement } = amount;
  const value = `${amount.isAtLeast ? '≥' : ''}${tell(amount.value)}`;
  const bar = isAlone && judgement ? drawBar(amount) : '';
  const word = judgement ? `<b class="${classes[judgement]}">${judgement}</b>` : '';
  const widths = [
    Math.max(widthAt(value, size), VALUE),
    bar === '' ? 0 : BAR.width + 2 * GAP,
    judgement ? widthAt('数据不足', SMALL) + GAP : 0,
  ];
  return { width: widths.reduce((sum, width) => sum + width), html: `${bar}<i>${value}</i>${word}` };
}

/** Draws where the amount is between the standard's least and most. */
function drawBar({ value, min, max, judgement }: ServedAmount): string {
  const [least, most, amount] = [Number(min ?? 0), Number(max ?? Number.NaN), Number(value)];
  const end = 1.15 * Math.max(amount, Number.isNaN(most) ? least * 1.4 : most);
  const at = (number: number) => Math.round((number / (end || 1)) * BAR.width);
  const to = Number.isNaN(most) ? BAR.width : at(most);
  const { height, width } = BAR;
  return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true" class="${judgement ? classes[judgement] : ''}">
<rect class="track" y="8" width="${width}" height="6" rx="3"/><rect class="range" x="${at(least)}" y="8" width="${to - at(least)}" height="6" rx="3"/>
<circle cx="${Math.min(Math.max(at(amount), 11), width - 11)}" cy="11" r="9"/></svg>`;
}
