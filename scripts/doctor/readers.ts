import * as z from 'zod';
import { Dish } from '../../lib/domain/dish.ts';
import { Ingredient } from '../../lib/domain/ingredient/ingredient.ts';
import { Mark } from '../../lib/domain/ingredient/mark.ts';
import { Price } from '../../lib/domain/ingredient/price.ts';
import { Menu, MenuPlan } from '../../lib/domain/menu/menu.ts';
import { PendingMenu, Review } from '../../lib/domain/menu/review.ts';
import { Operation } from '../../lib/domain/operation.ts';
import { Screen } from '../../lib/domain/screen/screen.ts';
import { Standard } from '../../lib/domain/standard.ts';
import { Unit } from '../../lib/domain/unit.ts';
import { RoleRoster, SYSTEM_ROLE_TYPE } from '../../lib/domain/user/role.ts';
import { Session } from '../../lib/domain/user/session.ts';
import { Attempts } from '../../lib/domain/user/sign-in.ts';
import { User } from '../../lib/domain/user/user.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { FirstAnswer } from '../../lib/store/idempotency.ts';
import { Bucket, CodeCount, measureCodes } from '../../lib/store/ingredient/code-book.ts';
import { PackedFood } from '../../lib/store/ingredient/pack.ts';
import { LiveMenu } from '../../lib/store/menu/live-menu.ts';
import { StoredRevision } from '../../lib/store/menu/menu-revision.ts';
import { ScreenClaim } from '../../lib/store/screen/screen.ts';
import { Task } from '../../lib/store/task.ts';
import { UidClaim } from '../../lib/store/user/user.ts';
import { type CollectionRow, storedRowOf } from '../../lib/table/collection/collection.ts';
import { Copy, decodeCopy } from '../../lib/table/collection/copies.ts';
import type { Item } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import {
  codeBucketOf,
  dishKey,
  EARLIER_MARK_BUCKETS,
  ingredientKey,
  type Key,
  liveKey,
  menuKey,
  operationKey,
  pendingKey,
  reviewKey,
  screenKey,
  sessionKey,
  standardKey,
  taskKey,
  uidClaimKey,
  unitKey,
  userKey,
} from '../../tables/keys.ts';
import type { Kind, Place } from '../../tables/place.ts';
import { inLanguage, languageOf } from '../command/language.ts';
import { OldTask } from '../migrate/003-tasks.ts';
import { TableVersion } from '../migrate/table-version.ts';
import { digestOf } from './collection-facts.ts';
import { type Invariant, nameOf } from './finding.ts';
import { type FoodFacts, judgeFood } from './food-judgement.ts';
import { collectionAt } from './seen-row.ts';
import { words } from './words.ts';

/** Kinds of items with a meaning of their own. The others belong to the machinery of collections. */
export type ReadKind = Exclude<Kind, 'head' | 'row' | 'copy'>;

/** What the doctor remembers of an item of each kind. */
interface Facts {
  unit: {
    readonly id: number;
    readonly account: string;
    readonly name: string;
    readonly deleting: boolean;
    readonly hasIcon: boolean;
    readonly iconVersion: number | undefined;
  };
  'unit icon': { readonly unit: number; readonly version: number | undefined };
  roles: {
    readonly unit: number;
    readonly next: number;
    readonly roles: readonly RoleFacts[];
    readonly users: number | undefined;
  };
  user: { readonly unit: number; readonly uid: string; readonly roleId: number };
  session: { readonly unit: number };
  'request key': { readonly unit: number };
  operation: { readonly unit: number };
  marks: { readonly unit: number; readonly problem: string | undefined } & CodeFacts;
  'mark count': { readonly unit: number } & CodeFacts;
  'earlier marks': { readonly unit: number; readonly problem: string | undefined };
  prices: { readonly unit: number; readonly problem: string | undefined } & CodeFacts;
  'price count': { readonly unit: number } & CodeFacts;
  dish: {
    readonly unit: number;
    readonly number: number;
    readonly hasIcon: boolean;
    readonly iconVersion: number | undefined;
  };
  'dish icon': { readonly unit: number; readonly number: number; readonly version: number | undefined };
  menu: { readonly unit: number } & Pick<Menu, 'number' | 'planVersion' | 'live' | 'waits'>;
  revision: { readonly unit: number; readonly number: number };
  'live menu': { readonly unit: number } & Pick<LiveMenu, 'number' | 'revision' | 'start'>;
  'pending menu': { readonly unit: number; readonly number: number; readonly time: number };
  record: { readonly unit: number; readonly number: number };
  'menu plan': { readonly unit: number; readonly number: number; readonly version: number };
  screen: { readonly unit: number; readonly number: number; readonly hash: string | undefined };
  'screen claim': { readonly hash: string; readonly unit: number; readonly number: number; readonly isGone: boolean };
  'uid claim': { readonly unit: number; readonly uid: string };
  'tries to sign in': { readonly uidKey: string };
  'name claim': { readonly unit: number; readonly nameKey: string };
  standard: { readonly id: number; readonly name: string; readonly vendors: readonly number[] };
  ingredient: FoodFacts & { readonly number: number; readonly digest: string };
  figures: PackFacts;
  task: Task;
  'old deletion': Task;
  'old undertaking': Task;
  'line of writers': { readonly free: number };
  'table version': TableVersion;
}

interface CodeFacts {
  readonly count: number;
  readonly bytes: number;
}

/** The digests of a pack's foods by number; undefined where readers cannot read the pack, which does no harm. */
interface PackFacts {
  readonly pack: number;
  readonly version: number;
  readonly digests: ReadonlyMap<number, string> | undefined;
}

interface RoleFacts {
  readonly id: number;
  readonly isSystem: boolean;
  readonly nameKey: string;
}

export type Fact<K extends Kind> = K extends ReadKind ? Facts[K] : never;

/** What an item says, and the row that its member must have; or what is wrong with it. */
type Outcome<Fact> =
  | { readonly fact: Fact; readonly row: CollectionRow | undefined }
  | { readonly invariant: Extract<Invariant, 'unreadable-item' | 'misplaced-item'>; readonly problem: string };

type Reader<Fact> = (item: Item, place: Place) => Outcome<Fact>;

const Icon = z.object({ icon: z.string().min(1), version: z.optional(z.int()) });
const NameClaim = z.object({ unit: z.int() });
const Line = z.object({ free: z.int(), ttl: z.int() });

/** The messages of the validator, in the language of the terminal. */
const remarks = { en: z.locales.en().localeError, zh: z.locales.zhCN().localeError };

/** `keyOf` makes the key that the content implies; absent where it implies none. */
function reader<Content, Fact>(
  schema: z.core.$ZodType<Content>,
  toFact: (content: Content, unit: number, place: Place) => Fact,
  keyOf?: (content: Content, unit: number, place: Place) => Key,
): Reader<Fact> {
  return (item, place) => {
    const parsed = z.safeParse(schema, item, { error: remarks[languageOf()] });
    if (!parsed.success) return { invariant: 'unreadable-item', problem: describeIssues(parsed.error) };
    const unit = place.unit ?? 0;
    const key = keyOf?.(parsed.data, unit, place);
    if (key && (key.pk !== item.pk || key.sk !== item.sk)) {
      return { invariant: 'misplaced-item', problem: inLanguage(words.saysOther(nameOf(key))) };
    }
    return { fact: toFact(parsed.data, unit, place), row: memberRowOf(item, place) };
  };
}

/** The row of an item that has been parsed already. */
function memberRowOf(item: Item, place: Place): CollectionRow | undefined {
  const collection = collectionAt(place);
  return collection && storedRowOf(collection, item);
}

function describeIssues({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || inLanguage(words.item)}: ${message}`).join('; ');
}

function toRosterFacts({ next, roles, users }: RoleRoster, unit: number): Facts['roles'] {
  const facts = roles.map(({ id, roleType, roleName }) => ({
    id,
    isSystem: roleType === SYSTEM_ROLE_TYPE,
    nameKey: normaliseKey(roleName),
  }));
  return { unit, next, roles: facts, users };
}

/** What is wrong with a bucket of values. `bucketOf` tells the bucket of a code. */
function findBucketProblem(
  Value: z.core.$ZodType<string>,
  { codes }: z.output<typeof Bucket>,
  number: number,
  bucketOf = codeBucketOf,
): string | undefined {
  const all = Object.values(codes).flat();
  const unknown = Object.keys(codes).filter((value) => !z.safeParse(Value, value).success);
  if (unknown.length > 0) return inLanguage(words.unknownValues(unknown));
  const seen = new Set<string>();
  const twice = all.filter((code) => seen.size === seen.add(code).size);
  if (twice.length > 0) return inLanguage(words.codesTwice(twice.slice(0, 10)));
  const strangers = all.filter((code) => bucketOf(code) !== number);
  return strangers.length > 0 ? inLanguage(words.codesOfOthers(strangers.slice(0, 10))) : undefined;
}

function measureBucket({ codes }: z.output<typeof Bucket>): CodeFacts {
  return measureCodes(Object.values(codes).flat());
}

/** A digest of a food that does not depend on the order of its fields. */
function digestOfFood({ nutrients, ...food }: Ingredient): string {
  const inOrder = (fields: object) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf([JSON.stringify(inOrder(food)), JSON.stringify(inOrder(nutrients))]);
}

/** For each kind, how its items are read. */
export const readers: { readonly [K in ReadKind]: Reader<Facts[K]> } = {
  unit: reader(
    Unit,
    ({ id, account, name, deleting, hasIcon, iconVersion }) => ({ id, account, name, deleting, hasIcon, iconVersion }),
    ({ id }) => unitKey(id),
  ),
  'unit icon': reader(Icon, ({ version }, unit) => ({ unit, version })),
  roles: reader(RoleRoster, toRosterFacts),
  user: reader(
    User,
    ({ uid, roleId }, unit) => ({ unit, uid, roleId }),
    ({ uid }, unit) => userKey(unit, normaliseKey(uid)),
  ),
  session: reader(
    Session,
    (_, unit) => ({ unit }),
    ({ id }, unit) => sessionKey(unit, id),
  ),
  'request key': reader(FirstAnswer, (_, unit) => ({ unit })),
  operation: reader(
    Operation,
    (_, unit) => ({ unit }),
    ({ time }, unit, { text }) => operationKey(unit, time, text),
  ),
  marks: reader(Bucket, (bucket, unit, { number }) => {
    return { unit, problem: findBucketProblem(Mark, bucket, number), ...measureBucket(bucket) };
  }),
  'mark count': reader(CodeCount, (count, unit) => ({ unit, ...count })),
  'earlier marks': reader(Bucket, (bucket, unit, { number }) => {
    const bucketOf = (code: string) => codeBucketOf(code) % EARLIER_MARK_BUCKETS;
    return { unit, problem: findBucketProblem(Mark, bucket, number, bucketOf) };
  }),
  prices: reader(Bucket, (bucket, unit, { number }) => {
    return { unit, problem: findBucketProblem(Price, bucket, number), ...measureBucket(bucket) };
  }),
  'price count': reader(CodeCount, (count, unit) => ({ unit, ...count })),
  dish: reader(
    Dish,
    ({ number, hasIcon, iconVersion }, unit) => ({ unit, number, hasIcon, iconVersion }),
    ({ vender, number }) => dishKey(vender, number),
  ),
  'dish icon': reader(Icon, ({ version }, unit, { number }) => ({ unit, number, version })),
  menu: reader(
    Menu,
    ({ number, planVersion, live, waits }, unit) => ({ unit, number, planVersion, live, waits }),
    ({ vender, number }) => menuKey(vender, number),
  ),
  revision: reader(StoredRevision, (_, unit, { number }) => ({ unit, number })),
  'live menu': reader(
    LiveMenu,
    ({ number, revision, start }, unit) => ({ unit, number, revision, start }),
    ({ start, number }, unit) => liveKey(unit, start, number),
  ),
  'pending menu': reader(
    PendingMenu,
    ({ vender, menu, time }) => ({ unit: vender, number: locate(menu).number, time }),
    ({ time, menu }) => pendingKey(time, menu),
  ),
  record: reader(
    Review,
    ({ number }, unit) => ({ unit, number }),
    ({ vender, number }) => reviewKey(vender, number),
  ),
  'menu plan': reader(MenuPlan, ({ version }, unit, { number }) => ({ unit, number, version })),
  screen: reader(
    Screen,
    ({ number, hash }, unit) => ({ unit, number, hash }),
    ({ vender, number }) => screenKey(vender, number),
  ),
  'screen claim': reader(ScreenClaim, ({ unit, number, ttl }, _, { text }) => {
    return { hash: text, unit, number, isGone: ttl !== undefined };
  }),
  'uid claim': reader(
    UidClaim,
    ({ uid, unit }) => ({ uid, unit }),
    ({ uid }) => uidClaimKey(normaliseKey(uid)),
  ),
  'tries to sign in': reader(Attempts, (_, __, { text }) => ({ uidKey: text })),
  'name claim': reader(NameClaim, ({ unit }, _, { text }) => ({ unit, nameKey: text })),
  standard: reader(
    Standard,
    ({ id, name, vendors }) => ({ id, name, vendors }),
    ({ id }) => standardKey(id),
  ),
  ingredient: reader(
    Ingredient,
    (food) => ({ ...judgeFood(food), number: food.number, digest: digestOfFood(food) }),
    ({ code }) => ingredientKey(code),
  ),
  figures: (item, place) => {
    const toFacts = reader(Copy, ({ version }) => {
      const foods = decodeCopy(item, version, { Row: PackedFood });
      const digests = foods && new Map(foods.map((food) => [food.number, digestOfFood(food)]));
      return { pack: place.number, version, digests };
    });
    return toFacts(item, place);
  },
  task: reader(
    Task,
    (task) => task,
    ({ id }) => taskKey(id),
  ),
  'old deletion': reader(OldTask, (task) => task),
  'old undertaking': reader(OldTask, (task) => task),
  'line of writers': reader(Line, ({ free }) => ({ free })),
  'table version': reader(TableVersion, (version) => version),
};
