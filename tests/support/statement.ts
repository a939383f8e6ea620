import { digestPassword } from '../../lib/auth/password.ts';
import type { CallerSide } from '../../lib/auth/permissions.ts';
import type { Side } from '../../lib/http/endpoint.ts';
import type { UnitCollection } from '../../tables/keys.ts';
import type { Attachment, Sendable } from './attachment.ts';
import type { School, Stage } from './stage.ts';

type Value = string | number | Attachment | undefined;

/** One parameter of an endpoint. */
export interface Parameter {
  /** What its value names: a thing that must be the caller's own, a name that is claimed across units, or neither. */
  readonly names: 'unit' | 'user' | 'role' | 'standard' | UnitCollection | 'account' | 'unit name' | 'nothing';
  /** A value that a caller of `home` can send with success, made anew each time; undefined: better none. */
  readonly make: (stage: Stage, home: School) => Value | Promise<Value>;
}

/** A call that succeeds. */
export interface ValidCall {
  /** Absent where the endpoint needs none. */
  readonly token?: string;
  readonly parameters: Sendable;
}

/** What the demo data has, for parameters that name some of it. */
export interface DemoThings {
  /** Ids of the caller's dishes. */
  readonly dishes: readonly number[];
  /** Ids of the caller's menus, for the platform of the first school's; the oldest last. */
  readonly menus: readonly number[];
  /** What the first of the menus serves, and where. */
  readonly servings: readonly { readonly day: number; readonly meal: string; readonly dish: number }[];
}

/**
 * What the contract and the design say of one endpoint, and a call of it: written down anew here, not taken from its
 * declaration.
 */
export interface Statement {
  readonly side: Side;
  /** By side the items any of which suffices; `main`: being the main account. Absent: a session suffices. */
  readonly items?: Readonly<Partial<Record<CallerSide, readonly number[] | 'main'>>>;
  /** All parameters there are. With the values that they make a call succeeds. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** By item, parameters in place of those: what who holds that one of several items may do is something else. */
  readonly ofItem?: Readonly<Record<number, Readonly<Record<string, Parameter>>>>;
  /** The valid call, where one made of the parameters would end what other calls need. */
  readonly call?: (stage: Stage) => Promise<ValidCall>;
  /** The name of a write in the log of operations. */
  readonly operation?: string;
  /** The most that it may take: round trips of any call; read and write units of the valid one, made a second time. */
  readonly cost: readonly [roundTrips: number, readUnits: number, writeUnits: number];
  /** Parameters with which a GET that needs some has something to show of the demo data. */
  readonly demo?: (things: DemoThings) => Readonly<Record<string, string | number>>;
}

/** By route: the endpoints of a noun. What has no statement is tested by nobody. */
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
  make: (stage) => stage.unique(prefix),
});
/** With it the call has another form, which answers one thing. */
export const otherForm = (names: Parameter['names']): Parameter => ({ names, make: () => undefined });

/** The caller's own unit; for the platform the school. */
export const ownUnit: Parameter = { names: 'unit', make: ({ school }, home) => home.id || school.id };
export const newUnit: Parameter = { names: 'unit', make: async (stage) => (await stage.createSchool()).id };
export const newUser: Parameter = {
  names: 'user',
  make: async (stage, home) => (await stage.createUser(undefined, home)).uid,
};
export const newRole: Parameter = { names: 'role', make: (stage, home) => stage.createRole([], home) };
export const newStandard: Parameter = { names: 'standard', make: (stage, home) => stage.createStandard(home) };
/** A dish of the catalogue's food. */
export const newDish: Parameter = {
  names: 'dish',
  make: async (stage, home) => {
    await stage.loadRice();
    return stage.createDish({}, home);
  },
};
/** A search word that something new is found by. */
export const wordOf = (word: string, thing: Parameter): Parameter => ({
  names: 'nothing',
  make: async (stage, home) => {
    await thing.make(stage, home);
    return word;
  },
});

/** A food of the catalogue. */
export const food: Parameter = { names: 'nothing', make: (stage) => stage.loadRice() };
export const password = value(digestPassword('123456'));
export const empty = value('');
export const paging = { pageSize: value(10), pageNo: value(0) };
