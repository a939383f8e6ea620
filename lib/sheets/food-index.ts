import * as z from 'zod/mini';
import type { FoodNames } from '../domain/ingredient/food.ts';
import { padCode } from '../domain/ingredient/named-code.ts';
import { MAX_NAME_LENGTH } from '../domain/values/fields.ts';
import { makeKeywordMatcher } from '../domain/values/keyword.ts';
import { nameSchemas } from '../domain/values/output.ts';
import type { Problem } from '../errors.ts';
import { comparableText, normaliseKey } from '../text/normal-form.ts';

/** The maximum number of foods that a problem names. */
const MAX_NAMED_FOODS = 3;
const MAX_PROPOSALS = 6;

/** A food that a text may mean. */
export const FoodProposal = z.object({ code: z.string(), name: z.string(), category: z.string() });
nameSchemas({ FoodProposal });
type FoodProposal = z.output<typeof FoodProposal>;

/** The kinds of a food's names, the most trusted first: the kitchens' name, the catalogue's, and their other spellings. */
const nameKindsByTrust = [
  ({ name }: FoodNames) => [name],
  ({ others }: FoodNames) => others,
  ({ name, others }: FoodNames) => [name, ...others].flatMap(listSpellings),
];

/** Finds the foods that the rows of a workbook name by code or by name. */
export class FoodIndex {
  readonly #namesByCode: ReadonlyMap<string, FoodNames>;
  /** For each kind of names, in the order of `nameKindsByTrust`: the codes by name. */
  readonly #codesByNameByKind: readonly ReadonlyMap<string, readonly string[]>[];
  /** Undefined until foods are proposed for the first time. */
  #searchEntries: readonly SearchEntry[] | undefined;

  constructor(namesByCode: ReadonlyMap<string, FoodNames>) {
    this.#namesByCode = namesByCode;
    this.#codesByNameByKind = nameKindsByTrust.map((listNames) => {
      const codesByName = new Map<string, string[]>();
      for (const [code, food] of namesByCode) {
        for (const name of new Set(listNames(food).map(normaliseKey))) {
          if (name !== '') codesByName.set(name, [...(codesByName.get(name) ?? []), code]);
        }
      }
      return codesByName;
    });
  }

  hasCode(code: string): boolean {
    return this.#namesByCode.has(code);
  }

  /** Finds the code of a food by a text with its code, its name, or both; undefined if no food or several have the name. */
  findCode(text: string): string | undefined {
    const comparable = comparableText(text);
    if (this.hasCode(comparable)) return comparable;
    // People write the name behind the code. The code counts, whatever the name is.
    const [firstWord = ''] = comparable.split(/\s/);
    if (this.hasCode(firstWord)) return firstWord;
    const [codes = []] = this.#listCodesOfMatchingKinds(text);
    return codes.length === 1 ? codes[0] : undefined;
  }

  /**
   * Lists the foods that a text may mean, the likeliest first:
   * - those with this name
   * - those that a search finds, first the ones whose category has the text
   * - those whose names the text contains
   * If there are none, only the last character is looked for: 油 of 食用油.
   */
  propose(text: string): FoodProposal[] {
    const textKey = normaliseKey(text);
    const matches = makeKeywordMatcher(textKey.slice(0, MAX_NAME_LENGTH));
    this.#searchEntries ??= listSearchEntries(this.#namesByCode);
    const isOfCategory = ({ category }: FoodNames) => category?.includes(textKey);
    const foundEntries = this.#searchEntries
      .filter(({ keys, code, pinyin }) => matches([...keys, code].join('\n'), pinyin))
      .sort((a, b) => a.name.length - b.name.length);
    const containedEntries = this.#searchEntries.filter(({ keys: [nameKey] }) => nameKey && textKey.includes(nameKey));
    const codes = [
      // The order of the catalogue says nothing, so foods of the same name follow each other by code.
      ...this.#listCodesOfMatchingKinds(text).flatMap((codesOfKind) => codesOfKind.toSorted()),
      // By 油 people mean a food of the category 植物油, not 蚝油. The shorter the name, the more of it was typed.
      ...foundEntries.filter(isOfCategory).map(({ code }) => code),
      ...foundEntries.map(({ code }) => code),
      // 五花肉片 contains both 五花肉 and 肉. The longer name is more likely.
      ...containedEntries.sort((a, b) => b.name.length - a.name.length).map(({ code }) => code),
    ];
    if (codes.length === 0 && textKey.length > 1) return this.propose(textKey.slice(-1));
    return [...new Set(codes)].slice(0, MAX_PROPOSALS).map((code) => {
      const { name = '', others = [], category = '' } = this.#namesByCode.get(code) ?? {};
      return { code, name: [name, ...others].join(' · '), category };
    });
  }

  /** Returns the problem if a row's code and name mean different foods. An unknown name is no problem. */
  findMismatch(code: string, name: string): Problem | undefined {
    const codesOfName = this.#listCodesOfMatchingKinds(name).flat();
    if (codesOfName.length === 0 || codesOfName.includes(code)) return undefined;
    return { code: 'other_food', names: this.#describeFoods([code]), meant: this.#describeFoods(codesOfName) };
  }

  /** Explains that a row's code is unknown, and names the foods that the row may mean. */
  explainUnknownCode(code: string, name: string): Problem {
    const meantCodes = this.listMeantCodes(code, name);
    if (meantCodes.length === 0) return { code: 'unknown_code', names: code };
    return { code: 'meant_code', names: code, meant: this.#describeFoods(meantCodes) };
  }

  /** Explains why a name means no food: no food has it, or several have. */
  explainUnknownName(name: string): Problem {
    const [codes = []] = this.#listCodesOfMatchingKinds(name);
    if (codes.length > 1) return { code: 'ambiguous_food', names: name, meant: this.#describeFoods(codes) };
    return { code: 'unknown_food', names: name };
  }

  /** Lists the codes that may be meant by an unknown code: the code with leading zeros, or else the codes of the row's name. */
  listMeantCodes(code: string, name: string): readonly string[] {
    const padded = padCode(code) ?? '';
    return this.hasCode(padded) ? [padded] : this.#listCodesOfMatchingKinds(name).flat();
  }

  /** Lists the codes of the foods with a name, for each kind of names that has any. */
  #listCodesOfMatchingKinds(name: string): (readonly string[])[] {
    if (name.length > MAX_NAME_LENGTH) return [];
    const key = normaliseKey(name);
    return this.#codesByNameByKind.map((codesByName) => codesByName.get(key) ?? []).filter(({ length }) => length > 0);
  }

  #describeFoods(codes: readonly string[]): string {
    const namedCodes = [...new Set(codes)].sort().slice(0, MAX_NAMED_FOODS);
    return namedCodes.map((code) => `${code} ${this.#namesByCode.get(code)?.name ?? ''}`).join(' / ');
  }
}

/** A food with its normalised names, that of the kitchens first. */
type SearchEntry = FoodNames & { readonly code: string; readonly keys: readonly string[] };

function listSearchEntries(namesByCode: ReadonlyMap<string, FoodNames>): SearchEntry[] {
  return [...namesByCode].map(([code, food]) => {
    return { ...food, code, keys: [food.name, ...food.others].map(normaliseKey) };
  });
}

/** Lists the spellings that a name of the catalogue gives in brackets: 西红柿 for `番茄[西红柿]`. */
function listSpellings(name: string): string[] {
  const [short = '', ...bracketed] = name.normalize('NFKC').split(/[[\]]/);
  const spellings = bracketed.flatMap((part) => part.split(/[,、;]/));
  return spellings.length === 0 ? [] : [short, ...spellings].map((spelling) => spelling.trim());
}
