import type { FoodNames } from '../domain/ingredient/food.ts';
import { padCode } from '../domain/ingredient/named-code.ts';
import { MAX_NAME_LENGTH } from '../domain/values/fields.ts';
import { makeKeywordMatcher } from '../domain/values/keyword.ts';
import type { Problem } from '../errors.ts';
import { comparableText, normaliseKey } from '../text/normal-form.ts';

/** The maximum number of foods that a problem names. */
const MAX_NAMED = 3;
/** The maximum number of foods that are proposed for a text. */
const MAX_PROPOSALS = 6;

/** A food that a text may mean. */
export interface FoodProposal {
  readonly code: string;
  readonly name: string;
  readonly category: string;
}

/** Foods by code and by name, to check the rows of a workbook. */
export class FoodIndex {
  readonly #namesByCode: ReadonlyMap<string, FoodNames>;
  /** Codes by what kitchens call the food, by its name in the catalogue, and by other spellings, in this order. */
  readonly #codesByName: readonly ReadonlyMap<string, readonly string[]>[];

  /** Is made when foods are proposed. */
  #listed: ReturnType<typeof listFoods> | undefined;

  /** `names` are the names of all foods by code. */
  constructor(names: ReadonlyMap<string, FoodNames>) {
    this.#namesByCode = names;
    const levels = [
      ({ name }: FoodNames) => [name],
      ({ others }: FoodNames) => others,
      ({ name, others }: FoodNames) => [name, ...others].flatMap(listSpellings),
    ];
    this.#codesByName = levels.map((listNames) => {
      const codes = new Map<string, string[]>();
      for (const [code, food] of names) {
        for (const key of new Set(listNames(food).map(normaliseKey))) {
          if (key !== '') codes.set(key, [...(codes.get(key) ?? []), code]);
        }
      }
      return codes;
    });
  }

  has(code: string): boolean {
    return this.#namesByCode.has(code);
  }

  /** Finds the code of the food that a code, a name, or a code followed by a name means; undefined if several may be meant. */
  find(text: string): string | undefined {
    const code = comparableText(text);
    if (this.has(code)) return code;
    const [first = ''] = code.split(/\s/);
    if (this.has(first)) return first;
    const [[found, second] = []] = this.#listCodes(text);
    return second === undefined ? found : undefined;
  }

  /** Lists the foods that a text may mean, most likely ones first: by exact names, then as the finder finds them. */
  propose(text: string): FoodProposal[] {
    const word = normaliseKey(text);
    const isFound = makeKeywordMatcher(word.slice(0, MAX_NAME_LENGTH));
    this.#listed ??= listFoods(this.#namesByCode);
    const listed = this.#listed;
    const found = listed.filter(({ keys, code, pinyin }) => isFound([...keys, code].join('\n'), pinyin));
    const contained = listed.filter(({ keys: [name = ''] }) => name !== '' && word.includes(name));
    const codes = [
      ...this.#listCodes(text).flatMap((listed) => listed.toSorted()),
      ...found.sort((a, b) => a.name.length - b.name.length).map(({ code }) => code),
      // Of 五花肉片 both 五花肉 and 肉 are a part. The longer one is more likely.
      ...contained.sort((a, b) => b.name.length - a.name.length).map(({ code }) => code),
    ];
    return [...new Set(codes)].slice(0, MAX_PROPOSALS).map((code) => this.#describeProposal(code));
  }

  /** Finds out whether a row's code and name mean different foods. An unknown name is no problem. */
  findMismatch(code: string, name: string): Problem | undefined {
    const codesOfName = this.#listCodes(name).flat();
    if (codesOfName.length === 0 || codesOfName.includes(code)) return undefined;
    return { code: 'other_food', names: this.#describe([code]), meant: this.#describe(codesOfName) };
  }

  /**
   * Explains an unknown code. It suggests the food whose code is this one with leading zeros, or else the foods with the
   * row's name.
   */
  explainUnknown(code: string, name: string): Problem {
    const suggestions = this.suggest(code, name);
    if (suggestions.length === 0) return { code: 'unknown_code', names: code };
    return { code: 'meant_code', names: code, meant: this.#describe(suggestions) };
  }

  /** Explains why a name means no food: none has it, or several have. */
  explainName(name: string): Problem {
    const [codes = []] = this.#listCodes(name);
    if (codes.length > 1) return { code: 'ambiguous_food', names: name, meant: this.#describe(codes) };
    return { code: 'unknown_food', names: name };
  }

  /** Lists the codes that an unknown code may stand for. */
  suggest(code: string, name: string): readonly string[] {
    const padded = padCode(code) ?? '';
    return this.has(padded) ? [padded] : this.#listCodes(name).flat();
  }

  /** Lists the codes of the foods with that name: first those that kitchens call so. */
  #listCodes(name: string): (readonly string[])[] {
    if (name.length > MAX_NAME_LENGTH) return [];
    const key = normaliseKey(name);
    return this.#codesByName.flatMap((codes) => [codes.get(key) ?? []]).filter(({ length }) => length > 0);
  }

  #describe(codes: readonly string[]): string {
    const listedCodes = [...new Set(codes)].sort().slice(0, MAX_NAMED);
    return listedCodes.map((code) => `${code} ${this.#namesByCode.get(code)?.name ?? ''}`).join(' / ');
  }

  #describeProposal(code: string): FoodProposal {
    const { name = '', others = [], category = '' } = this.#namesByCode.get(code) ?? {};
    return { code, name: [name, ...others].join(' · '), category };
  }
}

function listFoods(names: ReadonlyMap<string, FoodNames>) {
  return [...names].map(([code, food]) => ({ code, ...food, keys: [food.name, ...food.others].map(normaliseKey) }));
}

/** Lists the spellings that a name of the catalogue gives in brackets: 西红柿 for `番茄[西红柿]`. */
function listSpellings(name: string): string[] {
  const [short = '', ...bracketed] = name.normalize('NFKC').split(/[[\]]/);
  const spellings = bracketed.flatMap((part) => part.split(/[,、;]/));
  return spellings.length === 0 ? [] : [short, ...spellings].map((spelling) => spelling.trim());
}
