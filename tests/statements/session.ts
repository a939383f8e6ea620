import { digestPassword } from '../../lib/auth/password.ts';
import * as attempts from '../../lib/store/user/attempts.ts';
import * as sessions from '../../lib/store/user/session.ts';
import * as signIn from '../../lib/store/user/sign-in.ts';
import type { Database } from '../../lib/table/database.ts';
import type { Patterns } from '../support/statements/pattern.ts';
import type { Parameter, Statements } from '../support/statements/statement.ts';

const ownPassword: Parameter = { names: 'nothing', make: (_, home) => digestPassword(home.password) };

export const statements: Statements = {
  'POST /api/login': {
    side: 'public',
    parameters: { uid: { names: 'user', make: (_, home) => home.account }, password: ownPassword },
    operation: 'signIn',
    cost: [3, 5, 11],
  },
  'POST /api/logout': {
    side: 'any',
    parameters: {},
    call: async ({ service, school }) => ({
      token: await service.signIn(school.account, school.password),
      parameters: {},
    }),
    operation: 'signOut',
    cost: [3, 4, 6],
  },
  'GET /api/me': { side: 'any', parameters: {}, cost: [2, 4, 0] },
  'POST /api/me/password': {
    side: 'any',
    parameters: { oldPassword: ownPassword, newPassword: ownPassword },
    call: async (setup) => {
      const person = await setup.createUser();
      const token = await setup.service.signIn(person.uid, person.password);
      const [oldPassword, newPassword] = [digestPassword(person.password), digestPassword('another')];
      return { token, parameters: { oldPassword, newPassword } };
    },
    operation: 'changePassword',
    cost: [3, 9, 13],
  },
};

const CALLER = { uid: 'unit1', vender: 1, sessionId: 'session' };

const ATTEMPT = { uid: 'unit1', address: '192.0.2.1' };

const CLAIM = { uid: 'unit1', unit: 1, hash: 'none', known: {} };

/** Attempts with one that is reserved no longer, so that one more can be reserved. */
async function forgotten(db: Database) {
  await attempts.forgetAttempts(db, ATTEMPT.uid);
  return { isKnown: false, attempts: await attempts.readAttempts(db, ATTEMPT.uid) };
}

async function reserve(db: Database, now: number) {
  return attempts.reserveAttempt(db, ATTEMPT, await forgotten(db), () => now);
}

async function claimOf(db: Database) {
  const { claim } = await signIn.readCredentials(db, ATTEMPT.uid);
  return claim ?? CLAIM;
}

export const patterns: Patterns = {
  'session.readCallerRecords': {
    does: 'read the caller: unit, user, roles, session',
    keys: '`V#12`: `UNIT`, `USER#…`, `ROLES`, `SESSION#…`',
    roundTrips: '1',
    cost: '4 r',
    call: () => (db) => sessions.readCallerRecords(db, CALLER),
  },
  'session.confirmCallerRecords': {
    does: 'read the caller again, as of one moment, before refusing',
    keys: '`V#12`: `UNIT`, `USER#…`, `ROLES`, `SESSION#…`',
    roundTrips: '1',
    cost: '8 r',
    call: () => (db) => sessions.confirmCallerRecords(db, CALLER),
  },
  'session.startSession': {
    does: 'begin a session',
    keys: '`V#12` / `UNIT`, `SESSION#…`',
    roundTrips: '1',
    cost: '4 w',
    call:
      ({ session }) =>
      (db) =>
        sessions.startSession(db, 1, { ...session, id: 'another' }),
  },
  'session.endSession': {
    does: 'end a session',
    keys: '`V#12` / `UNIT`, `SESSION#…`',
    roundTrips: '1',
    cost: '4 w',
    call: () => (db) => sessions.endSession(db, 1, 'another'),
  },
  'sign-in.readCredentials': {
    does: 'read credentials and attempts before a password is checked',
    keys: '`UID#…`: `UID`, `ATTEMPTS`',
    roundTrips: '1',
    cost: '2 r',
    call: () => (db) => signIn.readCredentials(db, ATTEMPT.uid),
  },
  'sign-in.readSignIn': {
    does: 'read user, unit and roles of credentials',
    keys: '`V#12`: `UNIT`, `USER#…`, `ROLES`',
    roundTrips: '1',
    cost: '3 r',
    call: () => (db) => signIn.readSignIn(db, CLAIM),
  },
  'sign-in.beginSession': {
    does: 'begin a session after a right password',
    keys: '`V#12` / `UNIT`, `SESSION#…`; `UID#…`: `UID`, `ATTEMPTS`',
    roundTrips: '1',
    cost: '8 w',
    call: async ({ now, service, session }) => {
      const reservation = await reserve(service.deps.db, now);
      const claim = await claimOf(service.deps.db);
      return (db) => signIn.beginSession(db, { ...session, id: 'another' }, { claim, reservation }, now);
    },
  },
  'sign-in.readOwnCredentials': {
    does: 'read the own credentials, attempts, user, roles and session',
    keys: '`UID#…`: `UID`, `ATTEMPTS`; `V#12`: `USER#…`, `ROLES`, `SESSION#…`',
    roundTrips: '1',
    cost: '5 r',
    call: () => (db) => signIn.readOwnCredentials(db, CALLER),
  },
  'sign-in.changePassword': {
    does: 'change the own password',
    keys: '`UID#…`: `UID`, `ATTEMPTS`; `V#12`: `USER#…`, `ROLES`, `SESSION#…`',
    roundTrips: '1',
    cost: '10 w',
    call: async ({ now, service }) => {
      const reservation = await reserve(service.deps.db, now);
      const found = await signIn.readOwnCredentials(service.deps.db, CALLER);
      const claim = await claimOf(service.deps.db);
      return (db) => signIn.changePassword(db, CALLER, { right: { claim, reservation }, newHash: 'new', found });
    },
  },
  'attempts.readAttempts': {
    does: 'read the attempts to sign in with a uid',
    keys: '`UID#…` / `ATTEMPTS`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => attempts.readAttempts(db, ATTEMPT.uid),
  },
  'attempts.reserveAttempt': {
    does: 'reserve an attempt before its password is checked',
    keys: '`UID#…` / `ATTEMPTS`',
    roundTrips: '1; 2 more per other attempt at the same moment',
    cost: '1 w',
    call: async ({ now, service }) => {
      const found = await forgotten(service.deps.db);
      return (db) => attempts.reserveAttempt(db, ATTEMPT, found, () => now);
    },
  },
  'attempts.countFailure': {
    does: 'count a failed attempt',
    keys: '`UID#…` / `ATTEMPTS`',
    roundTrips: '1',
    cost: '1 w',
    call: async ({ now, service }) => {
      const reservation = await reserve(service.deps.db, now);
      return (db) => attempts.countFailure(db, reservation, now);
    },
  },
  'attempts.releaseAttempt': {
    does: 'release an attempt',
    keys: '`UID#…` / `ATTEMPTS`',
    roundTrips: '1',
    cost: '1 w',
    call: async ({ now, service }) => {
      const reservation = await reserve(service.deps.db, now);
      return (db) => attempts.releaseAttempt(db, reservation);
    },
  },
  'attempts.forgetAttempts': {
    does: 'forget all attempts with a uid',
    keys: '`UID#…` / `ATTEMPTS`',
    roundTrips: '2',
    cost: '1 r, 2 w',
    call: async ({ now, service }) => {
      await reserve(service.deps.db, now);
      return (db) => attempts.forgetAttempts(db, ATTEMPT.uid);
    },
  },
};
