import { normaliseKey } from '../../../../lib/text/normal-form.ts';
import { done, type Expected, fails } from '../answer.ts';
import { type Argument, digest, given, name, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { identify, type ModelCaller } from '../gate.ts';
import { defineKind, type Kind } from '../kind.ts';
import { addSession, findRoleOf, findUser, nextEpoch, ownerOf, usabilityOf, type World } from '../world.ts';

const FAILURE_LIFE_S = 15 * 60;
const KNOWN_LIFE_S = 30 * 24 * 3600;
const MOST_FROM_ONE_ADDRESS = 5;
const MOST_FROM_ANYWHERE = 20;
const WRONG_DIGEST = 'F'.repeat(16);

/** The keys under which a failure counts: from one address, and from anywhere. */
function failureNames(uid: string, address: string): [string, string] {
  return [`${normaliseKey(uid)} from ${address}`, normaliseKey(uid)];
}

/** Whether a uid is locked. An address from which the user has signed in is locked only by its own failures. */
function isLocked(world: World, uid: string, address: string): boolean {
  const [here, anywhere] = failureNames(uid, address);
  const isKnown = (findUser(world, uid)?.known?.[address] ?? 0) > secondOf(world);
  return countOf(world, here) >= MOST_FROM_ONE_ADDRESS || (!isKnown && countOf(world, anywhere) >= MOST_FROM_ANYWHERE);
}

function countFailure(world: World, uid: string, address: string): void {
  const until = secondOf(world) + FAILURE_LIFE_S;
  for (const key of failureNames(uid, address)) world.failures.set(key, { count: countOf(world, key) + 1, until });
}

/** Forgets the failures from this address, there and in the sum of all. */
function forgetFailures(world: World, uid: string, address: string): void {
  const [here, anywhere] = failureNames(uid, address);
  const all = world.failures.get(anywhere);
  if (all) all.count -= countOf(world, here);
  world.failures.delete(here);
}

function countOf(world: World, key: string): number {
  const failures = world.failures.get(key);
  return failures && failures.until > secondOf(world) ? failures.count : 0;
}

function secondOf(world: World): number {
  return Math.floor(world.now / 1000);
}

/** After this time no failure counts any more, so it does not matter whether one was counted. */
export const FAILURES_FORGOTTEN_MS = (FAILURE_LIFE_S + 1) * 1000;

/** What a caller is told about himself. */
function profileOf(world: World, { user, session, unit, isPlatform, isMain, items }: ModelCaller) {
  const role = findRoleOf(world, unit, user.roleId);
  return {
    expire: session.expire,
    uid: user.uid,
    name: user.name,
    side: isPlatform ? 'admin' : 'business',
    vender: unit,
    roleId: role?.id ?? 0,
    roleName: role?.roleName ?? '',
    roleItems: [...items],
    isMain,
  };
}

/** Somebody's uid, mostly with his password. */
function credentials(draw: Draw, world: World): { uid: Argument<string>; password: Argument<string> } {
  const users = [...world.users.values()];
  const uids = draw.rarely(12) ? ['nobody'] : users.map((user) => user.uid);
  const uid = needed(draw, 'uid', () => name(draw, 'uid', uids, 64));
  const right = findUser(world, uid.means)?.digest;
  const isRight = right !== undefined && !draw.rarely(2);
  return { uid, password: isRight ? given(right, right) : needed(draw, 'password', () => digest(draw, 'password')) };
}

const signIn = defineKind({
  route: 'POST /api/login',
  weight: 3,
  choose: (draw, { world }) => credentials(draw, world),
  answer: ({ world, address }, { uid, password }): Expected => {
    if (isLocked(world, uid, address)) return fails('too_many_failures');
    const user = findUser(world, uid);
    if (user?.digest !== password) {
      countFailure(world, uid, address);
      return fails('bad_credentials');
    }
    const unit = world.units.get(user.unit);
    const problem = unit && usabilityOf(world, unit);
    if (problem) return fails(problem);
    forgetFailures(world, uid, address);
    user.known = { ...user.known, [address]: secondOf(world) + KNOWN_LIFE_S };
    // The token is added after the service has told it.
    const caller = identify(world, addSession(world, user, ''));
    if (typeof caller === 'string') throw new Error(`the model cannot sign in ${uid}: ${caller}`);
    return { kind: 'success', body: profileOf(world, caller), withToken: true };
  },
});

/** One of the first users with a password that nobody has, repeated so that the uid is sometimes locked. */
const guess: Kind = {
  ...signIn,
  weight: 1,
  times: 3,
  choose: (draw, { world }) => {
    const [first = '', second = ''] = [...world.users.values()].map((user) => user.uid);
    const uid = draw.some(first, first, first, second);
    return { uid: given(uid, uid), password: given(WRONG_DIGEST, WRONG_DIGEST) };
  },
};

const signOut = defineKind({
  route: 'POST /api/logout',
  weight: 1,
  isForAnyUnit: true,
  choose: () => ({}),
  answer: ({ caller }) => {
    caller.session.ended = true;
    return done();
  },
});

const getMe = defineKind({
  route: 'GET /api/me',
  weight: 3,
  choose: () => ({}),
  answer: ({ world, caller }) => {
    const { name: venderName, expire } = world.units.get(caller.unit) ?? { name: '', expire: undefined };
    const last = expire === undefined ? {} : { venderExpire: Date.parse(expire) };
    return done({ ...profileOf(world, caller), venderName, ...last });
  },
});

const changePassword = defineKind({
  route: 'POST /api/me/password',
  weight: 1,
  choose: (draw, { world, uid }) => {
    const right = findUser(world, uid)?.digest;
    const isRight = right !== undefined && !draw.rarely(3);
    return {
      oldPassword: isRight ? given(right, right) : needed(draw, 'oldPassword', () => digest(draw, 'oldPassword')),
      newPassword: needed(draw, 'newPassword', () => digest(draw, 'newPassword')),
    };
  },
  answer: ({ world, caller, address }, { oldPassword, newPassword }) => {
    const { user, session } = caller;
    if (isLocked(world, user.uid, address)) return fails('too_many_failures');
    if (user.digest !== oldPassword) {
      countFailure(world, user.uid, address);
      return fails('wrong_password');
    }
    forgetFailures(world, user.uid, address);
    user.digest = newPassword;
    user.epoch = nextEpoch(world);
    session.epoch = user.epoch;
    return done();
  },
});

/** A valid session of the user, if he has one. */
export function findSession(world: World, uid: string) {
  return world.sessions.findLast((session) => session.token !== '' && ownerOf(world, session) === findUser(world, uid));
}

export const kinds: readonly Kind[] = [signIn, guess, signOut, getMe, changePassword];
