import { randomUUID } from 'node:crypto';
import { job } from '../../../functions/service/sweep.ts';
import type { Reply } from '../../../lib/http/reply.ts';
import { serve } from '../../../lib/http/serve.ts';
import type { Deps } from '../../../lib/runtime/deps.ts';
import type { Database } from '../../../lib/table/database.ts';
import type { Key } from '../../../tables/keys.ts';
import type { Sendable } from '../../support/files/attachment.ts';
import { findEndpoint } from '../../support/service/send.ts';
import { type Answer, type CallOptions, fakeContext, makeEvent } from '../../support/service/service.ts';
import type { TableOperation } from '../../support/table/layer.ts';
import { type Circumstances, Process } from './process.ts';
import type { RewindableService, Snapshot } from './rewindable-service.ts';
import { examineSnapshot, type State, Yardstick } from './state.ts';

/** A request that can be repeated; `sweep` is a run of the scheduled job. */
export type Act =
  | 'sweep'
  | {
      readonly route: string;
      readonly parameters: Sendable;
      readonly options: CallOptions;
    };

/** An answer as the caller sees it, if he gets one. */
interface Answered {
  readonly status: number;
  readonly reason: string | undefined;
  /** The whole answer, without random texts. */
  readonly text: string;
  readonly retryAfter: unknown;
  /** Whether it is in the envelope. */
  readonly isEnveloped: boolean;
}

/** What came of a request. */
export interface Outcome extends Answered {
  readonly calls: readonly TableOperation[];
  readonly struck: number;
  /** The database of its process, with what it remembers. */
  readonly memory: Database;
}

/** The result of an act without faults. */
export interface Baseline {
  readonly yardstick: Yardstick;
  readonly before: State;
  readonly first: Outcome;
  readonly once: State;
  /** The same request a second time. */
  readonly second: Outcome;
  readonly twice: State;
}

/** Makes requests on a table, and restores it. */
export class Stand {
  readonly act: Act;
  readonly #rewindable: RewindableService;
  readonly #now: number;
  /** The table as it was read last, and what may have changed since. */
  #seen: Snapshot;
  #touched: Key[] = [];

  /** `now` is the time of every process, in milliseconds since the epoch; `seen` is the present table. */
  constructor(rewindable: RewindableService, act: Act, now: number, seen: Snapshot) {
    this.act = act;
    this.#rewindable = rewindable;
    this.#now = now;
    this.#seen = seen;
  }

  /** Reads the table again, as far as it may have changed. */
  async look(): Promise<Snapshot> {
    if (this.#touched.length > 0) this.#seen = await this.#rewindable.lookAgain(this.#seen, this.#touched);
    this.#touched = [];
    return this.#seen;
  }

  /** Whether the whole table is as it was read last. */
  async isAsSeen(): Promise<boolean> {
    const [seen, whole] = [await this.look(), await this.#rewindable.look()];
    return seen.size === whole.size && [...whole].every(([name, { text }]) => seen.get(name)?.text === text);
  }

  async restore(wanted: Snapshot): Promise<void> {
    await this.#rewindable.restore(wanted, await this.look());
    this.#seen = wanted;
  }

  /** Makes the request once, in a process that has just started unless it gets a memory. */
  async request(key?: string, circumstances?: Circumstances): Promise<Outcome> {
    const { service, client } = this.#rewindable;
    const process = new Process(service.deps, client, this.#now, circumstances);
    const answer = await process.run((deps) => this.#carryOut(deps, key));
    const { calls, struck, deps } = process;
    this.#touched.push(...process.touched);
    return { ...answer, calls, struck, memory: deps.db.root };
  }

  /** Runs the sweep until nothing is left to finish. */
  async sweep(): Promise<void> {
    const { service, client } = this.#rewindable;
    const process = new Process(service.deps, client, this.#now);
    await process.run((deps) => sweepOnce(deps));
    this.#touched.push(...process.touched);
  }

  async #carryOut(deps: Deps, key: string | undefined): Promise<Answered> {
    if (this.act === 'sweep') return { ...(await trySweep(deps)), retryAfter: '1', isEnveloped: true };
    const { route, parameters, options } = this.act;
    const headers = { ...options.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
    const event = makeEvent(route, parameters, { ...options, headers });
    const endpoint = findEndpoint(this.#rewindable.service, route);
    const reply = await serve(endpoint, () => deps)(event, { ...fakeContext(), awsRequestId: randomUUID() });
    const json: Answer['json'] = readAnswer(reply);
    if (json.body?.token !== undefined) json.body.token = 'a token';
    // The answer to a repetition lacks what only the first answer contains.
    if (endpoint.answersNewIds && endpoint.output) delete json.body;
    const retryAfter = reply.headers?.['retry-after'];
    const status = reply.statusCode ?? 0;
    const isEnveloped = json.code === status && json.success === (status === 200) && typeof json.desc === 'string';
    return { status, reason: json.reason, text: JSON.stringify(json), retryAfter, isEnveloped };
  }
}

/** A page counts as the envelope of a success. */
function readAnswer({ statusCode, headers, body = '' }: Reply): Answer['json'] {
  const isPage = String(headers?.['content-type']).startsWith('text/html');
  return isPage ? { code: statusCode, success: statusCode === 200, desc: body } : JSON.parse(body);
}

/** The result of an act without faults, made once and twice. The table is restored. */
export async function learn(stand: Stand, key?: string): Promise<Baseline> {
  const start = await stand.look();
  const yardstick = new Yardstick(start);
  const first = await stand.request(key);
  const once = yardstick.describe(await stand.look());
  const second = await stand.request(key);
  const twice = yardstick.describe(await stand.look());
  for (const [when, state] of [
    ['once', once],
    ['twice', twice],
  ] as const) {
    const { wrong } = examineSnapshot(state.snapshot);
    if (wrong.length > 0) throw new Error(`without a fault, carried out ${when}: ${wrong.join('; ')}`);
  }
  await stand.restore(start);
  return { yardstick, before: yardstick.describe(start), first, once, second, twice };
}

/** Runs the sweep once, and returns the number of tasks at which it has failed. */
async function sweepOnce(deps: Deps): Promise<number> {
  const { TasksFailed = 0 } = await job.handle({ deps, isTimeUp: () => false });
  return TasksFailed;
}

async function trySweep(deps: Deps): Promise<Pick<Outcome, 'status' | 'reason' | 'text'>> {
  try {
    const failed = await sweepOnce(deps);
    if (failed > 0) return { status: 503, reason: 'unavailable', text: `failed at ${failed}` };
    return { status: 200, reason: undefined, text: '{}' };
  } catch (error) {
    const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'internal';
    return { status: reason === 'internal' ? 500 : reason === 'unavailable' ? 503 : 409, reason, text: reason };
  }
}
