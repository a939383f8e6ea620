import type { CallOptions } from '../../support/service/service.ts';
import { type Expected, fails } from './answer.ts';
import { type Argument, given, name } from './arguments.ts';
import type { Draw } from './draw.ts';
import type { Situation } from './kind.ts';
import { dishesOf } from './world.ts';

/** Some codes of the catalogue, one of them without its zero, and some of the unit's own. */
export const CODES = ['012001x', '042101', '42101', 'Own-1', '自编码', '081101', '101401'];

/** A unit's values by ingredient code. */
type Book = Map<string, string>;

/** The book of a unit among those of all. */
export function bookOf(books: Map<number, Book>, unit: number): Book {
  const known = books.get(unit) ?? new Map<string, string>();
  books.set(unit, known);
  return known;
}

/**
 * The code under the contract's name, or under the one that people expect; hardly ever under neither, or under both
 * with different values.
 */
export function codeArguments(draw: Draw) {
  const code = name(draw, 'nutrient', CODES, 64);
  if (draw.rarely(40)) return { nutrient: missing('nutrient') };
  if (draw.rarely(40)) return { nutrient: given('a', 'a'), ingredient: { ...given('b', 'b'), bad: ['ingredient'] } };
  if (draw.rarely(6)) return { ingredient: { ...code, ...(code.bad ? { bad: ['ingredient'] } : {}) } };
  return draw.rarely(10) && !code.bad ? { nutrient: code, ingredient: code } : { nutrient: code };
}

function missing(field: string): Argument<string> {
  return { sent: undefined, means: '', bad: [field] };
}

interface NamedCode {
  readonly nutrient?: string | undefined;
  readonly ingredient?: string | undefined;
}

/** The code that a sent code means; undefined where nobody knows it. */
function meantBy(code: string, { world, caller }: Situation, own: Book): string | undefined {
  const isListed = (one: string) => world.foods.some((food) => food.code === one);
  const isUsed = dishesOf(world, caller.unit).some(({ ingredient }) => ingredient.some(({ key }) => key === code));
  if (isListed(code) || isUsed || own.has(code)) return code;
  const zeros = ['0', '00', '000', '0000', '00000'].map((some) => `${some}${code}`);
  return zeros.find((one) => /^\d{6}x?$/.test(one) && isListed(one));
}

function tellUnknown(codes: readonly string[]): string {
  const more = codes.length > 5 ? ` 等，另有 ${codes.length - 5} 个` : '';
  return codes.length > 0 ? `；食材目录和本单位菜品中都没有的编码：${codes.slice(0, 5).join('、')}${more}` : '';
}

function codeOf({ nutrient, ingredient }: NamedCode): string {
  return nutrient ?? ingredient ?? '';
}

const BOUNDARY = 'code-sheet';

/** The body of an upload of one file. */
export function toSheet(header: string, rows: readonly (readonly [string, string])[]): string {
  const lines = [header, ...rows.map((row) => row.join(','))];
  const head = `Content-Disposition: form-data; name="files"; filename="codes.csv"\r\nContent-Type: text/csv`;
  return `--${BOUNDARY}\r\n${head}\r\n\r\n${lines.join('\r\n')}\r\n--${BOUNDARY}--\r\n`;
}

export function sendSheet(body: string | undefined): CallOptions {
  return { rawBody: body ?? '', headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

/** The effect of an upload of these rows on a book; `tell` makes its text. */
export function applySheet(
  situation: Situation,
  book: Book,
  sent: readonly (readonly [string, string])[],
  tell: (set: number, removed: number) => string,
): Expected {
  const unknown = sent.filter(([code, value]) => value !== '' && meantBy(code, situation, book) === undefined);
  const rows = sent.map(([code, value]) => [meantBy(code, situation, book) ?? code, value] as const);
  const wanted = new Map(rows);
  if (rows.some(([code, value]) => wanted.get(code) !== value)) return fails('invalid_input', 'files');
  const changed = [...wanted].filter(([code, value]) => (book.get(code) ?? '') !== value);
  for (const [code, value] of changed) {
    if (value === '') book.delete(code);
    else book.set(code, value);
  }
  const set = changed.filter(([, value]) => value !== '').length;
  const desc = `${tell(set, changed.length - set)}${tellUnknown(unknown.map(([code]) => code))}`;
  return { kind: 'success', desc, isIdle: changed.length === 0 };
}

/** The effect of setting one value. */
export function setOne(situation: Situation, book: Book, named: NamedCode, value: string): Expected {
  const meant = meantBy(codeOf(named), situation, book);
  const code = meant ?? codeOf(named);
  const isIdle = book.get(code) === value;
  book.set(code, value);
  return { kind: 'success', desc: `成功${tellUnknown(meant === undefined ? [code] : [])}`, isIdle };
}

/** The effect of removing one value. */
export function removeOne(situation: Situation, book: Book, named: NamedCode): Expected {
  const code = meantBy(codeOf(named), situation, book) ?? codeOf(named);
  return { kind: 'success', isIdle: !book.delete(code) };
}

/** The entries of a book, in the order of the codes. */
export function entriesOf(book: Book): [code: string, value: string][] {
  return [...book].sort(([a], [b]) => (a < b ? -1 : 1));
}
