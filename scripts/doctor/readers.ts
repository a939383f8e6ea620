import * as z from 'zod/mini';
import { Calendar } from '../../lib/domain/calendar.ts';
import { Dish } from '../../lib/domain/dish.ts';
import { Ingredient } from '../../lib/domain/ingredient/ingredient.ts';
import { Link } from '../../lib/domain/link.ts';
import { DayPeople } from '../../lib/domain/menu/day-people.ts';
import { Menu, MenuPlan } from '../../lib/domain/menu/menu.ts';
import { PendingMenu, Review } from '../../lib/domain/menu/review.ts';
import { Operation } from '../../lib/domain/operation.ts';
import { Screen } from '../../lib/domain/screen/screen.ts';
import { Standard } from '../../lib/domain/standard.ts';
import { Unit } from '../../lib/domain/unit.ts';
import { RoleRoster } from '../../lib/domain/user/role.ts';
import { Session } from '../../lib/domain/user/session.ts';
import { Attempts } from '../../lib/domain/user/sign-in.ts';
import { User } from '../../lib/domain/user/user.ts';
import { FirstAnswer } from '../../lib/store/idempotency.ts';
import { Bucket, CodeCount } from '../../lib/store/ingredient/code-values.ts';
import { LiveMenu } from '../../lib/store/menu/live-menu.ts';
import { StoredRevision } from '../../lib/store/menu/menu-revision.ts';
import { WeekEntry, WeekHead } from '../../lib/store/menu/week.ts';
import { ScreenClaim } from '../../lib/store/screen/screen.ts';
import { Task } from '../../lib/store/task.ts';
import { Serving } from '../../lib/store/unit/serving.ts';
import { UidClaim } from '../../lib/store/user/user.ts';
import type { Kind, SpecialKind } from '../../tables/place.ts';

const Icon = z.object({ icon: z.string().check(z.minLength(1)) });

/**
 * How items of each kind are read, and what is remembered of them: of large ones only what others refer to. A new kind
 * with keys of its own does not compile until it is here. Heads and rows belong to the collections, and members of
 * ordinary collections are read by these.
 */
const readers = {
  unit: Unit,
  'unit icon': keep(Icon),
  calendar: keep(Calendar, 'off', 'on'),
  roles: RoleRoster,
  user: keep(User, 'uid', 'roleId'),
  session: keep(Session),
  'request key': keep(FirstAnswer),
  operation: keep(Operation),
  marks: Bucket,
  'mark count': CodeCount,
  prices: Bucket,
  'price count': CodeCount,
  dish: keep(Dish, 'hasIcon'),
  'dish icon': keep(Icon),
  menu: keep(Menu, 'number', 'state', 'start', 'days', 'planVersion', 'live', 'waits'),
  revision: keep(StoredRevision),
  'menu people': keep(DayPeople),
  'live menu': keep(LiveMenu, 'revision'),
  'pending menu': keep(PendingMenu, 'menu'),
  record: keep(Review),
  serving: Serving,
  week: WeekEntry,
  'week head': keep(WeekHead),
  'menu plan': keep(MenuPlan, 'version'),
  screen: keep(Screen, 'hash'),
  'screen claim': ScreenClaim,
  'uid claim': keep(UidClaim, 'uid', 'unit'),
  'tries to sign in': keep(Attempts),
  link: keep(Link),
  'name claim': z.object({ unit: z.int() }),
  standard: keep(Standard, 'name', 'vendors'),
  ingredient: keep(Ingredient),
  food: keep(Ingredient),
  task: Task,
  'table version': z.object({ version: z.int() }),
} satisfies Readonly<Record<Exclude<SpecialKind, 'head' | 'row'> | 'dish' | 'screen', z.ZodMiniType>>;
export type ReadKind = keyof typeof readers;
export type Content<K extends ReadKind> = z.output<(typeof readers)[K]>;

/** All kinds of items but heads and rows. */
export const readKinds: readonly Kind[] = Object.keys(readers);

/** The reader of a kind; undefined where nothing of its items is to be remembered. */
export function readerOf(kind: string): z.ZodMiniType<Content<ReadKind>> | undefined {
  return Object.hasOwn(readers, kind) ? readers[kind as ReadKind] : undefined;
}

/** The schema of which only these fields are remembered. */
function keep<Whole extends object, Name extends keyof Whole = never>(schema: z.ZodMiniType<Whole>, ...names: Name[]) {
  return z.pipe(
    schema,
    z.transform((whole): Pick<Whole, Name> => {
      const kept = names.map((name) => [name, whole[name]] as const);
      return Object.fromEntries(kept) as Pick<Whole, Name>;
    }),
  );
}
