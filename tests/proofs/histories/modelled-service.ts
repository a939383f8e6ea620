import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { hashDigest } from '../../../lib/auth/password.ts';
import { issueToken } from '../../../lib/auth/token.ts';
import { newSession } from '../../../lib/domain/user/session.ts';
import { User } from '../../../lib/domain/user/user.ts';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import { createUnit } from '../../../lib/store/unit/unit-change.ts';
import { createRole } from '../../../lib/store/user/role.ts';
import { startSession } from '../../../lib/store/user/session.ts';
import { createUser } from '../../../lib/store/user/user.ts';
import type { Item } from '../../../lib/table/steps.ts';
import { normaliseKey } from '../../../lib/text/normal-form.ts';
import { createPlatform } from '../../../scripts/bootstrap/platform.ts';
import { loadIngredients } from '../../../scripts/import-ingredients/load-foods.ts';
import type { Emulator } from '../../../scripts/start/emulator.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { ensureTable, openLocalClient } from '../../../scripts/start/table.ts';
import { userKey } from '../../../tables/keys.ts';
import { LIGHT_COST, loadEndpoints, TestService } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { loadItems } from '../../support/table/bulk.ts';
import { startTestEmulator } from '../../support/table/emulator.ts';
import { LooseTable } from '../../support/table/loose-table.ts';
import type { Arguments, Meaning } from './arguments.ts';
import { FIRST_DIGEST } from './arguments.ts';
import { FOODS } from './foods.ts';
import { identify } from './gate.ts';
import { noteOperation } from './kinds/operation.ts';
import { ALL_ADMIN_ITEMS, ALL_BUSINESS_ITEMS, addRole } from './kinds/role.ts';
import { addUnit } from './kinds/unit.ts';
import { addUser } from './kinds/user.ts';
import { allKinds } from './kinds.ts';
import { addSession, cloneWorld, findUser, ID_FACTOR, type ModelUser, type World } from './world.ts';

const REGION = 'cn-north-1';
/** The longest times in milliseconds. Calls come one after another, so only their existence matters. */
const LOOSE = { inFlightMs: 2, apartMs: 2 };

/** The service on a table of its own, and the model of its data. */
export interface ModelledService {
  readonly service: TestService;
  world: World;
}

/** The beginning of every history, in the table and in the model. */
interface Beginning {
  readonly items: readonly Item[];
  readonly world: World;
}

/** One emulator for many histories, each with a table of its own. */
export class ModelledTables {
  readonly #emulator: Emulator;
  readonly #client: DynamoDBClient;
  readonly #endpoints: readonly Endpoint[];
  readonly #isLoose: boolean;
  readonly #loose: LooseTable[] = [];
  #beginning: Beginning | undefined;
  #tables = 0;

  private constructor(emulator: Emulator, endpoints: readonly Endpoint[], isLoose: boolean) {
    this.#isLoose = isLoose;
    this.#emulator = emulator;
    this.#client = openLocalClient(emulator.endpoint, REGION);
    this.#endpoints = endpoints;
  }

  /** Opens the emulator. Its tables are as loose as DynamoDB if told so. */
  static async open(isLoose = false): Promise<ModelledTables> {
    Object.assign(process.env, localCredentials);
    return new ModelledTables(...(await Promise.all([startTestEmulator(), loadEndpoints()])), isLoose);
  }

  async close(): Promise<void> {
    for (const loose of this.#loose) loose.close();
    this.#client.destroy();
    await this.#emulator.stop();
  }

  /** Every route of the service. */
  get routes(): string[] {
    return this.#endpoints.map((endpoint) => endpoint.route);
  }

  /** A platform with one operator beside its main account, two units with some users, and a catalogue of few foods. */
  async openModelled(): Promise<ModelledService> {
    if (!this.#beginning) {
      const first = await this.#openService(emptyWorld());
      await fill(first);
      this.#beginning = { items: await readItems(first.service), world: first.world };
    }
    const { items, world } = this.#beginning;
    const modelled = await this.#openService(cloneWorld(world));
    await loadItems(modelled.service.deps.env, items);
    return modelled;
  }

  async #openService(world: World): Promise<ModelledService> {
    this.#tables += 1;
    const { endpoint } = this.#emulator;
    const table = `catering-history-${this.#tables}`;
    await ensureTable(this.#client, table);
    const place = { endpoint, table, region: REGION };
    const service = new TestService(this.#endpoints, { ...place, loose: this.#loosen(place), stop: async () => {} });
    const modelled: ModelledService = { service, world };
    Object.assign(service, { deps: { ...service.deps, now: () => modelled.world.now } });
    return modelled;
  }

  /** The layer before a new table, if it is loose. */
  #loosen(place: ConstructorParameters<typeof LooseTable>[0]): LooseTable | undefined {
    if (!this.#isLoose) return undefined;
    const loose = new LooseTable(place, { seed: this.#tables, ...LOOSE });
    this.#loose.push(loose);
    return loose;
  }
}

async function readItems(service: TestService): Promise<Item[]> {
  const items = await dumpTable(service);
  const lasting = items.filter(({ sk }) => !String(sk).startsWith('SESSION#'));
  return lasting.map(({ pk, sk, ...rest }) => ({ ...rest, pk: String(pk), sk: String(sk) }));
}

async function fill(modelled: ModelledService): Promise<void> {
  const hash = await hashDigest(FIRST_DIGEST, LIGHT_COST);
  await setPlatform(modelled, hash);
  await setSchool(modelled, hash, { account: 'hong', name: '红旗小学', cook: 'Anna' });
  await setSchool(modelled, hash, { account: 'dong', name: '东风中学', cook: 'bob' });
  const foods = FOODS.map(({ allergens: _, foodCategory, ...food }) => ({
    ...food,
    nutrients: { ...food.nutrients },
    traces: [...food.traces],
    ...(foodCategory ? { foodCategory } : {}),
  }));
  await loadIngredients(modelled.service.deps.db, foods);
  await setMenus(modelled);
  // Histories begin their own sessions.
  modelled.world.sessions.length = 0;
}

/**
 * Creates menus from which a few calls reach every change of state. The first school's menus are reviewed: one waits,
 * one is a draft. Of the second school's, one is live and one was changed since it went live.
 */
async function setMenus(modelled: ModelledService): Promise<void> {
  const [root, hong, dong] = ['root', 'hong', 'dong'].map((uid) => begin(modelled, uid));
  const review = { venderId: 1, menuReview: true };
  await (await root)?.('POST /api/vender', review, review);
  for (const [index, person] of [await hong, await dong].entries()) {
    const unit = index + 1;
    const [dish, first, second] = [unit * ID_FACTOR + 1, unit * ID_FACTOR + 1, unit * ID_FACTOR + 2];
    const groups = [{ level: '中体力', people: 120, factor: 1 }];
    const items = [{ day: 1, meal: 'lunch', dish, portion: 1 }];
    await person?.('PUT /api/dish', { name: '米饭', mark: '主食' }, { name: '米饭', mark: '主食' });
    for (const name of ['第一周', '清真周']) {
      const menu = { name, start: '2026-09-07', days: 5 };
      const sent = { ...menu, groups: JSON.stringify(groups), items: JSON.stringify(items) };
      await person?.('PUT /api/menu', sent, { ...menu, groups, items });
    }
    await person?.('POST /api/menu/submit', { id: first }, { id: first });
    if (unit === 1) continue;
    await person?.('POST /api/menu/submit', { id: second }, { id: second });
    await person?.('POST /api/menu', { id: second, name: 'Week' }, { id: second, name: 'Week' });
  }
}

type Send = (route: string, sent: Readonly<Record<string, string | number | boolean>>, means: object) => Promise<void>;

/** Sends calls of a user to the service, and updates the model. */
async function begin({ service, world }: ModelledService, uid: string): Promise<Send> {
  const user = findUser(world, uid);
  if (!user) throw new Error(`there is no ${uid}`);
  const index = await openSession(service, [world], user);
  return async (route, sent, means) => {
    world.now += 1000;
    const session = world.sessions[index];
    const caller = identify(world, session);
    const kind = allKinds.find((one) => one.route === route);
    if (!session || typeof caller === 'string' || !kind) throw new Error(`${uid} cannot send ${route}`);
    const { status, text } = await service.call(route, sent, { token: session.token });
    if (status !== 200) throw new Error(`${route} of ${uid} is ${text}`);
    const expected = kind.answer({ world, caller, address: '' }, means as Meaning<Arguments>);
    noteOperation(world, route, expected, { uid: user.uid, unit: user.unit });
  };
}

function emptyWorld(): World {
  return {
    // Whole seconds, so that only the day of the start matters.
    now: Math.floor(Date.now() / 1000) * 1000,
    nextUnit: 1,
    nextStandard: 1,
    epochs: 0,
    units: new Map(),
    users: new Map(),
    rosters: new Map(),
    sessions: [],
    failures: new Map(),
    standards: new Map(),
    marks: new Map(),
    prices: new Map(),
    members: new Map(),
    logs: new Map(),
    foods: FOODS,
  };
}

const PLATFORM_TEXTS = { address: '', contacts: '', phone: '', email: '', province: '', city: '', area: '' };
const PLATFORM_UNIT = { id: 0, account: 'root', name: '平台', category: '', status: true, menuReview: false, icon: '' };

async function setPlatform({ service, world }: ModelledService, hash: string): Promise<void> {
  const { db } = service.deps;
  const meals = { breakfast: 30, lunch: 40, dinner: 30 };
  await createPlatform(db, { uid: 'root', hash, allItems: ALL_ADMIN_ITEMS }, world.now);
  world.units.set(0, { ...PLATFORM_UNIT, expire: undefined, ...meals, ...PLATFORM_TEXTS });
  const role = { id: 1, roleName: '超级管理员', roleType: '系统角色', roleItems: [...ALL_ADMIN_ITEMS] };
  world.rosters.set(0, { next: 2, roles: [role] });
  addUser(world, { uid: 'root', unit: 0, name: '平台管理员', phone: '', roleId: 1, digest: FIRST_DIGEST });
  await setUser({ service, world }, hash, { unit: 0, uid: 'ops', roleItems: [1, 3, 9, 10, 14, 15, 16] });
}

interface School {
  readonly account: string;
  readonly name: string;
  readonly cook: string;
}

async function setSchool(modelled: ModelledService, hash: string, { account, name, cook }: School): Promise<void> {
  const { service, world } = modelled;
  const facts = { account, name, category: '小学', expire: '2099-12-31' };
  const unit = world.nextUnit;
  world.now += 1000;
  await createUnit(service.deps.db, { ...facts, hash, allItems: ALL_BUSINESS_ITEMS }, world.now);
  addUnit(world, { ...facts, password: FIRST_DIGEST });
  await setUser(modelled, hash, { unit, uid: cook, roleItems: [21, 23, 25, 26, 27, 36, 38, 39, 40, 42] });
}

interface Person {
  readonly unit: number;
  readonly uid: string;
  readonly roleItems: readonly number[];
}

async function setUser(
  { service, world }: ModelledService,
  hash: string,
  { unit, uid, roleItems }: Person,
): Promise<void> {
  const { db } = service.deps;
  const roleName = `${uid} 的角色`;
  world.now += 1000;
  const roleId = await createRole(db, unit, { roleName, roleItems });
  addRole(world, unit, roleName, roleItems);
  await createUser(db, unit, { uid, name: uid, phone: '', roleId, hash }, world.now);
  addUser(world, { uid, unit, name: uid, phone: '', roleId, digest: FIRST_DIGEST });
}

/**
 * Begins a session without a password, since checking one takes most of the time. It does so in each of the worlds, and
 * returns the session's index.
 */
export async function openSession(service: TestService, worlds: readonly World[], user: ModelUser): Promise<number> {
  const { db, keys, now } = service.deps;
  const found = User.parse(await db.get(userKey(user.unit, normaliseKey(user.uid))));
  const session = newSession(randomUUID(), found, now());
  await startSession(db, user.unit, session);
  const name = { uid: session.uid, vender: user.unit, sessionId: session.id };
  const token = await issueToken(await keys.current(now()), name, Math.floor(now() / 1000), session.ttl);
  for (const world of worlds) {
    const own = findUser(world, user.uid);
    if (own) addSession(world, own, token);
  }
  return (worlds[0]?.sessions.length ?? 0) - 1;
}
