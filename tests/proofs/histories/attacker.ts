import { digestPassword, hashDigest } from '../../../lib/auth/password.ts';
import { permissionItemsOf } from '../../../lib/auth/permissions.ts';
import { itemsOf, type RoleRoster } from '../../../lib/domain/user/role.ts';
import { Random } from '../../../lib/domain/values/random.ts';
import { createRole } from '../../../lib/store/user/role.ts';
import { readRoster } from '../../../lib/store/user/roster.ts';
import { createUser, listUsersByUnit } from '../../../lib/store/user/user.ts';
import { LIGHT_COST, type TestService } from '../../support/service/service.ts';
import { ModelledTables } from './modelled-service.ts';

const WORD = 'attack';
const DIGEST = digestPassword(WORD);
const STEPS_PER_WALK = 60;
/** Uids and names of roles to choose from, so that calls concern what others have created. */
const UIDS = ['attacker', 'hong', 'root', 'Anna', 'ops', 'over', 'beside', 'below', 'bare', 'new1', 'new2', 'new3'];
const ROLE_NAMES = ['甲', '乙', '丙'];

/** The attacker's first items, and the users around him: with more items, others, fewer, none. */
interface Side {
  readonly unit: number;
  readonly held: readonly number[];
  readonly others: Readonly<Record<string, readonly number[]>>;
}

const school: Side = {
  unit: 1,
  held: [36, 37, 38, 39, 40, 41, 42, 43, 25],
  others: { over: [36, 38, 39, 42, 25, 26, 27], beside: [21, 22], below: [25, 36], bare: [] },
};
const platform: Side = {
  unit: 0,
  held: [14, 15, 16, 17, 9],
  others: { over: [14, 15, 9, 10, 3], beside: [1, 2], below: [9], bare: [] },
};

/** A call that he can try. */
interface Attempt {
  readonly as: string;
  readonly route: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export interface Walks {
  readonly calls: number;
  /** Calls that did something: without any the walks would prove nothing. */
  readonly done: number;
  /** The calls of a walk that gained an item by its last call. */
  readonly counterexample: readonly string[] | undefined;
}

/**
 * Random walks of a user who holds few items and may manage users and roles. He acts as himself and as everybody whose
 * password he has set. After each call none of them may hold an item that he did not begin with. `allowed` are the
 * items that count as his if others hold them; all unless told otherwise.
 */
export async function proveNoGain(options: {
  calls: number;
  seed: number;
  allowed?: (item: number) => boolean;
  isLoose?: boolean;
}): Promise<Walks> {
  const tables = await ModelledTables.open(options.isLoose);
  let [calls, done] = [0, 0];
  try {
    for (let seed = options.seed; calls < options.calls; seed++) {
      const { service } = await tables.openModelled();
      const walk = new Walk(service, seed % 2 === 0 ? school : platform, new Random(seed), options.allowed);
      await walk.begin();
      for (let step = 0; step < STEPS_PER_WALK && calls < options.calls && walk.goesOn; step++) {
        calls += 1;
        if (await walk.step()) done += 1;
        const gain = await walk.findGain();
        if (gain) return { calls, done, counterexample: [...walk.lines, gain, `seed ${seed}`] };
      }
    }
  } finally {
    await tables.close();
  }
  return { calls, done, counterexample: undefined };
}

class Walk {
  readonly #service: TestService;
  readonly #side: Side;
  readonly #random: Random;
  readonly #allowed: ReadonlySet<number>;
  /** The users whose passwords he knows. */
  readonly #own = new Set(['attacker']);
  readonly lines: string[] = [];

  constructor(service: TestService, side: Side, random: Random, isAllowed: (item: number) => boolean = () => true) {
    this.#service = service;
    this.#side = side;
    this.#random = random;
    this.#allowed = new Set(side.held.filter(isAllowed));
  }

  /** Whether there is anybody left as whom he can act. */
  get goesOn(): boolean {
    return this.#own.size > 0;
  }

  async begin(): Promise<void> {
    const { db, now } = this.#service.deps;
    const { unit, held, others } = this.#side;
    const hash = await hashDigest(DIGEST, LIGHT_COST);
    const nobodys = await hashDigest(digestPassword('unknown'), LIGHT_COST);
    for (const [uid, roleItems] of Object.entries({ ...others, attacker: held })) {
      const roleId = await createRole(db, unit, { roleName: `${uid}的角色`, roleItems });
      const user = { uid, name: uid, phone: '', roleId, hash: uid === 'attacker' ? hash : nobodys };
      await createUser(db, unit, user, now());
    }
  }

  /** Makes a call as one of the users that he can sign in as, and returns whether it did something. */
  async step(): Promise<boolean> {
    const call = await this.#chooseCall();
    const token = await this.#signIn(call.as);
    const { status, json } = await this.#service.call(call.route, call.parameters, { token });
    this.lines.push(`${call.as}: ${call.route} ${JSON.stringify(call.parameters)} → ${json.reason ?? 'done'}`);
    if (status !== 200) return false;
    const uid = String(call.parameters['uid'] ?? '');
    if ('password' in call.parameters) this.#own.add(uid);
    if (call.route === 'DELETE /api/user') this.#own.delete(uid);
    return true;
  }

  /** What he has gained, as text. */
  async findGain(): Promise<string | undefined> {
    const { db } = this.#service.deps;
    const [roster, users] = await Promise.all([readRoster(db, this.#side.unit), listUsersByUnit(db, this.#side.unit)]);
    for (const { uid, roleId } of users.filter((user) => this.#own.has(user.uid))) {
      const own = uid === 'attacker' ? new Set(this.#side.held) : this.#allowed;
      const gained = itemsOf(roster, roleId).filter((item) => !own.has(item));
      if (gained.length > 0) return `${uid} holds ${gained.join(', ')}`;
    }
    return undefined;
  }

  /** Signs in. Only signing in shows whether a password works, not what is stored. */
  async #signIn(uid: string): Promise<string | undefined> {
    const answer = await this.#service.call('POST /api/login', { uid, password: DIGEST });
    if (answer.status !== 200) throw new Error(`the attacker cannot sign in as ${uid}: ${answer.text}`);
    return answer.json.body.token;
  }

  async #chooseCall(): Promise<Attempt> {
    const random = this.#random;
    const roster = await readRoster(this.#service.deps.db, this.#side.unit);
    // Somebody whose password he has set may delete him: then he goes on as one of the others.
    const as = this.#own.has('attacker') && random.chance(0.7) ? 'attacker' : random.pick([...this.#own]);
    const uid = random.pick(UIDS);
    const [route, parameters] = random.pick([
      () => ['PUT /api/user', { uid, name: uid, password: DIGEST, roleId: this.#roleId(roster) }] as const,
      () => ['POST /api/user', { uid, roleId: random.chance(0.3) ? 0 : this.#roleId(roster) }] as const,
      () => ['POST /api/user', { uid, password: DIGEST }] as const,
      () => ['POST /api/user', { uid, password: DIGEST, roleId: this.#roleId(roster) }] as const,
      () => ['DELETE /api/user', { uid }] as const,
      () => ['PUT /api/role', { roleName: random.pick(ROLE_NAMES), items: this.#items() }] as const,
      () => ['POST /api/role', { roleId: this.#roleId(roster), items: this.#items() }] as const,
      () => ['POST /api/role', { roleId: this.#roleId(roster), items: this.#changed(roster) }] as const,
      () => ['POST /api/role', { roleId: this.#roleId(roster), roleName: random.pick(ROLE_NAMES) }] as const,
      () => ['DELETE /api/role', { roleId: this.#roleId(roster) }] as const,
    ])();
    return { as, route, parameters };
  }

  #roleId({ roles }: RoleRoster): number {
    return this.#random.pick(roles).id;
  }

  /** Items of the side, mostly those that he began with. */
  #items(): string {
    const { unit, held } = this.#side;
    const all = permissionItemsOf(unit === 0 ? 'admin' : 'business').map(({ id }) => id);
    const from = this.#random.chance(0.7) ? held : all;
    return from.filter(() => this.#random.chance(0.4)).join(',');
  }

  /** The items of a role with one more and perhaps one less. */
  #changed(roster: RoleRoster): string {
    const { roleItems } = this.#random.pick(roster.roles);
    const left = roleItems.filter(() => this.#random.chance(0.8));
    return [...new Set([...left, this.#random.pick(this.#side.held)])].join(',');
  }
}
