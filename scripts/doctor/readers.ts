import * as z from 'zod/mini';
import { Calendar } from '../../lib/domain/calendar.ts';
import { Dish } from '../../lib/domain/dish.ts';
import { StoredFood } from '../../lib/domain/ingredient/food.ts';
import { Link } from '../../lib/domain/link.ts';
import { StoredPeople } from '../../lib/domain/menu/day-people.ts';
import { Menu, MenuPlan } from '../../lib/domain/menu/menu.ts';
import { PendingMenu, Review } from '../../lib/domain/menu/review.ts';
import { Operation } from '../../lib/domain/operation.ts';
import { Screen } from '../../lib/domain/screen/screen.ts';
import { Standard } from '../../lib/domain/standard.ts';
import { Unit } from '../../lib/domain/unit.ts';
import { UnitRoles } from '../../lib/domain/user/role.ts';
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
import { ServiceFacts } from '../../lib/store/unit/service-facts.ts';
import { UidClaim } from '../../lib/store/user/user.ts';
import type { ItemKind, SpecialKind } from '../../tables/item-kinds.ts';

const Icon = z.object({ icon: z.string().check(z.minLength(1)) });

/**
 * The schemas of all kinds of items. Of large items they keep only the fields that other items refer to. A new kind
 * with keys of its own does not compile until it is listed here. Heads and rows are read with their collections, and so
 * are members of ordinary collections without an entry here.
 */
const readers = {
  unit: Unit,
  'unit icon': pickFields(Icon),
  calendar: pickFields(Calendar, 'off', 'on'),
  roles: UnitRoles,
  user: pickFields(User, 'uid', 'roleId'),
  session: pickFields(Session),
  'idempotency key': pickFields(FirstAnswer),
  operation: pickFields(Operation),
  marks: Bucket,
  'mark count': CodeCount,
  prices: Bucket,
  'price count': CodeCount,
  dish: pickFields(Dish, 'hasIcon'),
  'dish icon': pickFields(Icon),
  menu: pickFields(Menu, 'number', 'state', 'start', 'days', 'planVersion', 'live', 'waits'),
  revision: pickFields(StoredRevision),
  'menu people': pickFields(StoredPeople),
  'live menu': pickFields(LiveMenu, 'revision'),
  'pending menu': pickFields(PendingMenu, 'menu'),
  record: pickFields(Review),
  serving: ServiceFacts,
  week: WeekEntry,
  'week head': pickFields(WeekHead),
  'menu plan': pickFields(MenuPlan, 'version'),
  screen: pickFields(Screen, 'hash'),
  'screen claim': ScreenClaim,
  'uid claim': pickFields(UidClaim, 'uid', 'unit'),
  'sign-in attempts': pickFields(Attempts),
  link: pickFields(Link),
  'name claim': z.object({ unit: z.int() }),
  standard: pickFields(Standard, 'name', 'vendors'),
  ingredient: pickFields(StoredFood),
  food: pickFields(StoredFood),
  task: Task,
  'table version': z.object({ version: z.int() }),
} satisfies Readonly<Record<Exclude<SpecialKind, 'head' | 'row'> | 'dish' | 'screen', z.ZodMiniType>>;
export type ReadKind = keyof typeof readers;
export type Content<K extends ReadKind> = z.output<(typeof readers)[K]>;

/** All kinds of items but heads and rows. */
export const readKinds: readonly ItemKind[] = Object.keys(readers);

/** The schema of a kind; undefined where none is listed. */
export function findReader(kind: string): z.ZodMiniType<Content<ReadKind>> | undefined {
  return Object.hasOwn(readers, kind) ? readers[kind as ReadKind] : undefined;
}

/** A schema that keeps only these fields of the item. */
function pickFields<Whole extends object, Name extends keyof Whole = never>(
  schema: z.ZodMiniType<Whole>,
  ...names: Name[]
) {
  return z.pipe(
    schema,
    z.transform((whole): Pick<Whole, Name> => {
      const picked = names.map((name) => [name, whole[name]] as const);
      return Object.fromEntries(picked) as Pick<Whole, Name>;
    }),
  );
}
