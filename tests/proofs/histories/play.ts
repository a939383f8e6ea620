import { finishAll } from '../../../lib/store/sweep.ts';
import { type Actual, type Expected, isAsExpected, showActual, showExpected } from './answer.ts';
import {
  chooseOrigin,
  type Drawn,
  type ModelCall,
  makeCall,
  type Origin,
  parametersOf,
  predict,
  sessionOf,
  viewOf,
} from './call.ts';
import type { Kind } from './kind.ts';
import { noteOperation } from './kinds/operation.ts';
import { FAILURES_FORGOTTEN_MS } from './kinds/session.ts';
import { type ModelledService, openSession } from './modelled-service.ts';
import { keepToken, Survey } from './survey.ts';
import { isOvercome, type Trouble, withTrouble } from './trouble.ts';
import { cloneWorld, type World } from './world.ts';

const TICK_MS = 1000;
const LONGEST_SHOWN = 400;

/** One history while it is played: the calls so far, with a comparison after each. */
export class Play {
  readonly #modelled: ModelledService;
  readonly #kinds: readonly Kind[];
  /** A line for each call. */
  readonly lines: string[] = [];
  /** Route and outcome of each answer. */
  readonly outcomes: [string, string][] = [];
  /** Calls that were answered with 503 because of trouble, and how many of them had an effect all the same. */
  troubled = 0;
  happened = 0;

  constructor(modelled: ModelledService, kinds: readonly Kind[]) {
    this.#modelled = modelled;
    this.#kinds = kinds;
  }

  /** Lets time pass. */
  wait(ms: number): void {
    this.#modelled.world.now += ms;
    this.lines.push(`${ms / 3_600_000} hours go by`);
  }

  /**
   * Makes a call and compares its answer.
   * @throws Error where it is not the expected one.
   */
  async call(drawn: Drawn, trouble: Trouble | undefined): Promise<void> {
    for (let times = drawn.kind.times ?? 1; times > 0; times--) await this.#callOnce(drawn, trouble);
  }

  async #callOnce(drawn: Drawn, trouble: Trouble | undefined): Promise<void> {
    const { world } = this.#modelled;
    world.now += TICK_MS;
    const origin = chooseOrigin(drawn, world);
    const session = await this.#sessionOf(origin);
    const call = makeCall(drawn, world, origin, session);
    if (trouble) await this.#callInTrouble(call, trouble);
    else await this.#callAndCompare(call, world, [predict(world, call)]);
  }

  /** The session of a caller. A user without a session gets one. */
  async #sessionOf(origin: Origin): Promise<number | undefined> {
    if ('token' in origin) return undefined;
    if ('ended' in origin) return origin.ended;
    const { service, world } = this.#modelled;
    return sessionOf(world, origin.user) ?? openSession(service, [world], origin.user);
  }

  async #callAndCompare(call: ModelCall, world: World, expected: readonly Expected[]): Promise<void> {
    const actual = await this.#send(call);
    keepToken(world, actual.json.body?.token);
    this.#note(call, actual, expected, '');
  }

  async #send(call: ModelCall): Promise<Actual> {
    const { route, read } = call.kind;
    try {
      const answer = await this.#modelled.service.call(route, parametersOf(call), call.options);
      return read && answer.status === 200 ? { status: 200, json: read(answer.bytes) } : answer;
    } catch (error) {
      this.lines.push(`${call.from}: ${route} ${shorten(JSON.stringify(parametersOf(call)))} → no answer: ${error}`);
      throw error;
    }
  }

  /**
   * Records an answer.
   * @throws Error where it is not one of the expected ones.
   */
  #note(call: ModelCall, actual: Actual, expected: readonly Expected[], remark: string): void {
    const { route } = call.kind;
    const isRight = expected.some((one) => isAsExpected(one, viewOf(call, actual)));
    const wanted = expected.map(showExpected).join(' OR ');
    const asked = shorten(JSON.stringify(call.kind.send ? call.sent : parametersOf(call)));
    this.lines.push(
      `${call.from}: ${route} ${asked} → ${showActual(actual)}${isRight ? '' : `; expected ${wanted}`}${remark}`,
    );
    this.outcomes.push([route, actual.json.reason ?? 'success']);
    if (!isRight) throw new Error('an answer that the contract does not give');
  }

  /**
   * Makes a call with trouble. It may be answered as usual, or with a busy service: then it has had its effect, or
   * none.
   */
  async #callInTrouble(call: ModelCall, trouble: Trouble): Promise<void> {
    const before = cloneWorld(this.#modelled.world);
    const after = this.#modelled.world;
    const expected = predict(after, call);
    const { result, hasStruck } = await withTrouble(this.#modelled.service.storeCalls, trouble, () => this.#send(call));
    keepToken(after, result.json.body?.token);
    const remark = hasStruck ? ` [${trouble.way} at command ${trouble.at}]` : '';
    const isBusy = result.status === 503 && result.json.reason === 'unavailable';
    if (!hasStruck || isOvercome(trouble) || !isBusy) return this.#note(call, result, [expected], remark);
    const busy: Expected = { kind: 'failure', reasons: ['unavailable'], fields: [] };
    this.#note(call, result, [busy], remark);
    this.troubled += 1;
    this.#modelled.world = before;
    await this.#findOut(call, expected, before, after, trouble);
  }

  /** Finds out whether the call had its effect, and goes on with the world that fits. */
  async #findOut(call: ModelCall, expected: Expected, before: World, after: World, trouble: Trouble): Promise<void> {
    const { route } = call.kind;
    if (route === 'POST /api/login' || route === 'POST /api/me/password') {
      // Nobody can see whether a failure was counted.
      for (const world of [before, after]) world.now += FAILURES_FORGOTTEN_MS;
      // A session whose token was lost is useless.
      after.sessions.length = before.sessions.length;
    }
    const isWrite = !route.startsWith('GET');
    if (!isWrite || expected.kind === 'failure') return;
    const candidates =
      route === 'DELETE /api/vender' ? await this.#finishDeletion(call, trouble, before, after) : [before, after];
    const survey = new Survey(this.#modelled, this.#kinds, candidates);
    const left = await survey.take();
    const [found] = left;
    if (!found) throw this.#disagree(survey);
    this.#modelled.world = found;
    if (found !== before) this.happened += 1;
    if (left.length === 1) this.lines.push(`  … ${found === before ? 'it had not happened' : 'it had happened'}`);
    if (call.kind.creates) await this.#callAndCompare(call, found, [predict(found, call)]);
  }

  /** The sweep or another call finishes what was cut short. The log then has it, or both calls. */
  async #finishDeletion(call: ModelCall, { times }: Trouble, before: World, after: World): Promise<World[]> {
    if (times === 1) {
      await finishAll(this.#modelled.service.deps.db, () => false);
      return [before, after];
    }
    const again = cloneWorld(after);
    const caller = before.sessions[call.session ?? -1];
    const uid = caller?.uidKey ?? '';
    noteOperation(again, call.kind.route, { kind: 'success' }, { uid: before.users.get(uid)?.uid ?? uid, unit: 0 });
    const gone: Expected = { kind: 'failure', reasons: ['unit_not_found'], fields: [] };
    this.#note(call, await this.#send(call), [{ kind: 'success' }, gone], ' [again]');
    return [after, again];
  }

  /**
   * Compares everything that the service shows.
   * @throws Error where the model expects something else.
   */
  async lookAtAll(): Promise<void> {
    const survey = new Survey(this.#modelled, this.#kinds, [this.#modelled.world]);
    if ((await survey.take()).length === 0) throw this.#disagree(survey);
  }

  #disagree(survey: Survey): Error {
    this.lines.push(survey.mismatch ?? 'no world is left');
    return new Error('a state that the contract does not allow');
  }
}

function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
