import type { Schemas } from '../api/client.ts';

/** The formats by their number of decimals. They round decimal numbers half up, as sheets do: 10.35 is 10.4. */
const figureFormats = [0, 1, 2].map((digits) => new Intl.NumberFormat('zh-CN', { maximumFractionDigits: digits }));
const percentFormat = new Intl.NumberFormat('zh-CN', { style: 'percent' });
const exactFormat = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const MAX_NAMES = 4; // So many names are listed.

/** Formats a number: two decimals below 10, one below 100, none above, with thousands separators. */
export function formatFigure(value: number): string {
  const decimals = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return figureFormats[decimals]?.format(value) ?? '';
}

/** Parses a typed number. Other text is passed on as it is: the service answers with an error for its field. */
export function parseNumber(text: string): number {
  const value = Number(text.normalize('NFKC'));
  return Number.isNaN(value) ? (text as unknown as number) : value;
}

/** The name of a food category for people: 盐 is told from all sodium as salt. */
export const nameCategory = (name: string) => (name === '盐' ? '烹调用盐' : name);

/** Formats kilograms, or yuan without their unit: 1,234.50. */
export const formatExact = (value: number) => exactFormat.format(value);

export const formatYuan = (value: number): string => `${formatExact(value)} 元`;

/** Formats a share of 0 to 1 as a percentage: 18 %. */
export const formatPercent = (share: number): string => percentFormat.format(share).replace('%', ' %');

/** Converts a share to per cent: 0.07 becomes 7, not 7.000000000000001. */
export const scaleToPercent = (share: number): number => Number((share * 100).toFixed(2));

/** Converts a judged share of the energy, and its range, to per cent. */
export const toPercent = ({ min, max, ...finding }: Schemas['EnergyShareFinding']) => ({
  ...{ ...finding, unit: '%', value: scaleToPercent(finding.value) },
  ...(min !== undefined && { min: scaleToPercent(min) }),
  ...(max !== undefined && { max: scaleToPercent(max) }),
});

/** Lists the first names, and the total with its measure word if there are more: 钙、铁、锌、钠等 6 项. */
export function listNames(names: readonly string[], measureWord: string): string {
  const listed = names.slice(0, MAX_NAMES).join('、');
  return names.length > MAX_NAMES ? `${listed}等 ${names.length} ${measureWord}` : listed;
}

/** Formats numbers as spans, in the given order: 2、5–9. `next` gives the number that continues a span. */
export function formatSpans(numbers: readonly number[], next = (number: number) => number + 1): string {
  const spans: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const span = spans.at(-1);
    if (span && next(span.last) === number) span.last = number;
    else spans.push({ first: number, last: number });
  }
  return spans.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join('、');
}

/** Formats ascending months as spans: 3–5、9 月, or 11–2 月 over the turn of the year. No months mean all months. */
export function formatMonths(months: readonly number[]): string {
  if (months.length === 0 || months.length === 12) return '全年';
  // A span begins at a month whose predecessor is missing.
  const firstIndex = months.findIndex((month) => !months.includes(((month + 10) % 12) + 1));
  const inOrder = [...months.slice(firstIndex), ...months.slice(0, firstIndex)];
  return `${formatSpans(inOrder, (month) => (month % 12) + 1)} 月`;
}
