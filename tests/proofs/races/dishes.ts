import { addSchool, ICON } from '../../support/nouns/units.ts';
import { type Possibility, refuses, succeeds } from './order.ts';
import type { Race, RaceTrack, RacingCall } from './race-track.ts';

const ID_FACTOR = 1_000_000;
export const DISH_GONE = '404 dish_not_found';
export const MARK = '素菜';

/** Dishes of a unit as they are answered, oldest first. */
export async function readDishes(
  track: RaceTrack,
  vender: number,
): Promise<{ id: number; name: string; modify: number }[]> {
  const { content } = await track.read('GET /api/dish', { vender, pageSize: 200 });
  return content.toReversed();
}

/** Gives a unit a dish and returns its id. */
export async function addDish(track: RaceTrack, vender: number, name: string): Promise<number> {
  await track.read('PUT /api/dish', { name, mark: MARK, vendors: vender });
  return (await readDishes(track, vender)).at(-1)?.id ?? 0;
}

interface Facts {
  readonly name: string;
  readonly icon: string;
  readonly ingredient: readonly unknown[];
  readonly marks: string;
  readonly poly: string;
  readonly month: readonly number[];
}

interface Edited {
  readonly version: number;
  readonly facts: Facts;
  readonly copies: readonly Facts[];
}

function pickFacts({ name, icon, ingredient, marks, poly, month }: Facts): Facts {
  return { name, icon, ingredient, marks, poly, month };
}

/** One dish is edited in several ways, two of them only for the version that was read before. */
export async function raceOfEdits(track: RaceTrack, round: number): Promise<Race<Edited>> {
  const { service } = track;
  const [unit, other] = [await addSchool(service, `ea${round}`), await addSchool(service, `eb${round}`)];
  const id = await addDish(track, unit.id, '原名');
  const read = async () => {
    const { headers, json } = await service.call('GET /api/dish', { id }, { token: unit.token });
    return { etag: String(headers['etag']), facts: pickFacts(json) };
  };
  const { etag, facts } = await read();
  const parseVersion = (tag: string) => Number(tag.replaceAll('"', ''));
  const edit = (
    change: Readonly<Record<string, string>>,
    next: Partial<Facts>,
    rest: { etag?: string; copy?: boolean } = {},
  ): RacingCall<Edited> => ({
    title: `set ${Object.keys(change).join()}${rest.etag ? ' of what was read' : ''}${rest.copy ? ' with a copy' : ''}`,
    route: 'POST /api/dish',
    parameters: { id, ...change, ...(rest.copy ? { vendors: `${unit.id},${other.id}` } : {}) },
    token: rest.copy ? track.admin : unit.token,
    ...(rest.etag === undefined ? {} : { etag: rest.etag }),
    apply: (state): Possibility<Edited>[] => {
      if (rest.etag !== undefined && state.version !== parseVersion(rest.etag)) {
        return refuses(state, '409 changed_meanwhile');
      }
      const result = { ...state.facts, ...next };
      const isSame = JSON.stringify(result) === JSON.stringify(state.facts) && !rest.copy;
      const copies = rest.copy ? [...state.copies, result] : state.copies;
      return succeeds({ version: state.version + (isSame ? 0 : 1), facts: result, copies });
    },
  });
  const egg = { key: 'egg', value: 50, isMain: true };
  return {
    before: { version: parseVersion(etag), facts, copies: [] },
    calls: [
      ...['新名一', '新名二', '原名'].map((name) => edit({ name }, { name })),
      ...[edit({ mark: '荤菜' }, { marks: '荤菜' }), edit({ month: '3,1' }, { month: [1, 3] })],
      ...[edit({ icon: ICON }, { icon: ICON }), edit({ icon: '' }, { icon: '' })],
      edit({ poly: '炒', name: '新名三' }, { poly: '炒', name: '新名三' }, { etag }),
      edit({ ingredient: JSON.stringify([egg]), poly: '蒸' }, { ingredient: [egg], poly: '蒸' }, { etag }),
      edit({ name: '带走' }, { name: '带走' }, { copy: true }),
    ],
    readAfter: async () => {
      const { content } = await track.read('GET /api/dish', { vender: other.id });
      const now = await read();
      return { version: parseVersion(now.etag), facts: now.facts, copies: content.map(pickFacts) };
    },
  };
}

/** The numbers and names of the dishes of two units. */
type Shelves = Readonly<Record<'own' | 'other', readonly (readonly [number: number, name: string])[]>> & {
  readonly next: Readonly<Record<'own' | 'other', number>>;
};

/** Two dishes are copied, into their own unit and another one, while they are deleted. */
export async function raceOfCopies(track: RaceTrack, round: number): Promise<Race<Shelves>> {
  const { service } = track;
  const [own, other] = [await addSchool(service, `ca${round}`), await addSchool(service, `cb${round}`)];
  const [first, second] = [await addDish(track, own.id, '甲'), await addDish(track, own.id, '乙')];
  const find = ({ own: shelf }: Shelves, id: number) => shelf.find(([number]) => number === id % ID_FACTOR);
  const copy = (id: number, units: readonly ('own' | 'other')[], token = track.admin): RacingCall<Shelves> => ({
    title: `copy ${id} into ${units.join()}`,
    route: 'PUT /api/dish/copy',
    parameters: { id, vendors: units.map((unit) => (unit === 'own' ? own.id : other.id)).join() },
    token,
    apply: (state) => {
      const found = find(state, id);
      if (!found) return refuses(state, DISH_GONE);
      return succeeds(units.reduce((shelves, unit) => put(shelves, unit, found[1]), state));
    },
  });
  const remove = (ids: readonly number[], token: string): RacingCall<Shelves> => ({
    title: `delete ${ids.join()}`,
    route: 'DELETE /api/dish',
    parameters: { ids: ids.join() },
    token,
    apply: (state) => {
      if (ids.some((id) => !find(state, id))) return refuses(state, DISH_GONE);
      return succeeds({ ...state, own: state.own.filter(([number]) => !ids.some((id) => id % ID_FACTOR === number)) });
    },
  });
  const readShelf = async (unit: number) =>
    (await readDishes(track, unit)).map(({ id, name }) => [id % ID_FACTOR, name] as const);
  const nextNumber = async (unit: number) => (await addDish(track, unit, '末')) % ID_FACTOR;
  return {
    before: { own: await readShelf(own.id), other: [], next: { own: 3, other: 1 } },
    calls: [
      ...[copy(first, ['other']), copy(first, ['own', 'other']), copy(second, ['other']), copy(second, ['own'])],
      ...[copy(first, ['own'], own.token), copy(second, ['own'], own.token), copy(first, ['other', 'own'])],
      ...[remove([first], own.token), remove([first, second], track.admin), remove([second], own.token)],
    ],
    readAfter: async () => {
      const shelves = { own: await readShelf(own.id), other: await readShelf(other.id) };
      // Only creating a dish shows the next number.
      return { ...shelves, next: { own: await nextNumber(own.id), other: await nextNumber(other.id) } };
    },
  };
}

function put(shelves: Shelves, unit: 'own' | 'other', name: string): Shelves {
  const number = shelves.next[unit];
  return { ...shelves, [unit]: [...shelves[unit], [number, name]], next: { ...shelves.next, [unit]: number + 1 } };
}
