import { AllergenName } from '../../lib/domain/ingredient/allergen.ts';
import type { FoodFacts } from '../../lib/domain/ingredient/food.ts';
import { MAX_NAME_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { comparableText } from '../../lib/text/normal-form.ts';
import enums from '../../tables/starter/enums.json' with { type: 'json' };
import type { AddFinding } from './report.ts';
import type { RawRow } from './table-file.ts';

/** What a table says of a food beside its names and figures. */
type Traits = Pick<FoodFacts, 'alias' | 'foodCategory' | 'dark' | 'allergens' | 'mayHaveOthers'>;

const classes = new Set(enums.foodCategory.map(({ key }) => key));
const allergens = Object.values(AllergenName.def.entries);
const Alias = requiredText(MAX_NAME_LENGTH);
const NOT_USED = 'not used';
/** `145:50`: 145 g count as 50 g of the class. */
const EQUIVALENT = /^(\d{1,5}(?:\.\d{1,2})?)\s*[:=→/]\s*(\d{1,5}(?:\.\d{1,2})?)$/;

/** Reads the traits of a food: the columns of a row without figures. Empty cells are left out. */
export function readTraits({ cells }: RawRow, addFinding: AddFinding): Traits {
  const text = (field: string) => comparableText(cells.get(field) ?? '');
  const alias = Alias.safeParse(cells.get('alias') ?? '');
  if (!alias.success && text('alias') !== '')
    addFinding('cell', ['alias'], 'is too long, or has control characters', NOT_USED);
  return {
    ...(alias.success ? { alias: alias.data } : {}),
    ...readClass(text, addFinding),
    ...readDark(text('dark'), addFinding),
    ...readAllergens(text('allergens'), addFinding),
  };
}

function readClass(text: (field: string) => string, addFinding: AddFinding): Traits {
  const name = text('food-class');
  const equivalent = text('equivalent');
  if (name === '' && equivalent !== '') addFinding('cell', ['equivalent'], 'counts only with a food-class', NOT_USED);
  if (name === '') return {};
  const [, amount = '0', counts = '0'] = EQUIVALENT.exec(equivalent || '100:100') ?? [];
  const isEquivalent = Number(amount) > 0 && Number(counts) > 0;
  if (!classes.has(name)) addFinding('cell', ['food-class'], 'is no category that a standard may name', NOT_USED);
  if (!isEquivalent) addFinding('cell', ['equivalent'], 'is no equivalent such as 145:50', NOT_USED);
  return classes.has(name) && isEquivalent ? { foodCategory: { name, amount, counts } } : {};
}

function readDark(text: string, addFinding: AddFinding): Traits {
  if (/^(?:是|true|1|√|y|yes)$/i.test(text)) return { dark: true };
  if (/^(?:否|false|0|×|n|no)$/i.test(text)) return { dark: false };
  if (text !== '') addFinding('cell', ['dark'], 'is neither 是 nor 否', NOT_USED);
  return {};
}

function readAllergens(text: string, addFinding: AddFinding): Traits {
  if (text === '') return {};
  const words = text.split(/[,、;\s]+/).filter(Boolean);
  const namedAllergens = allergens.filter((allergen) => words.includes(allergen));
  const mayHaveOthers = words.includes('不明');
  if (words.length === 1 && words[0] === '无') return { allergens: [], mayHaveOthers };
  const readCount = namedAllergens.length + (mayHaveOthers ? 1 : 0);
  if (readCount === words.length) return { allergens: namedAllergens, mayHaveOthers };
  addFinding('cell', ['allergens'], `takes 无, or some of ${allergens.join(' ')} 不明`, NOT_USED);
  return {};
}
