import { md5 } from 'js-md5';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../.build/workbench/api.ts';
import { addIdempotencyKey } from './idempotency.ts';
import { session, waitForNewSession } from './session.ts';

/** Calls the service. Methods, paths and types come from the service's OpenAPI document. */
export const api = createClient<paths>({
  // The pages are Chinese, whatever language the browser prefers.
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Accept-Language': 'zh-CN' },
  bodySerializer: toForm,
  fetch: fetchSignedIn,
});

export type Schemas = components['schemas'];

/** The answer to a successful call. */
export interface Answer<Data> {
  readonly body: EnvelopeBody<Data>;
  /** The service's sentence about what it did. */
  readonly desc: string;
  readonly etag: string | undefined;
  /** The ids of what was created. */
  readonly ids: readonly number[];
  readonly fileName: string | undefined;
}

/** The body in the envelope; an answer without an envelope is the body. */
type EnvelopeBody<Data> = Data extends { success: boolean; body?: unknown } ? Data['body'] : Data;

/** What a call of `api` resolves to: data, or an error envelope. */
type ClientCall<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/** Waits for a call of `api`. @throws Failure with the service's reason, or `offline` without an answer */
export async function send<Data>(call: ClientCall<Data>): Promise<Answer<Data>> {
  const { data, error, response } = await call;
  if (!response.ok) throw toFailure(error, response);
  const { body, desc } = openEnvelope<Data>(data);
  return {
    body,
    desc,
    etag: response.headers.get('etag') ?? undefined,
    ids: (response.headers.get('catering-ids') ?? '').split(',').filter(Boolean).map(Number),
    fileName: parseFileName(response.headers.get('content-disposition') ?? ''),
  };
}

export type GetPath = { [Path in keyof paths]: paths[Path] extends { get: object } ? Path : never }[keyof paths];
export type GetQuery<Path extends GetPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Parameters[keyof Parameters & 'query']
  : never;
/** The arguments of a read: the path, and the parameters, which are optional if all of them are. */
export type GetArguments<Path extends GetPath> =
  undefined extends GetQuery<Path> ? [path: Path, query?: GetQuery<Path>] : [path: Path, query: GetQuery<Path>];
type GetAnswer<Path extends GetPath> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Data } } } };
}
  ? Data
  : never;

/** Reads what a path answers, without the envelope. @throws Failure as `send` */
export async function read<Path extends GetPath>(...[path, query]: GetArguments<Path>) {
  // The client cannot infer that these parameters are those of the path.
  const call = api.GET(path, { params: { query } } as never) as ClientCall<GetAnswer<Path>>;
  return (await send(call)).body;
}

/** Reads the file that a path answers. @throws Failure as `send` */
export const readFile = <Path extends GetPath>(path: Path, query: GetQuery<Path> | undefined): Promise<Answer<Blob>> =>
  send(api.GET(path, { params: { query }, parseAs: 'blob' } as never) as ClientCall<Blob>);

/** The options of a call that uploads files. */
export const uploadOptions = { headers: { 'Content-Type': null }, bodySerializer: toUpload } as const;

/** Gives files the type that the document has for the fields of an upload: text. */
export const toUploadFields = (...files: readonly Blob[]): string[] => files as unknown as string[];

// biome-ignore lint/suspicious/noExplicitAny: the client's types say what a call answers
function openEnvelope<Data>(data: any): { body: EnvelopeBody<Data>; desc: string } {
  const isEnveloped = typeof data === 'object' && data !== null && typeof data.success === 'boolean';
  return isEnveloped ? { body: data.body, desc: data.desc } : { body: data, desc: '' };
}

/** The file name in a `Content-Disposition` header. The service writes it as percent-encoded UTF-8. */
function parseFileName(disposition: string): string | undefined {
  const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}

function toFailure(error: unknown, response: Response): Failure {
  const isEnvelope = typeof error === 'object' && error !== null && 'reason' in error && 'desc' in error;
  const unexplained: Explanation = { reason: 'unavailable', desc: '服务暂时不可用，请稍后重试' };
  return new Failure(isEnvelope ? (error as Explanation) : unexplained, Number(response.headers.get('retry-after')));
}

/** Encodes a form: objects and lists as JSON, passwords as digests. Undefined fields are left out. */
function toForm(fields: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {})) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (value !== undefined) form.append(name, /password$/i.test(name) ? digestPassword(text) : text);
  }
  return form;
}

/** The digest of a password on the wire: the last 16 characters of the upper-case MD5 hex digest. */
const digestPassword = (plain: string): string => md5(plain).toUpperCase().slice(-16);

/** Encodes an upload: an object as JSON, a list as one part for each of its files. */
function toUpload(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    const content = typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value;
    for (const part of [content].flat()) form.append(name, part instanceof Blob ? part : String(part));
  }
  return form;
}

/** Removes a number: the service reads an empty text as no value, although the document types the field as a number. */
export const NO_NUMBER = '' as never;

/** A 401 from these calls does not mean an expired session. */
const sessionPaths = ['/api/login', '/api/logout'];

/** Sends a request with the session's token. If the token has expired, the person signs in and the request is repeated. */
async function fetchSignedIn(request: Request): Promise<Response> {
  const forgetKey = await addIdempotencyKey(request);
  for (;;) {
    const token = session.value?.token;
    const signedRequest = request.clone();
    if (token !== undefined) signedRequest.headers.set('Authorization', `Bearer ${token}`);
    const response = await fetchOnline(signedRequest);
    // After a server error the call may still have been carried out.
    if (response.status < 500) forgetKey();
    if (response.status !== 401 || token === undefined) return response;
    if (sessionPaths.some((path) => request.url.endsWith(path))) return response;
    await waitForNewSession(token);
  }
}

const fetchOnline = (request: Request): Promise<Response> =>
  fetch(request).catch((error) => {
    throw request.signal.aborted ? error : new Failure({ reason: 'offline', desc: '连接不上服务' });
  });

/** Why a call failed: the service's reason, `offline` without an answer, or a file that could not be sent. */
export type Reason = Schemas['Failure']['reason'] | 'offline' | 'unreadable_file';
type Explanation = Pick<Schemas['Failure'], 'desc' | 'errors'> & { readonly reason: Reason };

/** What a person can do next, for reasons whose own sentence does not say it. */
const adviceByReason: Partial<Record<Reason, string>> = {
  offline: '请检查网络，然后重试。',
  unreadable_file: '请重新选择。',
  missing_permission: '请联系单位主账号开通权限。',
  outranked: '请由权限更高的用户操作。',
  quota_reached: '请先删除不再使用的内容。',
  changed_meanwhile: '请查看对方的修改后再保存。',
  page_too_large: '请缩小筛选范围。',
  too_many_failures: '请稍后再登录。',
  unit_closed: '请联系平台开通。',
  unit_expired: '请联系平台续期。',
  internal: '请稍后重试；若仍出错，请把时间告诉平台。',
};

/** A call that failed, with the service's explanation. */
export class Failure extends Error {
  readonly reason: Reason;
  /** The message for each wrong field, by its name (`ingredient.0.value`). */
  readonly messageByField: ReadonlyMap<string, string>;
  /** All errors in the service's order. A workbook may have many wrong cells under one name. */
  readonly errors: NonNullable<Schemas['Failure']['errors']>;
  readonly #retryAfterSeconds: number;

  constructor({ reason, desc, errors = [] }: Explanation, retryAfterSeconds = 0) {
    super(reason === 'invalid_input' ? '填写的内容有误' : desc);
    this.reason = reason;
    this.messageByField = new Map(errors.map(({ field, message }) => [field, message]));
    this.errors = errors;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  /** What went wrong and what to do, as a text for people. */
  get advice(): string {
    const waitMinutes = Math.ceil(this.#retryAfterSeconds / 60);
    const waitAdvice = waitMinutes > 1 ? `约 ${waitMinutes} 分钟后可重试。` : '';
    const problems = [...new Set(this.messageByField.values())].join('；');
    const advice = waitAdvice || (adviceByReason[this.reason] ?? '');
    return `${this.message}${problems && `：${problems}`}。${advice}`;
  }

  /** The messages for a field and its parts, as one text. */
  messageFor(field: string): string | undefined {
    const matches = [...this.messageByField].filter(([name]) => name === field || name.startsWith(`${field}.`));
    return matches.map(([, message]) => message).join('；') || undefined;
  }
}

/** Returns what was caught if it is a Failure. Anything else is a defect and is thrown again. */
export function requireFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  throw thrown;
}
