import type { Reason } from '../../../lib/errors.ts';
import type { Draw } from './draw.ts';
import type { World } from './world.ts';

/** One parameter: its text, and its meaning by the contract. */
export interface Argument<T> {
  /** Undefined where it is left out although it is required. */
  readonly sent: string | undefined;
  readonly means: T;
  /** The fields that an answer must name because of it, if it is wrong. */
  readonly bad?: readonly string[];
  /** The reason, if it is not `invalid_input`. */
  readonly reason?: Reason;
}

export type Arguments = Readonly<Record<string, Argument<unknown> | undefined>>;

/** The meanings of the parameters. */
export type Meaning<A extends Arguments> = {
  readonly [Name in keyof A]: NonNullable<A[Name]>['means'] | (undefined extends A[Name] ? undefined : never);
};

/** Makes some parameter. */
type Make<T> = (draw: Draw) => Argument<T>;

export function given<T>(sent: string, means: T): Argument<T> {
  return { sent, means };
}

/** A parameter that may be left out, and mostly is. */
export function maybe<T>(draw: Draw, make: Make<T>): Argument<T> | undefined {
  return draw.rarely(3) ? make(draw) : undefined;
}

/** A required parameter, which is hardly ever left out. */
export function needed<T>(draw: Draw, name: string, make: Make<T>): Argument<T> {
  const argument = make(draw);
  return draw.rarely(60) ? { sent: undefined, means: argument.means, bad: [name] } : argument;
}

/** An argument, or hardly ever one of these forbidden texts. */
function orBad<T>(draw: Draw, name: string, argument: Argument<T>, ...texts: readonly string[]): Argument<T> {
  const [first = '', ...others] = texts;
  return draw.rarely(30) ? { sent: draw.some(first, ...others), means: argument.means, bad: [name] } : argument;
}

/** The text in full-width letters, as Chinese keyboards type them. */
function widen(text: string): string {
  return text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
}

/** A text in one of its spellings. */
function spelled(draw: Draw, text: string): Argument<string> {
  const sent = draw.rarely(4) ? draw.some(text.toUpperCase(), widen(text), `  ${text} `, text.toLowerCase()) : text;
  return given(sent, sent.normalize('NFKC').trim());
}

/** A name out of a few, in one of its spellings, so that equal names occur. */
export function name(draw: Draw, field: string, names: readonly string[], max: number): Argument<string> {
  const text = draw.one(names) ?? 'x';
  const sized = draw.rarely(30) ? text.padEnd(max, '长') : text;
  return orBad(draw, field, spelled(draw, sized), '', ' ', `a\u0007b`, 'a\u200b', '\u3164', '长'.repeat(max + 1));
}

/** A text that may be empty. */
export function freeText(draw: Draw, field: string, ...texts: readonly string[]): Argument<string> {
  const [first = '', ...others] = texts;
  const text = draw.some(first, ...others, '');
  return orBad(draw, field, spelled(draw, text), 'a\tb', '\u202e', '长'.repeat(501));
}

/** A search word. Empty means none. */
export function keyword(draw: Draw, ...words: readonly string[]): Argument<string | undefined> {
  const [first = '', ...others] = words;
  const word = spelled(draw, draw.some(first, ...others, ''));
  return orBad(draw, 'keyword', { ...word, means: word.means || undefined }, 'a\nb', '\u2060', '长'.repeat(101));
}

/** The id of an existing thing, or hardly ever of none. */
export function id(draw: Draw, field: string, ids: readonly number[], least = 1): Argument<number> {
  const known = draw.one(ids) ?? 987;
  const chosen = draw.rarely(15) ? draw.some(987, 5_000_123, 2_000_001, 1_000_001) : known;
  const wrong = ['1.5', 'x', '-1', '1,2', '99999999999999999'];
  const argument = given(String(chosen), chosen);
  // Zero, the platform, is not an id.
  return orBad(draw, field, chosen < least ? { ...argument, bad: [field] } : argument, ...wrong);
}

/** Ids separated by commas, each once. */
export function ids(draw: Draw, field: string, chosen: readonly number[], least: number): Argument<number[]> {
  const sent = draw.rarely(8) ? [...chosen, ...chosen].join(' , ') : chosen.join(',');
  const wrong = ['a,b', '1,,2', '1;2', '1.5', ...(least > 0 ? [''] : [])];
  const means = [...new Set(chosen)];
  if (chosen.length < least) return { sent, means, bad: [field] };
  return orBad(draw, field, given(sent, means), ...wrong);
}

const DIGESTS = ['BE56E057F20F883E', '0123456789ABCDEF', 'FEDCBA9876543210'];

/** The digest that users have at first. */
export const [FIRST_DIGEST = ''] = DIGESTS;

/** One of three digests of passwords, so that it is often right. */
export function digest(draw: Draw, field: string): Argument<string> {
  const chosen = draw.some(FIRST_DIGEST, FIRST_DIGEST, ...DIGESTS.slice(1));
  return orBad(draw, field, given(chosen, chosen), '', 'be56e057f20f883e', '123456', `${chosen}0`);
}

/** A decimal with at most so many decimals. */
export function decimal(draw: Draw, field: string, digits: number): Argument<number> {
  const few = draw.some('30', '0', '9999.99', '0.3', '007.10', '12.05');
  const chosen = digits > 2 && draw.rarely(3) ? '0.0625' : few;
  return orBad(draw, field, given(chosen, Number(chosen)), '', '-1', '10000', '1e2', '.5', '0.12345', '1.');
}

/** A day, often one next to today. */
export function date(draw: Draw, field: string, world: World): Argument<string> {
  const day = (days: number) => new Date(world.now + days * 86_400_000).toISOString().slice(0, 10);
  const chosen = draw.some('2099-12-31', '2099-12-31', '2099-12-31', day(0), day(-1), day(1), day(2), '2024-02-29');
  return orBad(draw, field, given(chosen, chosen), '', '2023-02-29', '2099-1-1', '2099-12-32', 'soon');
}

export function boolean(draw: Draw, field: string): Argument<boolean> {
  const chosen = draw.some(true, false, true);
  return orBad(draw, field, given(String(chosen), chosen), '', '1', 'TRUE', 'no');
}

/** An argument that filters a list. An empty one does not filter. */
export function inQuery<T>(argument: Argument<T>): Argument<T | undefined> {
  return argument.sent?.trim() === '' ? given<T | undefined>(argument.sent, undefined) : argument;
}

/** One of a few values. */
export function choice(draw: Draw, field: string, values: readonly string[]): Argument<string> {
  const chosen = draw.one(values) ?? '';
  return orBad(draw, field, given(chosen, chosen), ...['无此项', '常 用'], ...(values.includes('') ? [] : ['']));
}

const MOST_ICON_BYTES = 50 * 1024;
const ICON_START = 'data:image/png;base64,';
const SMALL_ICON = `${ICON_START}AAAA`;

/** A small picture; empty means none. */
export function icon(draw: Draw, field: string, ...others: readonly string[]): Argument<string> {
  const chosen = draw.some(SMALL_ICON, `${ICON_START}BB==`, '', ...others);
  if (draw.rarely(200)) {
    const sent = ICON_START.padEnd(MOST_ICON_BYTES + 1, 'A');
    return { sent, means: '', bad: [field], reason: 'payload_too_large' };
  }
  const wrong = ['data:image/svg+xml;base64,AAAA', `${ICON_START}AAA`, 'data:text/html,x', 'a/b.png'];
  return orBad(draw, field, given(chosen, chosen), ...wrong);
}

/** Paging parameters, small enough for more than one page. */
export function paging(draw: Draw) {
  // Empty means absent, and blanks around a number are ignored.
  const size = (chosen: number): Argument<number | undefined> =>
    draw.rarely(12) ? given(draw.some('', ' '), undefined) : given(draw.some(`${chosen}`, ` ${chosen} `), chosen);
  return {
    pageSize: maybe(draw, () => orBad(draw, 'pageSize', size(draw.some(2, 1, 3, 200)), '0', '201', 'x', '1.5')),
    pageNo: maybe(draw, () => orBad(draw, 'pageNo', size(draw.some(0, 1, 2, 5)), '-1', 'x', ' ,')),
  };
}

/** The page of a list that the paging parameters ask for. */
export function pageOf<T>(list: readonly T[], { pageSize = 20, pageNo = 0 }: Paging) {
  const totalElements = list.length;
  const content = list.slice(pageNo * pageSize, (pageNo + 1) * pageSize);
  return { content, number: pageNo, size: pageSize, totalElements, totalPages: Math.ceil(totalElements / pageSize) };
}

interface Paging {
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
}
