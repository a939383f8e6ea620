import { digestPassword } from '../../../lib/auth/password.ts';
import type { CallerSide } from '../../../lib/auth/permissions.ts';
import type { Side } from '../../../lib/http/endpoint.ts';
import type { UnitCollection } from '../../../tables/keys.ts';
import type { Attachment, Sendable } from '../files/attachment.ts';
import type { School, Setup } from '../service/setup.ts';

type Value = string | number | Attachment | undefined;

/** One parameter of an endpoint. */
export interface Parameter {
  /** What its value names: a thing that must be the caller's own, a name that is unique across units, or neither. */
  readonly names: 'unit' | 'user' | 'role' | 'standard' | UnitCollection | 'account' | 'unit name' | 'nothing';
  /** Makes a value that a caller of `home` can send with success, a new one each time; undefined: better none. */
  readonly make: (setup: Setup, home: School) => Value | Promise<Value>;
}

/** A call that succeeds. */
export interface ValidCall {
  /** Absent where the endpoint needs none. */
  readonly token?: string;
  readonly parameters: Sendable;
}

/** What the demo data has, for parameters that name it. */
export interface DemoThings {
  /** Ids of the caller's dishes. */
  readonly dishes: readonly number[];
  /** Ids of the caller's menus, for the platform those of the first school; the oldest last. */
  readonly menus: readonly number[];
  /** Items of the first of these menus. */
  readonly servings: readonly { readonly day: number; readonly meal: string; readonly dish: number }[];
}

/**
 * What the contract and the design say about one endpoint, and a call of it. It is stated here again, not taken from
 * the declaration.
 */
export interface Statement {
  readonly side: Side;
  /** For each side the items of which one is enough; `main`: being the main account. Absent: a session is enough. */
  readonly items?: Readonly<Partial<Record<CallerSide, readonly number[] | 'main'>>>;
  /** All parameters. With the values that they make, a call succeeds. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Other parameters by item: a caller who holds only that one of several items may do something else. */
  readonly ofItem?: Readonly<Record<number, Readonly<Record<string, Parameter>>>>;
  /** The valid call, if one with the parameters' values would remove what other calls need. */
  readonly call?: (setup: Setup) => Promise<ValidCall>;
  /** The name of a write in the log of operations. */
  readonly operation?: string;
  /** The highest costs: round trips of any call; read and write units of the valid call, made a second time. */
  readonly cost: readonly [roundTrips: number, readUnits: number, writeUnits: number];
  /** Parameters with which a GET that needs some shows part of the demo data. */
  readonly demo?: (things: DemoThings) => Readonly<Record<string, string | number>>;
}

/** The statements about a noun's endpoints, by route. An endpoint without one is not tested. */
export type Statements = Readonly<Record<string, Statement>>;

/** A value that names nothing. */
export const value = (text: Value): Parameter => ({ names: 'nothing', make: () => text });
/** A value that only the admin side may send. */
export const adminValue = (text: string): Parameter => ({
  names: 'nothing',
  make: (_, home) => (home.id === 0 ? text : undefined),
});
/** A name that nobody has yet. */
export const newName = (names: Parameter['names'], prefix: string): Parameter => ({
  names,
  make: (setup) => setup.unique(prefix),
});
/** A parameter that gives the call another form, which answers one thing. */
export const otherForm = (names: Parameter['names']): Parameter => ({ names, make: () => undefined });

/** The caller's own unit; for the platform the school. */
export const ownUnit: Parameter = { names: 'unit', make: ({ school }, home) => home.id || school.id };
export const newUnit: Parameter = { names: 'unit', make: async (setup) => (await setup.createSchool()).id };
export const newUser: Parameter = {
  names: 'user',
  make: async (setup, home) => (await setup.createUser(undefined, home)).uid,
};
export const newRole: Parameter = { names: 'role', make: (setup, home) => setup.createRole([], home) };
export const newStandard: Parameter = { names: 'standard', make: (setup, home) => setup.createStandard(home) };
/** A dish of the catalogue's food. */
export const newDish: Parameter = {
  names: 'dish',
  make: async (setup, home) => {
    await setup.loadRice();
    return setup.createDish({}, home);
  },
};
/** A search word that finds a new thing. */
export const wordOf = (word: string, thing: Parameter): Parameter => ({
  names: 'nothing',
  make: async (setup, home) => {
    await thing.make(setup, home);
    return word;
  },
});

/** A food of the catalogue. */
export const food: Parameter = { names: 'nothing', make: (setup) => setup.loadRice() };
export const password = value(digestPassword('123456'));
export const empty = value('');
export const paging = { pageSize: value(10), pageNo: value(0) };
