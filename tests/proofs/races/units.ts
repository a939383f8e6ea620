import { systemRoleId } from '../../../lib/domain/user/role.ts';
import { normaliseKey, normaliseText } from '../../../lib/text/normal-form.ts';
import { addSignedIn, addUnit, addUser, DIGEST, draft } from '../../support/nouns/units.ts';
import { refuses, succeeds } from './order.ts';
import type { Race, RaceTrack, RacingCall } from './race-track.ts';

const UNIT_GONE = '404 unit_not_found';

/** How a unit is shown in the list. */
interface Shown {
  readonly id: number;
  readonly account: string;
  readonly name: string;
}

/** The units whose names contain this text, oldest first. */
async function readUnits(track: RaceTrack, keyword: string): Promise<Shown[]> {
  const found: Shown[] = await track.read('GET /api/vender/select', { keyword });
  return found.toReversed();
}

async function readUids(track: RaceTrack, token: string): Promise<string[]> {
  const users: { uid: string }[] = await track.read('GET /api/user', {}, token);
  return users.map(({ uid }) => uid).sort();
}

interface OneAccount {
  /** Account and name of the units created with it. */
  readonly made: readonly (readonly [account: string, name: string])[];
  /** The account of the unit that will be rebound to it. */
  readonly main: string;
  readonly users: readonly string[];
}

/** Units are created with one account, another unit is rebound to it, and a user is created and deleted with it. */
export async function raceForAccount(track: RaceTrack, round: number): Promise<Race<OneAccount>> {
  const [main, deputy, account, word] = [`aa${round}`, `ad${round}`, `Wanted${round}`, `争号${round}号`];
  const host = await addUnit(track.service, main);
  const token = await addSignedIn(track.service, host, deputy);
  const isTaken = ({ made, users }: OneAccount) => made.length > 0 || users.includes(account);
  const create = (as: string, name: string): RacingCall<OneAccount> => ({
    title: `create ${name} of ${as}`,
    route: 'PUT /api/vender',
    parameters: draft(as, { name }),
    token: track.admin,
    apply: (state) =>
      isTaken(state) ? refuses(state, '409 duplicate_account') : succeeds({ ...state, made: [[as, name]] }),
  });
  const bind: RacingCall<OneAccount> = {
    title: 'rebind the other unit to it',
    route: 'POST /api/vender',
    parameters: { venderId: host, account },
    token: track.admin,
    apply: (state) => {
      if (state.made.length > 0) return refuses(state, '409 duplicate_account');
      return succeeds({ ...state, ...rebound(state, account) });
    },
  };
  const createUser: RacingCall<OneAccount> = {
    title: 'create a user',
    route: 'PUT /api/user',
    parameters: { uid: account, name: '新', password: DIGEST, roleId: systemRoleId(host) },
    token,
    apply: (state) => {
      if (isTaken(state)) return refuses(state, '409 duplicate_uid');
      return succeeds({ ...state, users: [...state.users, account].sort() });
    },
  };
  const deleteUser = makeDeleteUser<OneAccount>(account, token);
  const names = ['一', '二', '三', '四', '五'].map((name) => `${word}${name}`);
  const spellings = [account, account.toLowerCase(), account.toUpperCase()];
  return {
    before: { made: [], main, users: [main, deputy].sort() },
    calls: [
      ...names.map((name, index) => create(spellings[index % spellings.length] ?? account, name)),
      ...[bind, bind, createUser, deleteUser, deleteUser],
    ],
    readAfter: async () => {
      const made = (await readUnits(track, word)).map((unit) => [unit.account, unit.name] as const);
      const [unit] = (await readUnits(track, `${main}小学`)).filter(({ id }) => id === host);
      return { made, main: unit?.account ?? '', users: await readUids(track, token) };
    },
  };
}

interface Staff {
  readonly main: string;
  readonly users: readonly string[];
}

/** The state after a rebind: a unit's own user becomes main; a uid that nobody has becomes the main user's. */
function rebound({ main, users }: Staff, account: string): Staff {
  if (users.includes(account)) return { main: account, users };
  return { main: account, users: [...users.filter((uid) => uid !== main), account].sort() };
}

/**
 * A deputy deletes a user of his unit. If he was let in before his unit was deleted, he learns that the user does not
 * exist.
 */
function makeDeleteUser<S extends Staff & { readonly isGone?: boolean }>(uid: string, token: string): RacingCall<S> {
  return {
    title: `delete user ${uid}`,
    route: 'DELETE /api/user',
    parameters: { uid },
    token,
    apply: (state) => {
      if (state.isGone) return refuses(state, '401 not_signed_in', '404 user_not_found');
      if (!state.users.includes(uid)) return refuses(state, '404 user_not_found');
      if (state.main === uid) return refuses(state, '409 protected_main_account');
      return succeeds({ ...state, users: state.users.filter((one) => one !== uid) });
    },
  };
}

interface Names {
  /** Account and name of each unit, oldest first. */
  readonly units: readonly (readonly [account: string, name: string])[];
}

/** Units are created with one name, others are renamed to it, from it, and deleted. */
export async function raceForUnitName(track: RaceTrack, round: number): Promise<Race<Names>> {
  const word = `争名${round}名`;
  const name = `${word} Same`;
  const olds = [`na${round}`, `nb${round}`] as const;
  const ids: number[] = [];
  for (const account of olds) ids.push(await addUnit(track.service, account, { name: `${word}${account}` }));
  const [first = 0, second = 0] = ids;
  const isTaken = ({ units }: Names, wanted: string, except = '') =>
    units.some(([account, other]) => account !== except && normaliseKey(other) === normaliseKey(wanted));
  const create = (account: string, wanted: string): RacingCall<Names> => ({
    title: `create ${wanted} of ${account}`,
    route: 'PUT /api/vender',
    parameters: draft(account, { name: wanted }),
    token: track.admin,
    apply: (state) => {
      if (isTaken(state, wanted)) return refuses(state, '409 duplicate_unit_name');
      return succeeds({ units: [...state.units, [account, normaliseText(wanted)]] });
    },
  });
  const rename = (venderId: number, own: string, wanted: string): RacingCall<Names> => ({
    title: `name ${own} ${wanted}`,
    route: 'POST /api/vender',
    parameters: { venderId, name: wanted },
    token: track.admin,
    apply: (state) => {
      if (!state.units.some(([account]) => account === own)) return refuses(state, UNIT_GONE);
      if (isTaken(state, wanted, own)) return refuses(state, '409 duplicate_unit_name');
      return succeeds({ units: state.units.map(([account, old]) => [account, account === own ? wanted : old]) });
    },
  });
  const remove: RacingCall<Names> = {
    title: `delete ${olds[0]}`,
    route: 'DELETE /api/vender',
    parameters: { vender: first },
    token: track.admin,
    apply: (state) => succeeds({ units: state.units.filter(([account]) => account !== olds[0]) }),
  };
  return {
    before: { units: olds.map((account) => [account, `${word}${account}`] as const) },
    calls: [
      ...[name, name.toUpperCase(), `${word}　ＳＡＭＥ`, name].map((one, index) => create(`n${index}x${round}`, one)),
      ...[rename(first, olds[0], name), rename(second, olds[1], name), rename(first, olds[0], `${word}另`)],
      ...[rename(second, olds[1], `${word}其他`), rename(second, olds[1], `${word}${olds[0]}`), remove],
    ],
    readAfter: async () => ({
      units: (await readUnits(track, word)).map((unit) => [unit.account, unit.name] as const),
    }),
  };
}

interface Bound extends Staff {
  readonly isGone: boolean;
}

const GONE: Bound = { main: '', users: [], isGone: true };

/** A unit is rebound to its users and to a new uid while they, and in every second round the unit, are deleted. */
export async function raceOfRebinding(track: RaceTrack, round: number): Promise<Race<Bound>> {
  const [main, deputy, heir, other, free] = ['bm', 'bd', 'bh', 'bo', 'bf'].map((name) => `${name}${round}`);
  if (!main || !deputy || !heir || !other || !free) throw new Error('five uids');
  const unit = await addUnit(track.service, main);
  for (const uid of [heir, other]) await addUser(track.service, unit, uid, [25]);
  const token = await addSignedIn(track.service, unit, deputy);
  const bind = (account: string): RacingCall<Bound> => ({
    title: `rebind to ${account}`,
    route: 'POST /api/vender',
    parameters: { venderId: unit, account },
    token: track.admin,
    apply: (state) => {
      if (state.isGone) return refuses(state, UNIT_GONE);
      return succeeds({ ...rebound(state, account), isGone: false });
    },
  });
  const removeUnit: RacingCall<Bound> = {
    title: 'delete the unit',
    route: 'DELETE /api/vender',
    parameters: { vender: unit },
    token: track.admin,
    // A second deletion goes on with the first one while that has something left to do.
    apply: (state) => (state.isGone ? [...succeeds(state), ...refuses(state, UNIT_GONE)] : succeeds(GONE)),
  };
  const deletes = [heir, other, main, free].map((uid) => makeDeleteUser<Bound>(uid, token));
  const last = round % 2 === 0 ? [removeUnit, removeUnit] : [bind(heir), bind(other)];
  return {
    before: { main, users: [main, deputy, heir, other].sort(), isGone: false },
    calls: [...[heir, other, free, main].map(bind), ...deletes, ...last],
    readAfter: async () => {
      const [shown] = (await readUnits(track, `${main}小学`)).filter(({ id }) => id === unit);
      if (shown) return { main: shown.account, users: await readUids(track, token), isGone: false };
      const uids = [main, deputy, heir, other, free];
      const isFree = await Promise.all(uids.map((uid) => track.read('GET /api/user/check', { uid })));
      return { ...GONE, users: uids.filter((_, index) => !isFree[index]) };
    },
  };
}
