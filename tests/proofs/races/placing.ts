import { Dish } from '../../../lib/domain/dish.ts';
import { dishPartition } from '../../../tables/keys.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { addDish, DISH_GONE, MARK, readDishes } from './dishes.ts';
import { refuses, succeeds } from './order.ts';
import type { Race, RaceTrack, RacingCall } from './race-track.ts';

const UNKNOWN_UNIT = '400 unknown_unit';
/** The name of each unit's first dish, and the name that the deleted unit's one is changed to. */
const [OLD, NEW] = ['旧菜', '新菜'];

interface TwoUnits {
  readonly isGone: boolean;
  /** Names of the dishes of the deleted unit, and of the other one, oldest first. */
  readonly dying: readonly string[];
  readonly staying: readonly string[];
}

interface School {
  readonly id: number;
  readonly token: string;
}

/**
 * A unit is deleted while it gets dishes, some of them together with another unit, and while one of its own is edited.
 */
export async function raceOfUnitDeletion(track: RaceTrack, round: number): Promise<Race<TwoUnits>> {
  const { service, admin } = track;
  const [dying, staying] = [await addSchool(service, `da${round}`), await addSchool(service, `db${round}`)];
  const [own, source] = [await addDish(track, dying.id, OLD), await addDish(track, staying.id, OLD)];
  const both = `${staying.id},${dying.id}`;
  const copy = { route: 'PUT /api/dish/copy', parameters: { id: source, vendors: both } };
  const readNames = async (unit: number) => (await readDishes(track, unit)).map(({ name }) => name);
  const placings = [
    ...['甲', '乙'].map((name) => placeCall(name, { name, mark: MARK, vendors: dying.id })),
    ...['丙', '丁'].map((name) => placeCall(name, { name, mark: MARK, vendors: both }, true)),
    { ...placeCall(OLD, {}, true), ...copy, title: 'copy a dish into both' },
  ];
  const deletion = deleteUnit(dying.id);
  return {
    before: { isGone: false, dying: [OLD], staying: [OLD] },
    calls: [
      ...[...placings, deletion, deletion].map((call) => ({ ...call, token: admin })),
      ...[placeOwn(dying, '己'), placeOwn(dying, '庚'), editOwn(dying, own)],
    ],
    readAfter: async () => {
      const units: unknown[] = await track.read('GET /api/vender/select', { vendors: dying.id });
      const isGone = units.length === 0;
      // No call answers the dishes of a deleted unit, so the table itself is read.
      const left = isGone ? await namesLeft(track, dying.id) : await readNames(dying.id);
      return { isGone, dying: left, staying: await readNames(staying.id) };
    },
  };
}

async function namesLeft({ service }: RaceTrack, unit: number): Promise<string[]> {
  const items = await service.deps.db.query(dishPartition(unit));
  return items.filter(({ sk }) => sk.startsWith('DISH#')).map((item) => Dish.parse(item).name);
}

type AdminCall = Omit<RacingCall<TwoUnits>, 'token'>;

function add(state: TwoUnits, name: string, isBoth: boolean): TwoUnits {
  const staying = isBoth ? [...state.staying, name] : state.staying;
  return { ...state, dying: [...state.dying, name], staying };
}

/** A dish goes to the deleted unit, to both, or nowhere. */
function placeCall(name: string, parameters: RacingCall<TwoUnits>['parameters'], isBoth = false): AdminCall {
  return {
    title: `create ${name} in ${isBoth ? 'both units' : 'the unit'}`,
    route: 'PUT /api/dish',
    parameters,
    apply: (state) => (state.isGone ? refuses(state, UNKNOWN_UNIT) : succeeds(add(state, name, isBoth))),
  };
}

/** A second deletion goes on with the first one while that has something left to do. */
function deleteUnit(vender: number): AdminCall {
  return {
    title: 'delete the unit',
    route: 'DELETE /api/vender',
    parameters: { vender },
    apply: (state) => {
      if (state.isGone) return [...succeeds(state), ...refuses(state, '404 unit_not_found')];
      return succeeds({ ...state, isGone: true, dying: [] });
    },
  };
}

/** A caller who was let in before his unit was deleted learns that it does not exist. */
function placeOwn({ token }: School, name: string): RacingCall<TwoUnits> {
  return {
    title: `create ${name} in the own unit`,
    route: 'PUT /api/dish',
    parameters: { name, mark: MARK },
    token,
    apply: (state) => {
      if (state.isGone) return refuses(state, '401 not_signed_in', UNKNOWN_UNIT);
      return succeeds(add(state, name, false));
    },
  };
}

/** A caller who was let in before his unit was deleted learns that the dish does not exist. */
function editOwn({ token }: School, id: number): RacingCall<TwoUnits> {
  return {
    title: 'edit a dish of the own unit',
    route: 'POST /api/dish',
    parameters: { id, name: NEW },
    token,
    apply: (state) => {
      if (state.isGone) return refuses(state, '401 not_signed_in', DISH_GONE);
      return succeeds({ ...state, dying: state.dying.map((name) => (name === OLD ? NEW : name)) });
    },
  };
}
