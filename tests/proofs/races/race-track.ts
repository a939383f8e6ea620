import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../lib/domain/values/random.ts';
import { ADMIN, type CallOptions, LIGHT_COST, startService, type TestService } from '../../support/service/service.ts';
import { answerName } from '../answer.ts';
import { Disturbance } from '../disturbance.ts';
import { FunctionInstance, type Parameters } from '../instance.ts';
import { Conflicts } from './conflicts.ts';
import type { SerialCall } from './order.ts';

/** The number of calls in one round. */
const AT_ONCE = 10;
const RESTARTED = 0.1;
/** The latest start of a call after the first: the fastest kind of call must not win every race. */
const LATEST_START_MS = 40;

/** A call as it is sent, and its rules. */
export interface RacingCall<S> extends SerialCall<S> {
  readonly route: string;
  readonly parameters: Parameters;
  readonly token: string;
  /** Sent as `If-Match`. */
  readonly etag?: string;
  /** Whether its rules allow that its subject has changed meanwhile, even without an `If-Match`. */
  readonly isOutdated?: boolean;
}

/** Ten calls that are sent at once, and the state before and after them. */
export interface Race<S> {
  readonly before: S;
  readonly calls: readonly RacingCall<S>[];
  readonly readAfter: () => Promise<S>;
  /** What else is wrong afterwards. */
  readonly findFaults?: () => Promise<readonly string[]>;
}

/** A table of its own, and the functions that race on it. */
export class RaceTrack {
  readonly service: TestService;
  readonly admin: string;
  readonly random: Random;
  readonly conflicts: Conflicts;
  readonly disturbance: Disturbance;
  readonly #instances: readonly FunctionInstance[];
  /** A function beside them that runs on from race to race, undisturbed. */
  readonly keeping: FunctionInstance;

  private constructor(service: TestService, admin: string, random: Random) {
    this.service = service;
    this.admin = admin;
    this.random = random;
    this.disturbance = new Disturbance(new Random(random.below(2 ** 32)), true);
    this.conflicts = new Conflicts(this.disturbance, new Random(random.below(2 ** 32)));
    this.#instances = Array.from({ length: AT_ONCE }, () => new FunctionInstance(service, this.conflicts, admin));
    this.keeping = new FunctionInstance(service, { observe: () => {} }, admin);
  }

  /** Opens the table, as loose as DynamoDB if wanted. */
  static async open(seed: number, isLoose = false): Promise<RaceTrack> {
    const service = await startService(LIGHT_COST, isLoose ? { seed } : undefined);
    return new RaceTrack(service, await service.signIn(ADMIN.uid, ADMIN.password), new Random(seed));
  }

  /**
   * Sends all calls at once, or in every second race within a few milliseconds, each to a running function of its own.
   * Returns their answers in the order of the calls.
   */
  async send<S>(calls: readonly RacingCall<S>[]): Promise<string[]> {
    const spread = this.random.happens(0.5) ? LATEST_START_MS : 0;
    const starts = calls.map(() => this.random.fraction() * spread);
    return this.conflicts.during(() =>
      Promise.all(calls.map((call, index) => this.#sendOne(call, index, starts[index] ?? 0))),
    );
  }

  async #sendOne<S>({ route, parameters, token, etag }: RacingCall<S>, index: number, start: number): Promise<string> {
    const instance = this.#instances[index];
    if (!instance) throw new Error(`a race has at most ${AT_ONCE} calls`);
    if (this.random.happens(RESTARTED)) instance.restart();
    await sleep(start);
    const options: CallOptions = { token, ...(etag === undefined ? {} : { headers: { 'if-match': etag } }) };
    const { status, text } = await instance.call(route, parameters, options);
    return status === 200 ? answerName(status) : answerName(status, JSON.parse(text).reason);
  }

  /** The body of a call that must succeed, without any disturbance. */
  async read(route: string, parameters: Parameters, token = this.admin) {
    const { status, text, json } = await this.service.call(route, parameters, { token });
    if (status !== 200) throw new Error(`${route} answered ${text}`);
    return json.body;
  }

  async close(): Promise<void> {
    await this.service.stop();
  }
}
