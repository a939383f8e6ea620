import * as z from 'zod/mini';
import type { Reason } from '../errors.ts';
import { ExactNumber, exactNumber } from './values/decimal.ts';
import { about, FREE_TEXT_MAX, idList, keyword, lines, text } from './values/fields.ts';
import { nameSchemas } from './values/schema-name.ts';

/** The unit of the platform's own staff. */
export const PLATFORM = 0;

/** Input of the optional texts of a unit; the empty string means none. */
export const unitTextFields = {
  address: about('Postal address.', z.optional(lines(FREE_TEXT_MAX))),
  contacts: about('Whom to ask for.', z.optional(text(FREE_TEXT_MAX))),
  phone: about('Telephone number.', z.optional(text(FREE_TEXT_MAX))),
  email: about('E-mail address, which is not checked.', z.optional(text(FREE_TEXT_MAX))),
  province: about('Province of the unit.', z.optional(text(FREE_TEXT_MAX))),
  city: about('City of the unit.', z.optional(text(FREE_TEXT_MAX))),
  area: about('District of the unit.', z.optional(text(FREE_TEXT_MAX))),
};
export type UnitText = keyof typeof unitTextFields;

const optionalText = z._default(z.string(), '');

const extraShare = z._default(z.string(), '0.00');

export const MealConfig = z.object({
  breakfast: z.string(),
  morningSnack: extraShare,
  lunch: z.string(),
  afternoonSnack: extraShare,
  dinner: z.string(),
  supper: extraShare,
});
/** The share of each meal as decimal text with two decimals. */
export type MealConfig = z.output<typeof MealConfig>;

/** The configuration of a new unit: how much of a day's energy each meal gives, in per cent. */
export const INITIAL_CONFIG: MealConfig = {
  breakfast: '30.00',
  morningSnack: '0.00',
  lunch: '40.00',
  afternoonSnack: '0.00',
  dinner: '30.00',
  supper: '0.00',
};

export const Unit = z.object({
  version: z.int(),
  id: z.int().check(z.minimum(0)),
  account: z.string(),
  name: z.string(),
  category: optionalText,
  /** Last day of use, `YYYY-MM-DD`; absent for the platform, which does not expire. */
  expire: z.optional(z.string()),
  status: z.boolean(),
  /** Whether the platform reviews its menus. */
  menuReview: z._default(z.boolean(), false),
  hasIcon: z._default(z.boolean(), false),
  /** Bytes of the icon's item, and its version; absent where there is no icon. */
  iconSize: z.optional(z.int()),
  iconVersion: z.optional(z.string()),
  config: MealConfig,
  /** Set from the deletion of the unit until its last data is gone. */
  deleting: z._default(z.boolean(), false),
  address: optionalText,
  contacts: optionalText,
  phone: optionalText,
  email: optionalText,
  province: optionalText,
  city: optionalText,
  area: optionalText,
});
export type Unit = z.output<typeof Unit>;

const ExtraShare = z.optional(ExactNumber);

/** The shares as they are answered: those of the contract's three meals, and of an extra one where it is not 0. */
export const ConfigRecord = z.object({
  breakfast: ExactNumber,
  dinner: ExactNumber,
  lunch: ExactNumber,
  morningSnack: ExtraShare,
  afternoonSnack: ExtraShare,
  supper: ExtraShare,
});

/** A unit as the contract lists it. */
export const UnitRecord = z.object({
  id: z.int(),
  account: z.string(),
  name: z.string(),
  category: z.string(),
  expire: z.int(),
  status: z.boolean(),
  menuReview: z.boolean(),
  icon: z.string(),
  /** Of the picture at `GET /api/vender/icon`; empty where there is none. */
  iconVersion: z.string(),
  address: z.string(),
  contacts: z.string(),
  phone: z.string(),
  email: z.string(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
});
export type UnitRecord = z.output<typeof UnitRecord>;

/** One unit as it is answered. The platform also gets its numbers of users and roles. */
export const UnitInfo = z.extend(UnitRecord, {
  users: z.optional(z.int().check(z.minimum(0))),
  roles: z.optional(z.int().check(z.minimum(0))),
});

/** Input of a list of units. */
export function categoryAsked() {
  return about(
    'Only units of exactly this kind.',
    z.pipe(
      z.optional(text(FREE_TEXT_MAX)),
      z.transform((category) => category || undefined),
    ),
  );
}

/** The most ids that choose units. */
const MOST_IDS = 10_000;

/** Which units to choose: by part of the name, and by ids. */
export const UnitSearch = z.object({
  keyword: keyword(),
  vendors: about('Only these units; empty: none.', z.optional(idList(MOST_IDS))),
});
export type UnitSearch = z.output<typeof UnitSearch>;

/** Which units are listed. */
export interface UnitFilter {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: boolean | undefined;
  /** Only units whose last day is before this one, `YYYY-MM-DD`. */
  readonly expireBefore?: string | undefined;
}

/** A unit as the contract selects it. */
export const UnitChoice = z.object({ account: z.string(), category: z.string(), id: z.int(), name: z.string() });
export type UnitChoice = z.output<typeof UnitChoice>;

nameSchemas({ UnitConfig: ConfigRecord, Unit: UnitRecord, UnitInfo, UnitChoice });

/** The record of a unit. `expire` goes out as UTC midnight of its date. */
export function toUnitRecord(unit: Unit, icon: string): UnitRecord {
  const { id, account, name, category, status, menuReview, iconVersion = '' } = unit;
  const { address, contacts, phone, email, province, city, area } = unit;
  const expire = Date.parse(`${unit.expire ?? '9999-12-31'}T00:00:00Z`);
  const texts = { address, contacts, phone, email, province, city, area };
  return { id, account, name, category, expire, status, menuReview, icon, iconVersion, ...texts };
}

/** The last day of use, out of a record's `expire`. */
export function lastDayOf(expire: number): string {
  return new Date(expire).toISOString().slice(0, 10);
}

/** The shares as numbers printed with two decimals. */
export function toConfigRecord(config: MealConfig): z.input<typeof ConfigRecord> {
  const extra = (['morningSnack', 'afternoonSnack', 'supper'] as const).filter((meal) => Number(config[meal]) > 0);
  return {
    breakfast: exactNumber(config.breakfast),
    dinner: exactNumber(config.dinner),
    lunch: exactNumber(config.lunch),
    ...Object.fromEntries(extra.map((meal) => [meal, exactNumber(config[meal])])),
  };
}

/** The reason why the unit may not be used on that day: closed, or past its last day; undefined where it may. */
export function findUsabilityProblem(
  unit: Unit,
  today: string,
): Extract<Reason, 'unit_closed' | 'unit_expired'> | undefined {
  if (!unit.status) return 'unit_closed';
  return unit.expire !== undefined && today > unit.expire ? 'unit_expired' : undefined;
}
