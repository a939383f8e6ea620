import type { Schemas } from '../api/client.ts';

/** By the number of decimals. They round the decimal number half up, as sheets do: 10.35 is 10.4. */
const figureFormats = [0, 1, 2].map((digits) => new Intl.NumberFormat('zh-CN', { maximumFractionDigits: digits }));
const percentFormat = new Intl.NumberFormat('zh-CN', { style: 'percent' });
const exactFormat = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

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

/** A judged part of the energy and its range in per cent. */
export function toPercent({ min, max, ...share }: Schemas['EnergyShareFinding']) {
  const scale = (part: number) => Number((part * 100).toFixed(2));
  return {
    ...share,
    ...{ unit: '%', value: scale(share.value) },
    ...(min !== undefined && { min: scale(min) }),
    ...(max !== undefined && { max: scale(max) }),
  };
}

/** Lists the first names, and the total if there are more: 钙、铁、锌、钠等 6 项. */
export function listNames(names: readonly string[], unit: string, maxNames = 4): string {
  const listed = names.slice(0, maxNames).join('、');
  return names.length > maxNames ? `${listed}等 ${names.length} ${unit}` : listed;
}

/** Formats numbers as spans: 2、5–9. `next` finds the number that continues a span. */
export function formatSpans(numbers: readonly number[], next = (number: number) => number + 1): string {
  const spans: [first: number, last: number][] = [];
  for (const number of numbers) {
    const span = spans.at(-1);
    if (span && next(span[1]) === number) span[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join('、');
}

/** Formats months as spans: 3–5、9 月, or 11–2 月 over the turn of the year. No months mean all months. */
export function formatMonths(months: readonly number[]): string {
  if (months.length === 0 || months.length === 12) return '全年';
  const firstIndex = months.findIndex((month) => !months.includes(((month + 10) % 12) + 1));
  const inOrder = [...months.slice(firstIndex), ...months.slice(0, firstIndex)];
  return `${formatSpans(inOrder, (month) => (month % 12) + 1)} 月`;
}
