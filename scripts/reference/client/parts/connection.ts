import { allReasons, type Reason } from '../../../../lib/errors.ts';
import { digestPassword } from './md5.ts';

/** Why a call failed: a reason of the service, or `unknown` where the answer names none, such as a proxy's. */
export type FailureReason = Reason | 'unknown';

/** One wrong field of the parameters. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** The place in an uploaded file. Row and column are absent where the whole file is wrong. */
  readonly file?: string;
  readonly sheet?: string;
  readonly row?: number;
  readonly column?: string;
}

/** The service refused a call. Faults of the network are not this error but what `fetch` throws. */
export class CateringError extends Error {
  override readonly name = 'CateringError';
  /** The HTTP status. */
  readonly status: number;
  readonly reason: FailureReason;
  /** What went wrong, for a person, in the language of the client. */
  readonly desc: string;
  /** All wrong fields. */
  readonly errors: readonly FieldError[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: number, answer: unknown, retryAfter: string | null) {
    const { reason, desc, errors } = isRecord(answer) ? answer : {};
    const known = allReasons.find((one) => one === reason) ?? 'unknown';
    super(`${status} ${typeof reason === 'string' ? reason : known}: ${typeof desc === 'string' ? desc : ''}`);
    this.status = status;
    this.reason = known;
    this.desc = typeof desc === 'string' ? desc : '';
    this.errors = Array.isArray(errors) ? errors.filter(isFieldError) : [];
    this.retryAfter = retryAfter === null || !/^\d+$/.test(retryAfter) ? undefined : Number(retryAfter);
  }
}

export interface ClientOptions {
  /** Where the service is, such as `https://catering.example`; by default the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** The token of a session that was begun before. */
  readonly token?: string | undefined;
  /** The language of texts for a person: Chinese, or `en`. */
  readonly language?: string | undefined;
  /** Is used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /** The same request under the same key is carried out only once in 24 hours, and repetitions get the first answer. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that changes something with a version. */
export interface ChangeOptions extends CallOptions {
  /** From `etagOf` what was read. If it has changed since, nothing is done, and the reason is `changed_meanwhile`. */
  readonly ifMatch?: string | undefined;
}

/** The answer of a call without a result. */
export interface Done {
  /** What was done, for a person. */
  readonly desc: string;
}

/** A call of the service, and which of its parameters are not simply written as text. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly kinds?: Readonly<Record<string, 'json' | 'password'>>;
  /** What it answers instead of the envelope. */
  readonly answers?: 'text' | 'file';
}

type Values = Readonly<Record<string, string | number | boolean | object | undefined>>;

/** The session, and what all calls have in common. */
export class Connection {
  /** The token of the session; undefined while nobody is signed in. Keep it where a page outlives its client. */
  token: string | undefined;
  readonly #baseUrl: string;
  readonly #language: string | undefined;
  readonly #fetch: typeof globalThis.fetch;
  readonly #etags = new WeakMap<object, string>();

  constructor({ baseUrl = '', token, language, fetch }: ClientOptions = {}) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.token = token;
    this.#language = language;
    // Browsers refuse a `fetch` that is called as a method of another object.
    this.#fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /**
   * The ETag of a result. It must be the very object that a call returned.
   * @throws TypeError where it has none: only what was read by id has one.
   */
  etagOf(result: object): string {
    const etag = this.#etags.get(result);
    if (etag === undefined) throw new TypeError('This is no result of this client that has an ETag');
    return etag;
  }

  /**
   * Carries out a call.
   * @throws CateringError where the service refuses it.
   */
  protected async call<Result>(call: Call, parameters: Values, options: CreateOptions & ChangeOptions) {
    const response = await this.#send(call, parameters, options);
    // A failure comes in the envelope, even of a call that answers a file.
    if (response.ok && call.answers)
      return (await (call.answers === 'text' ? response.text() : response.blob())) as Result;
    const answer = parseJson(await response.text());
    if (!response.ok || answer === undefined) {
      throw new CateringError(response.status, answer, response.headers.get('Retry-After'));
    }
    // The service's own tests show that it answers what it documents.
    const result = takeResult(answer) as Result;
    const etag = response.headers.get('ETag');
    if (etag !== null && typeof result === 'object' && result !== null) this.#etags.set(result, etag);
    return result;
  }

  #send({ method, path, kinds = {} }: Call, parameters: Values, options: CreateOptions & ChangeOptions) {
    const { files, ...others } = parameters;
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    const place = names.reduce(
      (former, name) => former.replace(`{${name}}`, encodeURIComponent(String(others[name]))),
      path,
    );
    const form = toForm(Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name))), kinds);
    // Some proxies drop the body of a DELETE.
    const isInQuery = method === 'GET' || method === 'DELETE';
    const query = isInQuery ? form.toString() : '';
    const init: RequestInit = { method, headers: this.#headers(options) };
    if (options.signal !== undefined) init.signal = options.signal;
    if (Array.isArray(files)) init.body = toUpload(files, form);
    else if (!isInQuery) init.body = form;
    return this.#fetch(`${this.#baseUrl}${place}${query === '' ? '' : `?${query}`}`, init);
  }

  #headers({ idempotencyKey, ifMatch }: CreateOptions & ChangeOptions): Record<string, string> {
    return {
      ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(this.#language === undefined ? {} : { 'Accept-Language': this.#language }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    };
  }
}

function toForm(parameters: Values, kinds: Call['kinds'] = {}): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (kinds[name] === 'json') form.append(name, JSON.stringify(value));
    else form.append(name, kinds[name] === 'password' ? digestPassword(String(value)) : String(value));
  }
  return form;
}

function toUpload(files: readonly File[], fields: URLSearchParams): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  return form;
}

/** The result of an answer, out of its envelope. One call answers without an envelope. */
function takeResult(answer: unknown): unknown {
  if (!isRecord(answer) || answer['success'] !== true) return answer;
  return 'body' in answer ? answer['body'] : { desc: answer['desc'] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
