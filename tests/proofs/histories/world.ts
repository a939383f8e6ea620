import { normaliseKey } from '../../../lib/text/normal-form.ts';

/** The unit of the platform's own staff. */
export const PLATFORM = 0;
/** Ids of roles and dishes are the unit's id × this + the number in the unit. */
export const ID_FACTOR = 1_000_000;
const SESSION_LIFE_MS = 12 * 3_600_000;
/** China has one time, eight hours ahead of UTC. */
const SHANGHAI_MS = 8 * 3_600_000;

export const UNIT_TEXTS = ['address', 'contacts', 'phone', 'email', 'province', 'city', 'area'] as const;
type UnitTexts = Record<(typeof UNIT_TEXTS)[number], string>;

export interface ModelUnit extends UnitTexts {
  id: number;
  account: string;
  name: string;
  category: string;
  /** Last day of use; undefined for the platform. */
  expire: string | undefined;
  status: boolean;
  menuReview: boolean;
  icon: string;
  breakfast: number;
  lunch: number;
  dinner: number;
}

export interface ModelRole {
  id: number;
  roleName: string;
  roleType: string;
  roleItems: number[];
}

export interface ModelUser {
  uid: string;
  unit: number;
  name: string;
  phone: string;
  roleId: number;
  time: number;
  digest: string;
  /** Sessions of an earlier epoch have ended. */
  epoch: number;
  /** Addresses from which he has signed in, and the seconds until which they are known. */
  known?: Record<string, number>;
}

export interface ModelSession {
  readonly token: string;
  readonly uidKey: string;
  readonly unit: number;
  epoch: number;
  readonly expire: number;
  ended: boolean;
}

export interface ModelStandard {
  id: number;
  name: string;
  vendors: number[];
  overflow: number;
  foodCategoryDay: unknown;
  foodCategoryWeek: unknown;
  ingredient: unknown;
}

export interface ModelIngredient {
  key: string;
  value: number;
  isMain?: boolean;
}

export interface ModelDish {
  id: number;
  name: string;
  icon: string;
  mark: string;
  poly: string;
  month: number[];
  ingredient: ModelIngredient[];
  modify: number;
}

/** An entry of the log of operations, as far as it is predictable. */
export interface ModelOperation {
  readonly time: number;
  readonly uid: string;
  readonly operation: string;
}

export interface ModelFood {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly edible: string | undefined;
  readonly nutrients: Readonly<Record<string, string>>;
  readonly traces: readonly string[];
  /** The allergens that its code in the national table implies; no food has an entry of its own. */
  readonly allergens: readonly string[];
  readonly foodCategory: { readonly name: string; readonly amount: string; readonly counts: string } | null;
  readonly dark: boolean;
}

/** A unit's members of a noun in order of creation, with the next number. */
interface Members<Member> {
  next: number;
  list: Member[];
}

/** Everything that the service stores, by the contract: plain data, so that it can be cloned. */
export interface World {
  /** Milliseconds since the epoch, as handlers see them. */
  now: number;
  nextUnit: number;
  nextStandard: number;
  epochs: number;
  units: Map<number, ModelUnit>;
  /** By normalised uid. */
  users: Map<string, ModelUser>;
  /** By unit, with the number of the next role. */
  rosters: Map<number, { next: number; roles: ModelRole[] }>;
  sessions: ModelSession[];
  /** Failed sign-ins by uid, and by uid and address, and the second when they are forgotten. */
  failures: Map<string, { count: number; until: number }>;
  standards: Map<number, ModelStandard>;
  marks: Map<number, Map<string, string>>;
  prices: Map<number, Map<string, string>>;
  /** The members of collections, by noun and unit. */
  members: Map<string, Map<number, Members<unknown>>>;
  /** By the unit whose users acted. */
  logs: Map<number, ModelOperation[]>;
  /** In the order in which they were loaded. */
  readonly foods: readonly ModelFood[];
}

/** An independent copy of the world. */
export function cloneWorld(world: World): World {
  return structuredClone(world);
}

/** The calendar day in China, `YYYY-MM-DD`, so many days from now. */
export function dayIn(world: World, days = 0): string {
  return new Date(world.now + SHANGHAI_MS + days * 86_400_000).toISOString().slice(0, 10);
}

/** The user of a uid in any spelling. */
export function findUser(world: World, uid: string): ModelUser | undefined {
  return world.users.get(normaliseKey(uid));
}

/** The users of a unit in order of creation. */
export function usersOf(world: World, unit: number): ModelUser[] {
  return [...world.users.values()].filter((user) => user.unit === unit).sort((a, b) => a.time - b.time);
}

/** The roles of a unit in order of creation. */
export function rolesOf(world: World, unit: number): ModelRole[] {
  return world.rosters.get(unit)?.roles ?? [];
}

export function findRoleOf(world: World, unit: number, id: number): ModelRole | undefined {
  return rolesOf(world, unit).find((role) => role.id === id);
}

/** The members of a unit's collection. Only the noun's own calls use its name. */
export function membersOf<Member>(world: World, noun: string, unit: number): Members<Member> {
  const byUnit = world.members.get(noun) ?? new Map<number, Members<unknown>>();
  world.members.set(noun, byUnit);
  const own = byUnit.get(unit) ?? { next: 1, list: [] };
  byUnit.set(unit, own);
  return own as Members<Member>;
}

/** The dishes of a unit in order of creation. */
export function dishesOf(world: World, unit: number): ModelDish[] {
  return membersOf<ModelDish>(world, 'dish', unit).list;
}

export function isMainAccount(world: World, user: ModelUser): boolean {
  return normaliseKey(world.units.get(user.unit)?.account ?? '') === normaliseKey(user.uid);
}

/** A new number for an epoch. */
export function nextEpoch(world: World): number {
  world.epochs += 1;
  return world.epochs;
}

/** Adds a session that begins now. It lives twelve hours and ends with a whole second. */
export function addSession(world: World, user: ModelUser, token: string): ModelSession {
  const expire = Math.floor((world.now + SESSION_LIFE_MS) / 1000) * 1000;
  const session = { token, uidKey: normaliseKey(user.uid), unit: user.unit, epoch: user.epoch, expire, ended: false };
  world.sessions.push(session);
  return session;
}

/** The user of a session that has not ended. */
export function ownerOf(world: World, session: ModelSession): ModelUser | undefined {
  const user = world.users.get(session.uidKey);
  const isLive = !session.ended && session.expire > world.now;
  return isLive && user?.unit === session.unit && user.epoch === session.epoch ? user : undefined;
}

/** The reason why a unit may not be used now. */
export function usabilityOf(world: World, unit: ModelUnit): 'unit_closed' | 'unit_expired' | undefined {
  if (!unit.status) return 'unit_closed';
  return unit.expire !== undefined && dayIn(world) > unit.expire ? 'unit_expired' : undefined;
}
