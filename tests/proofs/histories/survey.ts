import { isAsExpected, showActual, showExpected } from './answer.ts';
import { type Arguments, given } from './arguments.ts';
import { type ModelCall, parametersOf, predict, sessionOf, viewOf } from './call.ts';
import type { Kind } from './kind.ts';
import { type ModelledService, openSession } from './modelled-service.ts';
import { findUser, ownerOf, type World } from './world.ts';

const ROOT = 'root';
const ADDRESS = '192.0.2.99';
const ALL = { pageSize: given('200', 200) };

/** Looks at everything that the service shows, and keeps the worlds that fit. */
export class Survey {
  readonly #modelled: ModelledService;
  readonly #kinds: ReadonlyMap<string, Kind>;
  #worlds: readonly World[];
  /** The last unexpected look, if no world is left. */
  mismatch: string | undefined;

  constructor(modelled: ModelledService, kinds: readonly Kind[], worlds: readonly World[]) {
    this.#modelled = modelled;
    this.#kinds = new Map(kinds.toReversed().map((kind) => [kind.route, kind]));
    this.#worlds = worlds;
  }

  /** The worlds that fit; none where something is wrong. */
  async take(): Promise<readonly World[]> {
    await this.#lookAsPlatform();
    for (const index of this.#worlds[0]?.sessions.keys() ?? []) await this.#lookAtSession(index);
    for (const unit of this.#worlds[0]?.units.keys() ?? []) await this.#lookAsUnit(unit);
    await this.#tryPasswords();
    return this.#worlds;
  }

  async #lookAsPlatform(): Promise<void> {
    await this.#ask('GET /api/vender', ROOT, ALL);
    await this.#ask('GET /api/nutrition', ROOT, ALL);
    const units = new Set(this.#worlds.flatMap((world) => [...world.units.keys()]));
    for (const unit of units) await this.#ask('GET /api/dish', ROOT, { ...ALL, vender: given(String(unit), unit) });
    for (const unit of units)
      await this.#ask('GET /api/log', ROOT, { pageSize: ALL.pageSize, vender: given(String(unit), unit) });
    for (const uid of this.#uidsInDoubt()) await this.#ask('GET /api/user/check', ROOT, { uid: given(uid, uid) });
  }

  /** Uids that only some of the worlds have. */
  #uidsInDoubt(): string[] {
    const keys = new Set(this.#worlds.flatMap((world) => [...world.users.keys()]));
    return [...keys].filter((key) => this.#worlds.some((world) => !world.users.has(key)));
  }

  async #lookAtSession(index: number): Promise<void> {
    const isKnown = this.#worlds.some((world) => {
      const session = world.sessions[index];
      return session !== undefined && session.token !== '' && ownerOf(world, session) !== undefined;
    });
    if (isKnown) await this.#ask('GET /api/me', index, {});
  }

  /** The remaining worlds agree about the units and their accounts, which the list of units has shown. */
  async #lookAsUnit(unit: number): Promise<void> {
    const account = this.#worlds[0]?.units.get(unit)?.account;
    if (account === undefined) return;
    for (const route of ['GET /api/user', 'GET /api/role']) await this.#ask(route, account, {});
    if (unit === 0) return;
    for (const route of ['GET /api/vender/config', 'GET /api/ingredient/mark', 'GET /api/ingredient/price']) {
      await this.#ask(route, account, {});
    }
  }

  /** Tries passwords about which the worlds differ. */
  async #tryPasswords(): Promise<void> {
    const [one, other] = this.#worlds;
    if (!one || !other) return;
    for (const [key, user] of one.users) {
      const digest = other.users.get(key)?.digest;
      if (digest === undefined || digest === user.digest) continue;
      await this.#ask('POST /api/login', undefined, { uid: given(key, key), password: given(digest, digest) });
    }
  }

  async #enter(account: string): Promise<number> {
    const [first] = this.#worlds;
    const user = first && findUser(first, account);
    if (!first || !user) return -1;
    const known = sessionOf(first, user);
    const isKnownToAll = this.#worlds.every((world) => {
      const session = known === undefined ? undefined : world.sessions[known];
      return session !== undefined && ownerOf(world, session)?.uid === user.uid;
    });
    return known !== undefined && isKnownToAll ? known : openSession(this.#modelled.service, this.#worlds, user);
  }

  /** Calls with the index of a session, or with somebody's name. */
  async #ask(route: string, by: number | string | undefined, sent: Arguments): Promise<void> {
    const [first] = this.#worlds;
    const kind = this.#kinds.get(route);
    if (!first || !kind) return;
    const session = typeof by === 'string' ? await this.#enter(by) : by;
    const token = session === undefined ? undefined : first.sessions[session]?.token;
    const options = { address: ADDRESS, token };
    const call: ModelCall = { kind, from: 'survey', session, sent, address: ADDRESS, options };
    const expectations = this.#worlds.map((world) => ({ world, expected: predict(world, call) }));
    const actual = await this.#modelled.service.call(route, parametersOf(call), options);
    for (const { world } of expectations) keepToken(world, actual.json.body?.token);
    this.#worlds = expectations
      .filter(({ expected }) => isAsExpected(expected, viewOf(call, actual)))
      .map(({ world }) => world);
    if (this.#worlds.length > 0) return;
    const wanted = expectations.map(({ expected }) => showExpected(expected)).join(' OR ');
    this.mismatch = `look at ${route} ${JSON.stringify(parametersOf(call))}: ${showActual(actual)}; expected ${wanted}`;
  }
}

/** Keeps the token of a session that has just begun. */
export function keepToken(world: World, token: unknown): void {
  const session = world.sessions.at(-1);
  if (session?.token !== '' || typeof token !== 'string') return;
  world.sessions[world.sessions.length - 1] = { ...session, token };
}
