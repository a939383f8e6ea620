import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Random } from '../../../lib/domain/values/random.ts';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import { type HttpHandler, serve } from '../../../lib/http/serve.ts';
import { cataloguePartition } from '../../../tables/keys.ts';
import { Examples, type ValidCall } from '../../support/service/examples.ts';
import { fakeContext } from '../../support/service/service.ts';
import { type DumpedItem, dumpTable } from '../../support/service/table-dump.ts';
import { bodyMutators } from './bodies.ts';
import { findFault } from './judge.ts';
import { type Draft, isDeclared, type Mutator, parts, startDraft, toEvent } from './request.ts';
import { valueMutators } from './values.ts';

/** What `proveFuzz` does. */
export interface FuzzOptions {
  readonly requestsPerEndpoint: number;
  /** The seed of everything random. */
  readonly seed: number;
}

export interface FuzzFigures {
  readonly endpoints: number;
  readonly requests: number;
  /** By HTTP status. */
  readonly answers: Readonly<Record<string, number>>;
  /** How often each way to change a request was used. */
  readonly uses: ReadonlyMap<string, number>;
  readonly slowestCpuMs: number;
  readonly faults: readonly string[];
}

/** All ways to change a request. */
const mutators: readonly Mutator[] = [...valueMutators, ...bodyMutators];

const MAX_CHANGES = 3;
/** A call is prepared again after so many uses: it may not stay valid for ever. */
const MAX_USES = 50;
/** Less than the five failures that lock a user. */
const MAX_SIGN_INS = 4;
const WRITES = /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/;

/** The world of the examples, put back when a request that was right after all has changed it. */
class RenewableService {
  readonly #examples: Examples;
  #handlers = new Map<string, HttpHandler>();
  /** As it was last seen. */
  #table: readonly DumpedItem[] = [];

  constructor(examples: Examples) {
    this.#examples = examples;
  }

  /** A valid call. */
  async prepare(route: string): Promise<ValidCall> {
    await this.#examples.rewind();
    return this.#examples.getCall(route);
  }

  async send(endpoint: Endpoint, event: APIGatewayProxyEventV2) {
    const { service } = this.#examples;
    const handler = this.#handlers.get(endpoint.route) ?? serve(endpoint, () => service.deps);
    this.#handlers.set(endpoint.route, handler);
    const before = process.cpuUsage();
    const { result: reply, calls } = await service.storeCalls.record(() => handler(event, fakeContext()));
    const { user, system } = process.cpuUsage(before);
    const isWriting = calls.some(({ command }) => WRITES.test(command));
    return { reply, cpuMs: (user + system) / 1000, isWriting };
  }

  /** Whether the table has changed since the last call. */
  async hasChanged(): Promise<boolean> {
    const now = (await dumpTable(this.#examples.service, cataloguePartition)).filter(isKept);
    const hasChanged = !isDeepStrictEqual(now, this.#table);
    this.#table = now;
    return hasChanged;
  }

  async stop(): Promise<void> {
    await this.#examples.service.stop();
  }
}

/** Whether an item is data. Counted failures may be written, and copies of blocks and lines of writers are not data. */
function isKept({ pk, sk }: DumpedItem): boolean {
  return sk !== 'ATTEMPTS' && sk !== 'LINE' && !String(pk).endsWith('#CHUNK');
}

/**
 * Sends changed requests to every endpoint, and judges every answer: only 200 or a 4xx in the envelope, 200 only where
 * the declaration accepts the request, at most 2 s of processor time, and nothing written by a refused request.
 */
export async function fuzzEndpoints(endpoints: readonly Endpoint[], options: FuzzOptions): Promise<FuzzFigures> {
  const run = new Run(options, new RenewableService(await Examples.build()));
  try {
    for (const [index, endpoint] of endpoints.entries()) await run.fuzz(endpoint, index * options.requestsPerEndpoint);
  } finally {
    await run.renewable.stop();
  }
  return run.figures;
}

/** One run through all endpoints. */
class Run {
  readonly renewable: RenewableService;
  readonly #options: FuzzOptions;
  readonly #random: Random;
  readonly #answers: Record<string, number> = {};
  readonly #uses = new Map<string, number>(mutators.map(({ name }) => [name, 0]));
  readonly #faults: string[] = [];
  #endpoints = 0;
  #requests = 0;
  #slowestCpuMs = 0;

  constructor(options: FuzzOptions, renewable: RenewableService) {
    this.renewable = renewable;
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  get figures(): FuzzFigures {
    return {
      endpoints: this.#endpoints,
      requests: this.#requests,
      answers: this.#answers,
      uses: this.#uses,
      slowestCpuMs: this.#slowestCpuMs,
      faults: this.#faults,
    };
  }

  /** `first` is the number of the way in which the first request is changed. The others follow in turn. */
  async fuzz(endpoint: Endpoint, first: number): Promise<void> {
    this.#endpoints += 1;
    const maxUses = endpoint.route === 'POST /api/login' ? MAX_SIGN_INS : MAX_USES;
    let call: ValidCall | undefined;
    let uses = 0;
    for (let index = 0; index < this.#options.requestsPerEndpoint; index++) {
      if (call === undefined || uses++ >= maxUses) {
        call = await this.renewable.prepare(endpoint.route);
        await this.renewable.hasChanged();
        uses = 0;
      }
      if ((await this.#sendChanged(endpoint, call, first + index)) === 200) call = undefined;
    }
    if (call !== undefined && (await this.renewable.hasChanged())) this.#blame(endpoint, [], 'wrote unseen');
  }

  async #sendChanged(endpoint: Endpoint, call: ValidCall, number: number): Promise<number> {
    const chosen = this.#choose(number);
    const draft: Draft = startDraft(endpoint, call.parameters);
    for (const { change } of chosen) change(draft, this.#random);
    const event = toEvent(draft, call.token);
    const { reply, cpuMs, isWriting } = await this.renewable.send(endpoint, event);
    const { statusCode = 0 } = reply;
    const hasWritten = statusCode !== 200 && isWriting && (await this.renewable.hasChanged());
    const mayPass = draft.mustFail ? false : isDeclared(draft, event);
    const fault = findFault({ endpoint, reply, cpuMs, mayPass, hasWritten });
    if (fault !== undefined) this.#blame(endpoint, chosen, fault);
    this.#requests += 1;
    this.#answers[statusCode] = (this.#answers[statusCode] ?? 0) + 1;
    this.#slowestCpuMs = Math.max(this.#slowestCpuMs, cpuMs);
    return statusCode;
  }

  /** Chooses one to three ways, of which at most one makes a body. */
  #choose(number: number): Mutator[] {
    const chosen = [mutators[number % mutators.length] ?? this.#random.pick(mutators)];
    for (let more = this.#random.below(MAX_CHANGES); more > 0; more--) {
      const another = this.#random.pick(mutators);
      const isOneTooMany = another.part === 'body' && chosen.some(({ part }) => part === 'body');
      if (!another.isHeavy && !isOneTooMany) chosen.push(another);
    }
    for (const { name } of chosen) this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
    return chosen.toSorted((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part));
  }

  #blame({ route }: Endpoint, chosen: readonly Mutator[], fault: string): void {
    const changes = chosen.map(({ name }) => name).join(' + ');
    this.#faults.push(`${route} (request ${this.#requests}: ${changes}) ${fault}`);
  }
}
