import type { CallOptions } from '../../support/service/service.ts';
import { statementOf } from '../../support/statements/statements.ts';
import type { Actual, Expected } from './answer.ts';
import type { Argument, Arguments } from './arguments.ts';
import { Draw } from './draw.ts';
import { findRefusal, identify, type ModelCaller } from './gate.ts';
import type { Kind } from './kind.ts';
import { noteOperation } from './kinds/operation.ts';
import { findSession } from './kinds/session.ts';
import { findUser, isMainAccount, type ModelUser, ownerOf, type World } from './world.ts';

/** A call before it meets a world: random numbers, which can shrink. */
export interface Drawn {
  readonly kind: Kind;
  /** The kind of caller, as one of a hundred numbers, and which of them. */
  readonly sort: number;
  readonly who: number;
  readonly picks: readonly number[];
  readonly spice: number;
}

/** A call as it is made. */
export interface ModelCall {
  readonly kind: Kind;
  /** The apparent caller, as text. */
  readonly from: string;
  /** The index of the session; undefined where the caller sends no token of ours. */
  readonly session: number | undefined;
  readonly sent: Arguments;
  readonly address: string;
  readonly options: CallOptions;
}

/** A caller: a user, whether he has a session or not, a session that has ended, or nobody. */
export type Origin = { readonly user: ModelUser } | { readonly ended: number } | { readonly token: string | undefined };

const ANY_USER_FROM = 62;
const ENDED_FROM = 88;
const NOBODY_FROM = 95;
const FORGED_FROM = 98;

/** Who calls: mostly somebody of the side that may, the main accounts first. */
export function chooseOrigin({ kind, sort, who }: Drawn, world: World): Origin {
  if (sort >= FORGED_FROM) return { token: 'a.b.c' };
  if (sort >= NOBODY_FROM) return { token: undefined };
  const users = [...world.users.values()];
  const ended = [...world.sessions.keys()].filter((index) => !isLive(world, index));
  const chosen = ended[who % Math.max(1, ended.length)];
  if (sort >= ENDED_FROM && chosen !== undefined) return { ended: chosen };
  const fitting = sort >= ANY_USER_FROM ? users : users.filter((user) => isOfSide(kind, user));
  const mains = fitting.filter((user) => isMainAccount(world, user)).sort((a, b) => orderOf(a) - orderOf(b));
  // If all units are deleted, their side has nobody left.
  const candidates = fitting.length > 0 ? [...mains, ...fitting] : users;
  const user = candidates[who % candidates.length];
  if (!user) throw new Error('the model has no users');
  return { user };
}

function isLive(world: World, index: number): boolean {
  const session = world.sessions[index];
  return session?.token === '' || (session !== undefined && ownerOf(world, session) !== undefined);
}

/** Sorts the platform last: what both sides may do is done by units more often. */
function orderOf({ unit }: ModelUser): number {
  return unit === 0 ? Number.POSITIVE_INFINITY : unit;
}

function isOfSide({ route }: Kind, { unit }: ModelUser): boolean {
  const { side } = statementOf(route);
  return side === 'any' || side === 'public' || side === (unit === 0 ? 'admin' : 'business');
}

/** The index of a valid session of the user; undefined where he has none. */
export function sessionOf(world: World, user: ModelUser): number | undefined {
  const session = findSession(world, user.uid);
  return session && world.sessions.indexOf(session);
}

/** Makes a drawn call in this world. */
export function makeCall(drawn: Drawn, world: World, origin: Origin, session: number | undefined): ModelCall {
  const { kind, picks, spice } = drawn;
  const draw = new Draw(picks, spice);
  const known = session === undefined ? undefined : world.sessions[session];
  const viewpoint = { world, home: known?.unit ?? 1, uid: known?.uidKey ?? '', session: known };
  const sent = kind.choose(draw, viewpoint);
  const token = 'token' in origin ? origin.token : known?.token;
  const options: CallOptions = {
    ...(token === undefined ? {} : { token }),
    address: draw.some('192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'),
    encoding: draw.some('base64', 'plain'),
    deleteWith: draw.some('body', 'query'),
    ...kind.send?.(sent),
  };
  return { kind, from: describeOrigin(world, origin), session, sent, address: options.address ?? '', options };
}

function describeOrigin(world: World, origin: Origin): string {
  if ('token' in origin) return origin.token === undefined ? 'nobody' : 'a forged token';
  const session = 'ended' in origin ? world.sessions[origin.ended] : undefined;
  if (session) return `an ended session of ${session.uidKey} (unit ${session.unit})`;
  return 'user' in origin ? `${origin.user.uid} (unit ${origin.user.unit})` : 'nobody';
}

/** The form or query of a call. */
export function parametersOf({ kind, sent }: ModelCall): Record<string, string> {
  if (kind.send) return {};
  const entries = Object.entries(sent).flatMap(([name, argument]) => textOf(name, argument));
  return Object.fromEntries(entries);
}

function textOf(name: string, argument: Argument<unknown> | undefined): [string, string][] {
  return argument?.sent === undefined ? [] : [[name, argument.sent]];
}

/** What the call must answer in this world. It changes the world as the call does. */
export function predict(world: World, { kind, session, sent, address }: ModelCall): Expected {
  const caller = identify(world, session === undefined ? undefined : world.sessions[session], kind.isForAnyUnit);
  const refusal = findRefusal(statementOf(kind.route), caller, sent);
  if (refusal) return refusal;
  const meaning = Object.fromEntries(Object.entries(sent).map(([name, argument]) => [name, argument?.means]));
  const known = typeof caller === 'string' ? NOBODY : caller;
  const { uid, unit } = known.user;
  const expected = kind.answer({ world, caller: known, address }, meaning);
  // The caller of a sign-in is known only after it.
  const signedIn =
    statementOf(kind.route).side === 'public' ? findUser(world, String(meaning['uid'] ?? '')) : undefined;
  noteOperation(world, kind.route, expected, signedIn ?? { uid, unit });
  return expected;
}

/** The predictable part of an answer. */
export function viewOf({ kind }: ModelCall, actual: Actual): Actual {
  return kind.view ? { ...actual, json: kind.view(actual.json) } : actual;
}

const NO_USER = { uid: '', unit: -1, name: '', phone: '', roleId: 0, time: 0, digest: '', epoch: 0 };
const NO_SESSION = { token: '', uidKey: '', unit: -1, epoch: 0, expire: 0, ended: true };

/** The caller of a public call. */
const NOBODY: ModelCaller = {
  user: NO_USER,
  session: NO_SESSION,
  unit: -1,
  isPlatform: false,
  isMain: false,
  items: [],
};
