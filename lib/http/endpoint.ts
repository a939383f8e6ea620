import type * as z from 'zod/mini';
import type { Caller } from '../auth/caller.ts';
import type { Permission } from '../auth/permissions.ts';
import type { SessionName } from '../auth/token.ts';
import type { Language, Reason, Text } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';
import type { ContentType, FileAnswer } from './file-answer.ts';
import type { Bare, Created, Described, Versioned } from './reply.ts';

/** Who may call: anybody, anyone signed in, or only one side. */
export type Side = 'public' | 'any' | 'admin' | 'business';

/** A file of an upload. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A multipart body: its files, and its other fields in their order. */
export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Reads a multipart body of this content type. */
type UploadReader = (contentType: string, body: Buffer) => Promise<Upload>;

type Awaitable<T> = T | Promise<T>;

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** `$default` answers each path and method that no other endpoint has. */
type Route = `${Method} /${string}` | '$default';

/** What a handler gets: checked input, the verified caller, and the wired parts. */
interface Call<S extends Side, Input, Prefetched> {
  readonly input: Input;
  readonly caller: S extends 'public' ? undefined : Caller;
  readonly deps: Deps;
  /** Headers of the request, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The language of the answer's texts. */
  readonly language: Language;
  /** The address from which the request came, as the gateway saw it. */
  readonly address: string;
  /** The uploaded files; none where the body was a form. */
  readonly files: readonly UploadedFile[];
  /** Whether the rest must be left to the sweep. */
  readonly isTimeUp: () => boolean;
  /** What `prefetch` read beside the caller's check. */
  readonly prefetched: Prefetched;
  /** Whether the request is meant for this version of the thing: its `If-Match`, where the endpoint is versioned. */
  readonly isMeant: (version: number) => boolean;
  /** A public endpoint tells here who its caller is, before it writes. */
  readonly identify: (caller: Caller) => void;
}

/** How a request wants to be answered. */
interface Asked {
  readonly headers: ReadonlyMap<string, string>;
  readonly language: Language;
}

/** What a prefetch gets. */
interface PrefetchStart<Input> {
  readonly input: Input;
  readonly session: SessionName;
  readonly deps: Deps;
  readonly address: string;
}

/** What a non-public endpoint demands of its caller: a permission item, one of several, or only a session. */
type PermissionRule = Permission | readonly [Permission, ...Permission[]] | 'session';

/** What a handler returns that has a body to answer. */
type Told<O> = O extends z.ZodMiniType ? z.input<O> | Bare | Versioned | Created : never;
/** What a handler returns. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a body just ends
type Result<O> = O extends z.ZodMiniType ? Told<O> : Described | Created | FileAnswer | void;

interface Declaration<S extends Side, I extends z.ZodMiniObject, O extends z.ZodMiniType | undefined, P> {
  /** Name of the Lambda function; the file's name in camel case. */
  readonly id: string;
  readonly route: Route;
  readonly side: S;
  readonly permission: S extends 'public' ? 'none' : PermissionRule;
  /** Whether sessions of closed or expired units may call it, too. */
  readonly isForAnyUnit?: boolean;
  /** The IAM role of the function: only `write` may change the table. */
  readonly access: 'read' | 'write';
  /** Megabytes of memory, where it needs more than most functions. */
  readonly memory?: number;
  /** The query of a GET, or the form of another method. */
  readonly input: I;
  /** The shape of `body`; absent where the contract answers only the envelope. */
  readonly output?: O;
  /** The shape of an answer without an envelope, given by `new Bare(…)`. */
  readonly bareOutput?: z.ZodMiniType;
  /** The content type of a file that is answered without the envelope, given by `new FileAnswer(…)`. */
  readonly contentType?: ContentType;
  /**
   * Reads a `multipart/form-data` body, where the endpoint takes one. Only bundles of endpoints that name `readUpload`
   * contain it.
   */
  readonly upload?: UploadReader;
  /** Whether it takes only an upload, and no form. */
  readonly isUpload?: boolean;
  /**
   * Whether the thing has versions. Then a GET answers the version as `ETag`, by `new Versioned(…)`, and a write takes
   * `If-Match`.
   */
  readonly isVersioned?: boolean;
  /**
   * Whether it creates things and gives their ids in the headers, by `Created`. An `output` is then what is told only
   * once.
   */
  readonly creates?: boolean;
  /** The reasons beyond those that every endpoint of its kind has. */
  readonly reasons: readonly Reason[];
  readonly summary: Text;
  /**
   * Starts a read, or slow work such as hashing, beside the caller's check, to save time. The token is verified by
   * then, and `session` is the token's. The handler gets the result only after the check has passed.
   */
  prefetch?(start: PrefetchStart<z.output<I>>): Promise<P>;
  handle(call: Call<S, z.output<I>, P>): Awaitable<Result<O>>;
  /** Draws a failure for people who ask for a page; undefined where it is answered in the envelope. */
  drawFailure?(reason: Reason, asked: Asked): FileAnswer | undefined;
}

/** The single source of one endpoint: route, side, permission, input, output, reasons, Lambda, IAM, OpenAPI. */
export interface Endpoint {
  readonly id: string;
  readonly route: Route;
  readonly side: Side;
  readonly permission: 'none' | PermissionRule;
  readonly isForAnyUnit?: boolean | undefined;
  readonly access: 'read' | 'write';
  readonly memory?: number | undefined;
  readonly input: z.ZodMiniObject;
  readonly output?: z.ZodMiniType | undefined;
  readonly bareOutput?: z.ZodMiniType | undefined;
  readonly contentType?: ContentType | undefined;
  readonly upload?: UploadReader | undefined;
  readonly isUpload?: boolean | undefined;
  readonly isVersioned?: boolean | undefined;
  readonly creates?: boolean | undefined;
  readonly reasons: readonly Reason[];
  readonly summary: Text;
  prefetch?(start: PrefetchStart<unknown>): Promise<unknown>;
  handle(call: {
    input: unknown;
    caller: Caller | undefined;
    deps: Deps;
    headers: ReadonlyMap<string, string>;
    language: Language;
    address: string;
    files: readonly UploadedFile[];
    isTimeUp: () => boolean;
    prefetched: unknown;
    isMeant: (version: number) => boolean;
    identify: (caller: Caller) => void;
  }): unknown;
  drawFailure?(reason: Reason, asked: Asked): FileAnswer | undefined;
}

/** Declares an endpoint; see `Declaration` for what each property decides. */
export function defineEndpoint<
  S extends Side,
  I extends z.ZodMiniObject,
  O extends z.ZodMiniType | undefined = undefined,
  P = undefined,
>(declaration: Declaration<S, I, O, P>): Endpoint {
  // The chain gives `handle` exactly what the declaration says. Only the types are forgotten here.
  return declaration as Endpoint;
}

/**
 * Whether a request may carry an `Idempotency-Key`. Every call that creates something takes one, so that it is carried
 * out once.
 */
export function takesIdempotencyKey({ route }: Endpoint): boolean {
  return route.startsWith('PUT ');
}

/** Whether the answer carries an `ETag`, the version of what it shows. */
export function answersETag({ route, isVersioned }: Endpoint): boolean {
  return isVersioned === true && route.startsWith('GET ');
}

/** Whether a request may carry an `If-Match`, the version it is meant for. */
export function takesIfMatch({ route, isVersioned }: Endpoint): boolean {
  return isVersioned === true && !route.startsWith('GET ');
}
