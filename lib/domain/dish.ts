import * as z from 'zod/mini';
import { AppError, badField } from '../errors.ts';
import { bandList, enumLists } from './enum.ts';
import { type DishIcon, iconOrFile } from './icon.ts';
import { mealList, meals } from './meal.ts';
import { type CallingUnit, PLATFORM } from './unit.ts';
import { type Change, type ChangeFields, makeChangeSchema, withChange } from './values/change.ts';
import {
  about,
  choice,
  integer,
  keyword,
  MAX_CODE_LENGTH,
  MAX_NAME_LENGTH,
  orNone,
  requiredText,
  toCode,
} from './values/fields.ts';
import { toId } from './values/id.ts';
import { isFiniteNumber, json, type PlacedObject, readObjects } from './values/json.ts';
import { idList, months } from './values/list-fields.ts';
import { ExactNumber, exactNumber, nameSchemas } from './values/output.ts';

/** The maximum number of dishes that one call makes or deletes. */
export const MAX_DISHES_AT_ONCE = 500;
/** The maximum number of ingredients of a dish. */
export const MAX_INGREDIENTS = 100;
/** The maximum grams of one ingredient. */
export const MAX_GRAMS = 100_000;
/** The maximum characters of all ingredients as JSON text. */
const MAX_INGREDIENTS_LENGTH = 20_000;
const MAX_LIKING = 5;

export const DishIngredient = z.object({
  /** A food's code, of the catalogue or of the unit's own. */
  key: z.string(),
  /** Grams of the edible raw portion, as decimal text. */
  value: z.string(),
  isMain: z.optional(z.boolean()),
});
export type DishIngredient = z.output<typeof DishIngredient>;

/** The one list of a dish's facts, by which all others go. A fact that a dish may lack is optional. */
const dishFacts = {
  name: z.string(),
  /** The kind of dish: one of `dishMarks`. */
  mark: z.string(),
  /** The cooking method: one of `dishPolys`, or empty. */
  poly: z.string(),
  /** The months, from 1, in which it is offered; empty: all. */
  month: z.array(z.int()),
  /** The meals that it suits; empty: all. */
  meals: z.array(z.enum(meals)),
  ingredient: z.array(DishIngredient),
  /** How much people like it, from 0 to 5; absent: 3. */
  liking: z.optional(z.int()),
  /** The bands of age that it is not for. */
  notFor: z.optional(z.array(z.string())),
};
export type DishFacts = z.output<z.ZodMiniObject<typeof dishFacts>>;

const INITIAL_DISH: DishFacts = { name: '', mark: '', poly: '', month: [], meals: [], ingredient: [] };

/** A dish as it is stored. */
export const Dish = z.object({
  ...dishFacts,
  poly: z._default(dishFacts.poly, ''),
  version: z.int(),
  /** The dish's number in its unit. */
  number: z.int(),
  vender: z.int().check(z.minimum(0)),
  /** File name of the icon. An icon that is a data URL is stored in an item of its own. */
  iconFile: z._default(z.string(), ''),
  hasIcon: z._default(z.boolean(), false),
  /** Bytes of the icon's item; absent if there is none. */
  iconSize: z.optional(z.int()),
  /** The version of the icon's item, which changes with the picture; absent if there is none. */
  iconVersion: z.optional(z.string()),
  /** Milliseconds since the epoch of the last change. */
  modify: z.int(),
});
export type Dish = z.output<typeof Dish>;

const DishIngredientRecord = z.object({ key: z.string(), value: ExactNumber, isMain: z.optional(z.boolean()) });

/** The change of a dish. An empty icon takes the icon away. */
export type DishChange = Change<DishFacts> & { readonly icon?: DishIcon | undefined };

/** A dish of a workbook: to be created or, with its number in the unit, to be changed. */
export const DishWrite = z.object({ number: z.optional(z.int()), facts: makeChangeSchema<DishFacts>(dishFacts) });
export type DishWrite = z.output<typeof DishWrite>;

// A record has its members in the order that front ends know.
const { name, mark, ingredient: _, ...otherFacts } = dishFacts;

/** A dish as answers show it. */
export const DishRecord = z.object({
  id: z.int(),
  name,
  vender: z.int(),
  icon: z.string(),
  /** The version of the picture at `GET /api/dish/icon`; empty if there is none. */
  iconVersion: z.string(),
  ingredient: z.array(DishIngredientRecord),
  marks: mark,
  ...otherFacts,
  /** The meals that it suits; absent: all. */
  meals: z.optional(otherFacts.meals),
  modify: z.int(),
});

/** A dish as `GET /api/dish/select` answers it. */
export const DishChoice = z.pick(DishRecord, {
  id: true,
  ingredient: true,
  marks: true,
  poly: true,
  name: true,
  meals: true,
});
nameSchemas({ Dish: DishRecord, DishIngredient: DishIngredientRecord });

/** Makes the record of a dish. `icon` is the data URL of its icon. Without icons the icon's file name is left out, too. */
export function toDishRecord(
  dish: Dish,
  { icon = '', withIcons = true }: { readonly icon?: string; readonly withIcons?: boolean } = {},
): z.input<typeof DishRecord> {
  return {
    ...dish,
    id: toId(dish.vender, dish.number),
    icon: withIcons ? icon || dish.iconFile : '',
    iconVersion: dish.iconVersion ?? '',
    ingredient: dish.ingredient.map((entry) => ({ ...entry, value: exactNumber(entry.value) })),
    marks: dish.mark,
    meals: dish.meals.length > 0 ? dish.meals : undefined,
  };
}

/** The allowed values of `mark`. */
export const dishMarks = enumLists.mark.map(({ key }) => key);
/** The allowed values of `poly`, the contract's word for the cooking method. */
export const dishPolys = enumLists.poly.map(({ key }) => key);

/** Makes the field of the ingredients, as JSON text: `[{"key": "012001x", "value": 100, "isMain": true}]`. An empty text means none. */
function dishIngredients() {
  const shape = z.array(DishIngredientRecord).check(z.maxLength(MAX_INGREDIENTS));
  return json({ max: MAX_INGREDIENTS_LENGTH, empty: '[]', shape }, (value, _text, place): DishIngredient[] => {
    const seenCodes = new Set<string>();
    return readObjects(value, MAX_INGREDIENTS, place).map((entry) => readIngredient(entry, seenCodes));
  });
}

/** Reads an ingredient. `seenCodes` are the codes of those read so far; the ingredient's own is added. */
function readIngredient({ members, place }: PlacedObject, seenCodes: Set<string>) {
  const { key, value, isMain } = members;
  const code = (typeof key === 'string' ? toCode(key) : undefined) ?? '';
  if (code === '') place.at('key').report({ code: 'code', max: MAX_CODE_LENGTH });
  else if (seenCodes.has(code)) place.at('key').report({ code: 'repeated' });
  seenCodes.add(code);
  if (!isFiniteNumber(value) || value <= 0 || value > MAX_GRAMS) {
    place.at('value').report({ code: 'grams', max: MAX_GRAMS });
  }
  if (isMain !== undefined && typeof isMain !== 'boolean') place.at('isMain').report({ code: 'boolean' });
  return { key: code, value: String(value), isMain: typeof isMain === 'boolean' ? isMain : undefined };
}

/** Input of a dish. The endpoint for new dishes demands what a new one must have. */
export const dishFields = {
  icon: about(
    'Picture: a data string of a png, jpeg, gif or webp image, or the name of a file that front ends have.',
    z.optional(iconOrFile()),
  ),
  month: about('Months in which the dish is offered.', z.optional(months())),
  meals: about('Meals that it suits, separated by commas; empty or absent: all.', z.optional(mealList())),
  mark: z.optional(about('What kind of dish it is.', choice(dishMarks))),
  poly: about('Cooking method.', z.optional(choice([...dishPolys, '']))),
  ingredient: z.optional(
    about(
      'What it is made of: distinct codes, grams of the edible raw portion (above 0), and whether it is a main ' +
        'ingredient. Codes outside the catalogue are accepted.',
      dishIngredients(),
    ),
  ),
  liking: about('How much it is liked, from 0 to 5; absent: 3.', z.optional(orNone(integer(0, MAX_LIKING)))),
  notFor: about('Bands of age that it is not for, separated by commas.', z.optional(bandList())),
  name: z.optional(about('Name; several dishes may have the same.', requiredText(MAX_NAME_LENGTH))),
} satisfies ChangeFields<DishFacts> & ChangeFields<{ icon: DishIcon }>;

/** Makes the fields by which dishes are searched. */
export function dishFilter() {
  return {
    keyword: keyword(),
    mark: about('Only dishes with this mark.', z.optional(choice(dishMarks))),
    poly: about('Only dishes of this cooking method.', z.optional(choice(dishPolys))),
    month: about('Only dishes that name this month.', z.optional(integer(1, 12))),
  };
}

/** Makes the field of the units that get a new dish. */
export function targetUnitsField() {
  const meaning = 'Units, of which a unit may name only itself; absent: its own unit, for the platform its library.';
  return about(meaning, z.optional(idList(MAX_DISHES_AT_ONCE)));
}

/** A dish without its unit, number and version. Its copies in other units have the same content. */
export const DishContent = z.omit(Dish, { version: true, number: true, vender: true });
export type DishContent = z.output<typeof DishContent>;

/** Returns what a dish and its copies have in common. */
export function toDishContent({ version: _version, number: _number, vender: _vender, ...content }: Dish): DishContent {
  return content;
}

/** Makes the content of a new dish at the time `modify`, and its icon's data URL. `facts` have at least a name and a mark. */
export function newDishContent({ icon, ...facts }: DishChange, modify: number) {
  const { data: iconData, file } = icon ?? { data: '', file: '' };
  const content: DishContent = { ...withChange(INITIAL_DISH, facts), iconFile: file, hasIcon: iconData !== '', modify };
  return { content, iconData };
}

/** Chooses the unit whose dishes are searched. @throws AppError `foreign_unit` if a unit searches another unit's. */
export function chooseSearchedUnit({ vender }: CallingUnit, requested = vender): number {
  if (vender !== PLATFORM && requested !== PLATFORM && requested !== vender) throw new AppError('foreign_unit');
  return requested;
}

/** Chooses the units that get a dish, by default the caller's. @throws AppError `foreign_unit` if a unit names another. */
export function chooseTargetUnits({ vender }: CallingUnit, named: readonly number[] = []): readonly number[] {
  if (named.length === 0) return [vender];
  if (vender !== PLATFORM && named.some((unit) => unit !== vender)) throw new AppError('foreign_unit');
  return named;
}

/** Whether the caller may see dishes of the unit `owner`: its own and the platform's library. */
function maySee(caller: CallingUnit, owner: number): boolean {
  return mayChange(caller, owner) || owner === PLATFORM;
}

/** @throws AppError `dish_not_found` if the caller may not see the dishes of the unit `owner`. */
export function requireVisible(caller: CallingUnit, owner: number): void {
  if (!maySee(caller, owner)) throw new AppError('dish_not_found');
}

/** Whether the caller may change dishes of the unit `owner`: its own, and as the platform those of all. */
export function mayChange({ vender }: CallingUnit, owner: number): boolean {
  return vender === PLATFORM || owner === vender;
}

/** @throws AppError `dish_not_found` if the caller may not change a dish. He does not even learn whether there is one. */
export function requireChangeable(caller: CallingUnit, owner: number): void {
  if (!mayChange(caller, owner)) throw new AppError('dish_not_found');
}

/** Returns `dishes`, which match `ids` in order. @throws AppError `dish_not_found`, with absent or invisible ids in `field`. */
export function requireAllVisible(
  caller: CallingUnit,
  { ids, field = 'ids' }: { readonly ids: readonly number[]; readonly field?: string | undefined },
  dishes: readonly (Dish | undefined)[],
): Dish[] {
  const invisibleIds = ids.filter((_, index) => {
    const dish = dishes[index];
    return !dish || !maySee(caller, dish.vender);
  });
  if (invisibleIds.length > 0)
    throw badField(field, { code: 'unknown', names: [...new Set(invisibleIds)].join(', ') }, 'dish_not_found');
  return dishes.filter((dish) => dish !== undefined);
}

/** Chooses the unit that serves a dish: the caller's own, even if the dish is the library's; for the platform the dish's. */
export function chooseServingUnit(caller: CallingUnit, owner: number): number {
  return caller.vender === PLATFORM ? owner : caller.vender;
}
