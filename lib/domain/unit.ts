import * as z from 'zod/mini';
import { type Meal, meals } from './meal.ts';
import { Counts, kitchenCapacity, mealTemplate, Template, TemplateShape } from './meal-pattern.ts';
import type { ChangeFields } from './values/change.ts';
import { about, decimal, filterText, keyword, lines, MAX_FREE_TEXT_LENGTH, text } from './values/fields.ts';
import { idList } from './values/list-fields.ts';
import { ExactNumber, exactNumber, mapNames, nameSchemas } from './values/output.ts';

/** The id of the platform's own unit. */
export const PLATFORM = 0;

/** The unit of a caller. A unit works with its own things, the platform with those of all units. */
export interface CallingUnit {
  readonly vender: number;
}

/** Input of the optional texts of a unit, of which this is the one list; the empty string means none. */
const textFields = {
  address: about('Postal address.', z.optional(lines(MAX_FREE_TEXT_LENGTH))),
  contacts: about('Whom to ask for.', z.optional(text(MAX_FREE_TEXT_LENGTH))),
  phone: about('Telephone number.', z.optional(text(MAX_FREE_TEXT_LENGTH))),
  email: about('E-mail address, which is not checked.', z.optional(text(MAX_FREE_TEXT_LENGTH))),
  province: about('Province of the unit.', z.optional(text(MAX_FREE_TEXT_LENGTH))),
  city: about('City of the unit.', z.optional(text(MAX_FREE_TEXT_LENGTH))),
  area: about('District of the unit.', z.optional(text(MAX_FREE_TEXT_LENGTH))),
};
const textNames = Object.keys(textFields) as (keyof typeof textFields)[];

/** The facts whose input each endpoint declares itself, in its own words. A fact that a unit may lack is optional. */
const endpointFacts = {
  account: z.string(),
  name: z.string(),
  category: z.string(),
  /** Last day of use, `YYYY-MM-DD`; absent for the platform, which does not expire. */
  expire: z.optional(z.string()),
  status: z.boolean(),
  /** Whether the platform reviews the unit's menus. */
  menuReview: z.boolean(),
};
const texts = mapNames(textNames, () => z.string());
/** The one list of the facts of a unit: the store goes by it, and the input does not compile without one of them. */
const unitFacts = { ...endpointFacts, ...texts };
export type UnitFacts = z.output<z.ZodMiniObject<typeof unitFacts>>;

export const unitFields = textFields satisfies ChangeFields<Omit<UnitFacts, keyof typeof endpointFacts>>;

const optionalText = z._default(z.string(), '');

/** The meals of the contract. */
const mainMeals = ['breakfast', 'dinner', 'lunch'] as const;
/** The meals that a unit need not have. */
const extraMeals = ['morningSnack', 'afternoonSnack', 'supper'] as const;
const NO_SHARE = '0.00';
const isMainMeal = (meal: Meal) => mainMeals.some((mainMeal) => mainMeal === meal);

export const MealConfig = z.object(
  mapNames(meals, (meal) => (isMainMeal(meal) ? z.string() : z._default(z.string(), NO_SHARE))),
);
/** By meal, its share of a day's energy in per cent, as decimal text with two decimals. */
export type MealConfig = z.output<typeof MealConfig>;

export const UnitConfig = z.object({
  ...MealConfig.shape,
  /** The rows of each meal; absent: as usual. */
  template: z.optional(Template),
  /** How many dishes of a meal the kitchen can cook, by way of cooking and in `all`; absent: any number. */
  capacity: z.optional(z.record(z.string(), z.int())),
});
export type UnitConfig = z.output<typeof UnitConfig>;

/** Makes the field of a setting that is an object. An empty object is null, which takes the setting away. */
function objectOrNone<T extends object>(field: z.ZodMiniType<T | undefined, string>) {
  return z.pipe(
    field,
    z.transform((setting) => (setting && Object.keys(setting).length === 0 ? null : setting)),
  );
}

export const configFields = {
  ...mapNames(mainMeals, () => about('Per cent of the energy of a day.', decimal())),
  ...mapNames(extraMeals, () =>
    about('Per cent of the energy of a day; absent or empty: 0.', z._default(decimal({ empty: '0' }), NO_SHARE)),
  ),
  template: about(
    'What its meals are made of, as `POST /api/menu/generate` takes it; `{}`: as usual.',
    z.optional(objectOrNone(mealTemplate())),
  ),
  capacity: about(
    'How many dishes of a meal the kitchen can cook, by way of cooking and in `all`; `{}`: any number.',
    z.optional(objectOrNone(kitchenCapacity())),
  ),
} satisfies ChangeFields<UnitConfig>;

export const INITIAL_CONFIG: UnitConfig = {
  ...mapNames(extraMeals, () => NO_SHARE),
  breakfast: '30.00',
  lunch: '40.00',
  dinner: '30.00',
};

/** A unit as it is stored. */
export const Unit = z.object({
  version: z.int(),
  id: z.int().check(z.minimum(0)),
  ...unitFacts,
  category: optionalText,
  menuReview: z._default(unitFacts.menuReview, false),
  ...mapNames(textNames, () => optionalText),
  hasIcon: z._default(z.boolean(), false),
  /** Bytes of the icon's item; absent if there is none. */
  iconSize: z.optional(z.int()),
  /** The version of the icon's item, which changes with the picture; absent if there is none. */
  iconVersion: z.optional(z.string()),
  config: UnitConfig,
  /** Set from the deletion of the unit until its last data is gone. */
  deleting: z._default(z.boolean(), false),
});
export type Unit = z.output<typeof Unit>;

/** The configuration as answers show it. A meal that is not one of the contract's three has its share only if it is not 0. */
export const ConfigRecord = z.object({
  ...mapNames(mainMeals, () => ExactNumber),
  ...mapNames(extraMeals, () => z.optional(ExactNumber)),
  template: z.optional(TemplateShape),
  capacity: z.optional(Counts),
} satisfies Record<keyof UnitConfig, z.ZodMiniType>);

/** A unit as answers show it. */
export const UnitRecord = z.object({
  id: z.int(),
  ...endpointFacts,
  /** UTC midnight of the last day, in milliseconds since the epoch; for the platform that of a day which never comes. */
  expire: z.int(),
  icon: z.string(),
  /** The version of the picture at `GET /api/vender/icon`; empty if there is none. */
  iconVersion: z.string(),
  ...texts,
});
export type UnitRecord = z.output<typeof UnitRecord>;

/** One unit as answers show it. The platform also gets its numbers of users and roles. */
export const UnitInfo = z.extend(UnitRecord, {
  users: z.optional(z.int().check(z.minimum(0))),
  roles: z.optional(z.int().check(z.minimum(0))),
});

export function categoryParameter() {
  return about('Only units of exactly this kind.', filterText(MAX_FREE_TEXT_LENGTH));
}

/** The maximum number of units that a search names. */
const MAX_IDS = 10_000;

export const UnitSearch = z.object({
  keyword: keyword(),
  vendors: about('Only these units; empty: none.', z.optional(idList(MAX_IDS))),
});
export type UnitSearch = z.output<typeof UnitSearch>;

export interface UnitFilter {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: boolean | undefined;
  /** Only units whose last day is before this one, `YYYY-MM-DD`. */
  readonly expireBefore?: string | undefined;
  /** Whether a unit with this id may be listed; absent: any. */
  readonly isListedId?: ((unit: number) => boolean) | undefined;
  /** `false`: only units whose main account has never signed in, as far as it is known; `true`: only others. */
  readonly signedIn?: boolean | undefined;
}

export const UnitChoice = z.object({ account: z.string(), category: z.string(), id: z.int(), name: z.string() });
export type UnitChoice = z.output<typeof UnitChoice>;

nameSchemas({ UnitConfig: ConfigRecord, Unit: UnitRecord, UnitInfo, UnitChoice });

/** Makes the record of a unit. The answer leaves out the other facts that this returns. */
export function toUnitRecord(unit: Unit, icon: string): UnitRecord {
  const expire = Date.parse(`${unit.expire ?? '9999-12-31'}T00:00:00Z`);
  return { ...unit, expire, icon, iconVersion: unit.iconVersion ?? '' };
}

/** Makes the record of a configuration. An extra meal without a share is absent. */
export function toConfigRecord(config: UnitConfig): z.input<typeof ConfigRecord> {
  return {
    ...config,
    ...mapNames(mainMeals, (meal) => exactNumber(config[meal])),
    ...mapNames(extraMeals, (meal) => (Number(config[meal]) > 0 ? exactNumber(config[meal]) : undefined)),
  };
}

/** Finds the reason why a unit may not be used on `today`: it is closed, or past its last day; undefined if it may. */
export function findUsabilityProblem(unit: Unit, today: string) {
  if (!unit.status) return 'unit_closed';
  return unit.expire !== undefined && today > unit.expire ? 'unit_expired' : undefined;
}
