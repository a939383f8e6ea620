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
import { LiveEntry } from '../../lib/store/menu/live-menu.ts';
import { StoredRevision } from '../../lib/store/menu/menu-revision.ts';
import { WeekEntry, WeekHead } from '../../lib/store/menu/week.ts';
import { ScreenClaim } from '../../lib/store/screen/screen.ts';
import { Task } from '../../lib/store/task.ts';
import { ServiceFacts } from '../../lib/store/unit/service-facts.ts';
import { UidClaim } from '../../lib/store/user/user.ts';
import type { ItemKind, SpecialKind } from '../../tables/item-kinds.ts';

const Icon = z.object({ icon: z.string().check(z.minLength(1)) });

/**
 * The schemas by which items are read. Of large items they keep only the fields that other items refer to. A new kind with keys
 * of its own does not compile until it is listed here. Heads and rows are read with their collections, and so are members of
 * collections that are not listed.
 */
const schemaByKind = {
  unit: Unit,
  'unit icon': pick(Icon),
  calendar: pick(Calendar, 'off', 'on'),
  roles: UnitRoles,
  user: pick(User, 'uid', 'roleId'),
  session: pick(Session),
  'idempotency key': pick(FirstAnswer),
  operation: pick(Operation),
  marks: Bucket,
  'mark count': CodeCount,
  prices: Bucket,
  'price count': CodeCount,
  dish: pick(Dish, 'hasIcon'),
  'dish icon': pick(Icon),
  menu: pick(Menu, 'number', 'state', 'start', 'days', 'planVersion', 'live', 'waits'),
  revision: pick(StoredRevision),
  'menu people': pick(StoredPeople),
  'live menu': pick(LiveEntry, 'revision'),
  'pending menu': pick(PendingMenu, 'menu'),
  record: pick(Review),
  serving: ServiceFacts,
  week: WeekEntry,
  'week head': pick(WeekHead),
  'menu plan': pick(MenuPlan, 'version'),
  screen: pick(Screen, 'hash'),
  'screen claim': ScreenClaim,
  'uid claim': pick(UidClaim, 'uid', 'unit'),
  'sign-in attempts': pick(Attempts),
  link: pick(Link),
  'name claim': z.object({ unit: z.int() }),
  standard: pick(Standard, 'name', 'vendors'),
  ingredient: pick(StoredFood),
  food: pick(StoredFood),
  task: Task,
  'table version': z.object({ version: z.int() }),
} satisfies Readonly<Record<Exclude<SpecialKind, 'head' | 'row'> | 'dish' | 'screen', z.ZodMiniType>>;
export type ReadKind = keyof typeof schemaByKind;
export type Content<K extends ReadKind> = z.output<(typeof schemaByKind)[K]>;

/** The kinds that are listed above. */
export const readKinds: readonly ItemKind[] = Object.keys(schemaByKind);

/** Finds the schema of a kind; undefined where none is listed. */
export function findSchema(kind: string): z.ZodMiniType<Content<ReadKind>> | undefined {
  return Object.hasOwn(schemaByKind, kind) ? schemaByKind[kind as ReadKind] : undefined;
}

/** Makes a schema that checks the whole item and keeps only these fields. */
function pick<Whole extends object, Name extends keyof Whole = never>(schema: z.ZodMiniType<Whole>, ...names: Name[]) {
  return z.pipe(
    schema,
    z.transform((whole): Pick<Whole, Name> => {
      const fields = names.map((name) => [name, whole[name]] as const);
      // These are all the names, which `fromEntries` does not know.
      return Object.fromEntries(fields) as Pick<Whole, Name>;
    }),
  );
}
