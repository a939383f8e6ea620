import type * as z from 'zod/mini';
import type { Caller } from '../auth/caller.ts';
import type { Permission } from '../auth/permissions.ts';
import type { Language, Reason } from '../errors.ts';
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
export interface Call<Input, C extends Caller | undefined> {
  readonly input: Input;
  readonly caller: C;
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
  /** Whether the request is meant for this version of the thing: its `If-Match`, where the endpoint is versioned. */
  readonly isExpectedVersion: (version: number) => boolean;
  /** Whether the sender holds what has this ETag, by his `If-None-Match`: that need not be drawn. */
  readonly isHeld: (etag: string) => boolean;
  /** A public endpoint tells here who its caller is, before it writes. */
  readonly identify: (caller: Caller) => void;
}

/** What is known of a request before anything else is: it decides how even a failure is answered. */
export interface RequestHead {
  readonly headers: ReadonlyMap<string, string>;
  readonly language: Language;
  readonly path: string;
}

/** What a non-public endpoint demands of its caller: a permission item, one of several, or only a session. */
type PermissionRule = Permission | readonly [Permission, ...Permission[]] | 'session';

/** What a handler returns that has a body to answer. */
type WithBody<O> = O extends z.ZodMiniType ? z.input<O> | Bare | Versioned | Created : never;
/** What a handler returns. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a body just ends
type Result<O> = O extends z.ZodMiniType ? WithBody<O> : Described | Created | Versioned | FileAnswer | void;

/**
 * Parameters of a request, each as the text that is sent. `files` of an upload is a table as CSV; an address that ends
 * in `.xlsx` gets it as a workbook.
 */
export type Example = Readonly<Record<string, string>>;

/** What the log of operations says of a call, in Chinese: of which kind it is, and what was done. */
export interface Logged {
  readonly kind: string;
  readonly text: string;
}

/** A call that writes has words for the log; undefined where no caller is known. */
type Access =
  | { readonly access: 'read'; readonly logged?: never }
  | { readonly access: 'write'; readonly logged: Logged | undefined };

/** What is declared of every endpoint in the same way. */
interface Facts {
  /** Name of the Lambda function; the file's name in camel case. */
  readonly id: string;
  readonly route: Route;
  /** Whether sessions of closed or expired units may call it, too. */
  readonly isForAnyUnit?: boolean;
  /** The IAM role of the function: only `write` may change the table. */
  readonly access: 'read' | 'write';
  readonly logged?: Logged | undefined;
  /** Megabytes of memory, where it needs more than most functions. */
  readonly memory?: number;
  /** The shape of an answer without an envelope, given by `new Bare(…)`, or by `new FileAnswer(…)` as JSON. */
  readonly bareOutput?: z.ZodMiniType;
  /** The content type, or types, of a file that is answered without the envelope, given by `new FileAnswer(…)`. */
  readonly contentType?: ContentType | readonly ContentType[];
  /**
   * Reads a `multipart/form-data` body, where the endpoint takes one. Only bundles of endpoints that name `readUpload`
   * contain it.
   */
  readonly upload?: UploadReader;
  /** Whether it takes only an upload, and no form. */
  readonly isUpload?: boolean;
  /**
   * Whether the thing has versions. Then the answer carries the version as `ETag`, by `new Versioned(…)`, and a POST
   * takes `If-Match`. One new thing, told by `Created`, has the first version.
   */
  readonly isVersioned?: boolean;
  /** Whether its `ETag` stands for all that a GET answers: who sends it as `If-None-Match` is told 304 while it holds. */
  readonly isConditional?: boolean;
  /**
   * Whether it creates things and gives their ids in the headers, by `Created`. An `output` is then what is told only
   * once.
   */
  readonly creates?: boolean;
  /** The reasons beyond those that every endpoint of its kind has. */
  readonly reasons: readonly Reason[];
  /** What the call does, in plain sentences, in Markdown. The first one says what it is for. */
  readonly summary: string;
  /**
   * A request that succeeds, one for each form of the call. The admin side's are sent by the platform's administrator,
   * all others by the main account of unit 1 of `tests/examples/world.ts`. That world has what they name, or an example
   * has created it: those of PUT are sent first, those of DELETE last.
   */
  readonly examples: readonly [Example, ...Example[]];
  /** Draws a failure for people who ask for a page; undefined where it is answered in the envelope. */
  drawFailure?(reason: Reason, head: RequestHead): FileAnswer | undefined;
}

interface Declaration<S extends Side, I extends z.ZodMiniObject, O extends z.ZodMiniType | undefined> extends Facts {
  readonly side: S;
  readonly permission: S extends 'public' ? 'none' : PermissionRule;
  /** The query of a GET, or the form of another method. */
  readonly input: I;
  /** The shape of `body`; absent where the contract answers only the envelope. */
  readonly output?: O;
  handle(call: Call<z.output<I>, S extends 'public' ? undefined : Caller>): Awaitable<Result<O>>;
}

/** The single source of one endpoint: route, side, permission, input, output, reasons, Lambda, IAM, document. */
export interface Endpoint extends Facts {
  readonly side: Side;
  readonly permission: 'none' | PermissionRule;
  readonly input: z.ZodMiniObject;
  readonly output?: z.ZodMiniType | undefined;
  handle(call: Call<unknown, Caller | undefined>): unknown;
}

/** Declares an endpoint; see `Declaration` for what each property decides. */
export function defineEndpoint<
  S extends Side,
  I extends z.ZodMiniObject,
  O extends z.ZodMiniType | undefined = undefined,
>(declaration: Declaration<S, I, O> & Access): Endpoint {
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

/** The content types of the files that an endpoint answers; none where it answers the envelope. */
export function contentTypesOf({ contentType = [] }: Endpoint): readonly ContentType[] {
  return typeof contentType === 'string' ? [contentType] : contentType;
}

/** Whether a request may carry an `If-Match`, the version it is meant for. What a PUT creates has none before. */
export function takesIfMatch({ route, isVersioned, creates }: Endpoint): boolean {
  const isNew = creates === true && route.startsWith('PUT ');
  return isVersioned === true && !isNew && !route.startsWith('GET ');
}
