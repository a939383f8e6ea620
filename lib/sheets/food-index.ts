import type { FoodNames } from '../domain/ingredient/ingredient.ts';
import { padCode } from '../domain/ingredient/named-code.ts';
import { NAME_MAX } from '../domain/values/fields.ts';
import type { Problem } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';

/** The most foods of one name that are told. */
const MOST_TOLD = 3;

/** Foods by code and by each of their names, to hold the rows of a workbook against. */
export class FoodIndex {
  readonly #names: ReadonlyMap<string, FoodNames>;
  readonly #codes: ReadonlyMap<string, readonly string[]>;

  /** `names` are those of all foods by code. */
  constructor(names: ReadonlyMap<string, FoodNames>) {
    this.#names = names;
    const codes = new Map<string, string[]>();
    for (const [code, { name, others }] of names) {
      for (const key of new Set([name, ...others].map(normaliseKey))) {
        if (key !== '') codes.set(key, [...(codes.get(key) ?? []), code]);
      }
    }
    this.#codes = codes;
  }

  has(code: string): boolean {
    return this.#names.has(code);
  }

  /** What is wrong with a code of the catalogue beside a name: that it is another food's. Names of no food are let be. */
  findMismatch(code: string, name: string): Problem | undefined {
    const named = this.#codesOf(name);
    if (named.length === 0 || named.includes(code)) return undefined;
    return { code: 'other_food', names: this.#tell([code]), meant: this.#tell(named) };
  }

  /** What is wrong with a code that nothing knows: what is meant by it, as far as zeros or the name tell. */
  explainUnknown(code: string, name: string): Problem {
    const padded = padCode(code) ?? '';
    const meant = this.has(padded) ? [padded] : this.#codesOf(name);
    if (meant.length === 0) return { code: 'unknown_code', names: code };
    return { code: 'meant_code', names: code, meant: this.#tell(meant) };
  }

  #codesOf(name: string): readonly string[] {
    return name.length > NAME_MAX ? [] : (this.#codes.get(normaliseKey(name)) ?? []);
  }

  #tell(codes: readonly string[]): string {
    const told = codes.toSorted().slice(0, MOST_TOLD);
    return told.map((code) => `${code} ${this.#names.get(code)?.name ?? ''}`).join(' / ');
  }
}
