import { Agent, type IncomingMessage, request } from 'node:http';
import type { Random } from '../../../lib/domain/values/random.ts';
import { nameOf } from '../answer.ts';
import type { AnswerForms } from './document.ts';

/** A signed-in person. */
export interface Person {
  readonly uid: string;
  readonly unit: number;
  readonly token: string;
  readonly job: 'platform' | 'manager' | 'dietitian' | 'onlooker';
}

/** An answer as it came. */
export interface LoadAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the document and the caller check
  readonly json: any;
}

/** The records of all connections together. */
export class LoadRecord {
  /** Milliseconds of each call. */
  readonly times: number[] = [];
  writes = 0;
  serverErrors = 0;
  /** Calls refused because too much happened at once. */
  refused = 0;
  readonly faults: string[] = [];
  readonly answers = new Map<string, number>();
}

type Parameters = Readonly<Record<string, string | number>>;

const LONGEST_SHOWN = 300;
const FORM = 'application/x-www-form-urlencoded';

/** One kept connection, and its caller. */
export class LoadWorker {
  readonly number: number;
  readonly person: Person;
  readonly random: Random;
  /** The dishes that it has created, by id, with what it knows of them. */
  readonly dishes = new Map<number, Readonly<Record<string, unknown>>>();
  #made = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #forms: AnswerForms;
  readonly #record: LoadRecord;

  constructor(number: number, person: Person, random: Random, port: number, forms: AnswerForms, record: LoadRecord) {
    this.number = number;
    this.person = person;
    this.random = random;
    this.#port = port;
    this.#forms = forms;
    this.#record = record;
  }

  /** A word that nobody else uses. */
  unique(): string {
    this.#made += 1;
    return `w${this.number}x${this.#made}y`;
  }

  /**
   * Calls a route with the person's token, or another one, and checks the form of the answer. `expected` is the status,
   * for a failure with its reason. False where the answer is another one, which is recorded.
   */
  async call(
    route: string,
    parameters: Parameters,
    expected: string,
    token: string | undefined = this.person.token,
  ): Promise<LoadAnswer | undefined> {
    const since = performance.now();
    const answer = await this.#send(route, parameters, token);
    this.#record.times.push(performance.now() - since);
    if (!route.startsWith('GET ')) this.#record.writes += 1;
    const seen = nameOf(answer.status, answer.status === 200 ? undefined : String(answer.json?.reason));
    this.#record.answers.set(seen, (this.#record.answers.get(seen) ?? 0) + 1);
    if (answer.status >= 500) this.#record.serverErrors += 1;
    const fault = this.#forms.findFault(route, answer.status, answer.json);
    if (fault) this.fault(route, parameters, `its answer ${fault}: ${answer.text}`);
    if (seen === expected) return answer;
    if (seen === '409 changed_meanwhile') this.#record.refused += 1;
    else this.fault(route, parameters, `answered ${answer.text} instead of ${expected}`);
    return undefined;
  }

  /** Records that an answer is wrong, unless `holds`. */
  demand(holds: boolean, route: string, parameters: Parameters, answer: LoadAnswer): void {
    if (!holds) this.fault(route, parameters, `answered ${answer.text}`);
  }

  fault(route: string, parameters: Parameters, what: string): void {
    const text = `${this.person.uid}: ${route} ${new URLSearchParams(toTexts(parameters))}: ${what}`;
    this.#record.faults.push(decodeText(text).slice(0, LONGEST_SHOWN));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(route: string, parameters: Parameters, token: string): Promise<LoadAnswer> {
    const [method = '', path = ''] = route.split(' ');
    const form = new URLSearchParams(toTexts(parameters)).toString();
    const isGet = method === 'GET';
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path: isGet && form !== '' ? `${path}?${form}` : path,
          headers: {
            ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
            // Node sends the length of a DELETE's body only if told to.
            ...(isGet ? {} : { 'content-type': FORM, 'content-length': Buffer.byteLength(form) }),
          },
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(isGet ? undefined : form);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    return { status: message.statusCode ?? 0, text, json: parseJson(text) };
  }
}

function toTexts(parameters: Parameters): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}

/** If it is not JSON, the check of its form finds out. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
