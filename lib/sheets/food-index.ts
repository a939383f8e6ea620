import type { FoodNames } from '../domain/ingredient/ingredient.ts';
import { padCode } from '../domain/ingredient/named-code.ts';
import { MAX_NAME_LENGTH } from '../domain/values/fields.ts';
import type { Problem } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';

/** The maximum number of foods that a problem names. */
const MAX_NAMED = 3;

/** Foods by code and by name, to check the rows of a workbook. */
export class FoodIndex {
  readonly #namesByCode: ReadonlyMap<string, FoodNames>;
  readonly #codesByName: ReadonlyMap<string, readonly string[]>;

  /** `names` are the names of all foods by code. */
  constructor(names: ReadonlyMap<string, FoodNames>) {
    this.#namesByCode = names;
    const codesByName = new Map<string, string[]>();
    for (const [code, { name, others }] of names) {
      for (const key of new Set([name, ...others].map(normaliseKey))) {
        if (key !== '') codesByName.set(key, [...(codesByName.get(key) ?? []), code]);
      }
    }
    this.#codesByName = codesByName;
  }

  has(code: string): boolean {
    return this.#namesByCode.has(code);
  }

  /** Finds out whether a row's code and name mean different foods. An unknown name is no problem. */
  findMismatch(code: string, name: string): Problem | undefined {
    const codesOfName = this.#findCodes(name);
    if (codesOfName.length === 0 || codesOfName.includes(code)) return undefined;
    return { code: 'other_food', names: this.#describe([code]), meant: this.#describe(codesOfName) };
  }

  /**
   * Explains an unknown code. It suggests the food whose code is this one with leading zeros, or else the foods with the
   * row's name.
   */
  explainUnknown(code: string, name: string): Problem {
    const padded = padCode(code) ?? '';
    const suggestions = this.has(padded) ? [padded] : this.#findCodes(name);
    if (suggestions.length === 0) return { code: 'unknown_code', names: code };
    return { code: 'meant_code', names: code, meant: this.#describe(suggestions) };
  }

  #findCodes(name: string): readonly string[] {
    return name.length > MAX_NAME_LENGTH ? [] : (this.#codesByName.get(normaliseKey(name)) ?? []);
  }

  #describe(codes: readonly string[]): string {
    const listedCodes = codes.toSorted().slice(0, MAX_NAMED);
    return listedCodes.map((code) => `${code} ${this.#namesByCode.get(code)?.name ?? ''}`).join(' / ');
  }
}
