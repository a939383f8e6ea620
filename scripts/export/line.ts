import * as z from 'zod';
import { allItemIds } from '../../lib/auth/permissions.ts';
import { dishMarks, dishPolys, MOST_GRAMS, MOST_INGREDIENTS } from '../../lib/domain/dish.ts';
import { icon, iconOrFile } from '../../lib/domain/icon.ts';
import { Mark } from '../../lib/domain/ingredient/mark.ts';
import { Price } from '../../lib/domain/ingredient/price.ts';
import { meals } from '../../lib/domain/menu/menu.ts';
import {
  LEVEL_MAX,
  MOST_DAYS,
  MOST_DIFFERENT_DISHES,
  MOST_GROUPS,
  MOST_MENU_ITEMS,
} from '../../lib/domain/menu/menu-fields.ts';
import { menuStates } from '../../lib/domain/menu/menu-state.ts';
import { reviewActions } from '../../lib/domain/menu/review.ts';
import { Revision } from '../../lib/domain/revision.ts';
import { SCREEN_TOKEN, screenForms } from '../../lib/domain/screen/screen.ts';
import { unitTextFields } from '../../lib/domain/unit.ts';
import {
  choice,
  code,
  date,
  decimal,
  FREE_TEXT_MAX,
  NAME_MAX,
  requiredText,
  text,
  UID_MAX,
} from '../../lib/domain/values/fields.ts';
import { LAST_NUMBER } from '../../lib/domain/values/id.ts';

/** The version of the file's format. Raise it with every change that an older reader would not understand. */
export const FORMAT = 1;

/** The greatest number of a role or a dish: numbers end below the factor of their ids. */
const LAST_ROLE_NUMBER = 999_999;

const time = z.int().min(0);
/** The form of a hash whose check an ordinary sign-in can afford. */
const hash = z.string().regex(/^\$argon2id\$v=19\$m=\d{1,5},t=\d,p=\d\$[A-Za-z0-9+/]{8,100}\$[A-Za-z0-9+/]{8,100}$/);
const items = new Set(allItemIds('business'));

/** The first line: the unit. */
const UnitFacts = z.strictObject({
  type: z.literal('unit'),
  format: z.literal(FORMAT),
  /** When the file was written, ISO 8601. */
  written: z.string().max(30),
  id: z.int().min(1),
  account: requiredText(UID_MAX),
  name: requiredText(NAME_MAX),
  category: text(FREE_TEXT_MAX),
  expire: date(),
  status: z.boolean(),
  /** Absent in files of earlier releases. */
  menuReview: z.boolean().default(false),
  config: z.strictObject({ breakfast: decimal(), lunch: decimal(), dinner: decimal() }),
  ...unitTextFields,
});

const UnitIcon = z.strictObject({ type: z.literal('icon'), icon: icon() });

/** Number 1 is the system role. */
const RoleFacts = z.strictObject({
  type: z.literal('role'),
  number: z.int().min(1).max(LAST_ROLE_NUMBER),
  roleName: requiredText(NAME_MAX),
  roleItems: z.array(z.int().refine((item) => items.has(item), 'is no permission item of a unit')).max(items.size),
});

/** `role` is the number of the user's role, 0 where he has none. */
const UserFacts = z.strictObject({
  type: z.literal('user'),
  uid: requiredText(UID_MAX),
  name: requiredText(NAME_MAX),
  phone: text(FREE_TEXT_MAX),
  role: z.int().min(0).max(LAST_ROLE_NUMBER),
  time,
  hash,
});

const MarkFacts = z.strictObject({ type: z.literal('mark'), code: code(), mark: Mark });

const PriceFacts = z.strictObject({ type: z.literal('price'), code: code(), price: Price });

const StandardFacts = z.strictObject({ type: z.literal('standard'), id: z.int().min(1), name: z.string().max(1000) });

const grams = z.string().refine((value) => {
  const number = Number(value);
  return String(number) === value && number > 0 && number <= MOST_GRAMS;
}, 'is no amount of grams');
const DishEntry = z.strictObject({ key: code(), value: grams, isMain: z.boolean().optional() });

const DishFacts = z.strictObject({
  type: z.literal('dish'),
  number: z.int().min(1).max(LAST_NUMBER),
  name: requiredText(NAME_MAX),
  mark: choice(dishMarks),
  poly: choice([...dishPolys, '']),
  month: z.array(z.int().min(1).max(12)).max(12),
  ingredient: z
    .array(DishEntry)
    .max(MOST_INGREDIENTS)
    .refine((entries) => new Set(entries.map(({ key }) => key)).size === entries.length, 'names an ingredient twice'),
  iconFile: z.pipe(
    iconOrFile(),
    z.transform(({ file }) => file),
  ),
  icon: icon(),
  modify: time,
});

const number = z.int().min(1).max(LAST_NUMBER);
const mealList = z.array(z.enum(meals)).min(1).max(meals.length);
const amount = z.string().regex(/^\d{1,2}(\.\d{1,20})?$/);

/** Whether a dish is the unit's own or the library's, and its number there. Numbers of the unit's own may change. */
const dishNumber = [z.enum(['own', 'library']), number] as const;

const MenuFacts = z.strictObject({
  type: z.literal('menu'),
  number,
  name: requiredText(NAME_MAX),
  start: date(),
  days: z.int().min(1).max(MOST_DAYS),
  meals: mealList,
  groups: z
    .array(z.strictObject({ level: requiredText(NAME_MAX), people: z.int().min(0), factor: amount, meals: mealList }))
    .min(1)
    .max(MOST_GROUPS),
  /** Id of its standard; 0 where it has none. */
  standard: z.int().min(0),
  items: z.array(z.tuple([z.int().min(1).max(MOST_DAYS), z.enum(meals), ...dishNumber, amount])).max(MOST_MENU_ITEMS),
  /** The names of its dishes. */
  names: z.array(z.tuple([...dishNumber, z.string().max(NAME_MAX)])).max(MOST_DIFFERENT_DISHES),
  /** The present names of the library's dishes that it names or has named; absent in files of earlier releases. */
  library: z.array(z.tuple([number, z.string().max(NAME_MAX)])).default([]),
  state: z.enum(menuStates),
  revision: z.int().min(0),
  /** The live revision, and its days. */
  live: z
    .strictObject({
      revision: z.int().min(1),
      name: requiredText(NAME_MAX),
      start: date(),
      days: z.int().min(1).max(MOST_DAYS),
    })
    .optional(),
  /** Since when it waits for review, and who submitted it. */
  waits: z.strictObject({ since: time, uid: z.string().max(UID_MAX) }).optional(),
  mustBeReviewed: z.boolean().optional(),
  modify: time,
  /** Its revisions. The unit's own dishes have negative numbers in place of ids. */
  revisions: z.array(Revision),
});

const RecordFacts = z.strictObject({
  type: z.literal('record'),
  number,
  /** Number of the menu. */
  menu: number,
  name: requiredText(NAME_MAX),
  revision: z.int().min(1),
  action: z.enum(reviewActions),
  uid: z.string().max(UID_MAX),
  byPlatform: z.boolean(),
  time,
  comment: text(FREE_TEXT_MAX),
});

const ScreenFacts = z.strictObject({
  type: z.literal('screen'),
  number,
  name: requiredText(NAME_MAX),
  form: z.enum(screenForms),
  levels: z.array(requiredText(LEVEL_MAX)).max(MOST_GROUPS),
  /** The hash of the token in its address; absent where it has none. */
  hash: z.string().regex(SCREEN_TOKEN).optional(),
});

/** All types of lines but the last, in the order of the file. */
const facts = [
  UnitFacts,
  UnitIcon,
  RoleFacts,
  UserFacts,
  MarkFacts,
  PriceFacts,
  StandardFacts,
  DishFacts,
  MenuFacts,
  RecordFacts,
  ScreenFacts,
] as const;

/** A line of the file, but not the last one. */
export const Line = z.discriminatedUnion('type', facts);
export type Line = z.output<typeof Line>;
export type LineOf<Type extends Line['type']> = Extract<Line, { type: Type }>;

/** The types of lines in their order. */
export const lineTypes = facts.map(({ shape }) => shape.type.value);

/** Number of lines by type. */
export const Counts = z.record(z.enum(lineTypes), z.int().min(0));
export type Counts = z.output<typeof Counts>;

/** The last line: the number of lines of each type, and the SHA-256 of everything before it, in hex. */
export const End = z.strictObject({
  type: z.literal('end'),
  counts: Counts,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
