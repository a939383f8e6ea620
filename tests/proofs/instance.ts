import { createDeps, type Deps } from '../../lib/runtime/deps.ts';
import { findEndpoint, send } from '../support/service/send.ts';
import { type CallOptions, makeEvent, type TestService } from '../support/service/service.ts';
import type { Disturbance } from './disturbance.ts';

export type Parameters = Readonly<Record<string, string | number>>;

/** The answer of a call: the HTTP status and the parsed body. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** One running function: handlers with their own client, database and caches. */
export class FunctionInstance {
  readonly #service: TestService;
  readonly #disturbance: Pick<Disturbance, 'observe'>;
  readonly #token: string;
  #deps: Deps;
  /** How often it was restarted. */
  restarts = 0;

  constructor(service: TestService, disturbance: Pick<Disturbance, 'observe'>, token: string) {
    this.#service = service;
    this.#disturbance = disturbance;
    this.#token = token;
    this.#deps = this.#start();
  }

  /** Calls a route as the gateway does, by default with the instance's token. */
  async call(route: string, parameters: Parameters, options: CallOptions = {}): Promise<Reply> {
    const event = makeEvent(route, parameters, { token: this.#token, ...options });
    const { status, text, json } = await send(findEndpoint(this.#service, route), event, () => this.#deps);
    return { status, text, body: json.body };
  }

  /** Forgets everything in its memory. */
  restart(): void {
    this.#deps = this.#start();
    this.restarts += 1;
  }

  #start(): Deps {
    const { env, hashCost } = this.#service.deps;
    const deps = createDeps(env, (client) => {
      this.#disturbance.observe(client);
      this.#service.loose?.observe(client);
    });
    return { ...deps, hashCost };
  }
}
