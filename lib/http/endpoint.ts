import type * as z from 'zod/mini';
import type { Caller } from '../auth/caller.ts';
import type { CallerSide, Permission } from '../auth/permissions.ts';
import type { Language, Reason } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';
import type { ContentType, FileAnswer } from './file-answer.ts';
import type { Answer } from './reply.ts';

/** Who may call: anybody, anyone signed in, or only callers of one side. */
export type Callers = 'public' | 'any' | CallerSide;

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A multipart body: its files, and its other fields in their order. */
export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** `$default` answers each path and method that no other endpoint has. */
export type Route = `${'GET' | 'PUT' | 'POST' | 'DELETE'} /${string}` | '$default';

/** What a handler receives: the checked input, the verified caller and the dependencies. */
export interface Call<Input, KnownCaller extends Caller | undefined> extends Pick<RequestHead, 'headers' | 'language'> {
  readonly input: Input;
  readonly caller: KnownCaller;
  /** The log and the view of the table are those of this request. */
  readonly deps: Deps;
  /** The IP address from which the request came, as the gateway saw it. */
  readonly ipAddress: string;
  /** The uploaded files; none if the body was a form. */
  readonly files: readonly UploadedFile[];
  /** Whether the function is about to time out. It must then leave the rest of a task to the sweep. */
  readonly isTimeUp: () => boolean;
  /** Whether the request's `If-Match` allows this version. True if it has none. */
  readonly isExpectedVersion: (version: number) => boolean;
  /** Whether the client has a copy with this ETag, by its `If-None-Match`. The answer need not be drawn then. */
  readonly isCachedByClient: (etag: string) => boolean;
  /** Identifies the caller of a public endpoint. It must be called before a write, which is logged under that caller's name. */
  readonly identify: (caller: Caller) => void;
}

/** The part of a request that is read first. It decides how even a failure is answered. */
export interface RequestHead {
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly language: Language;
  readonly path: string;
}

/** What the caller of a non-public endpoint needs: a permission, one of several, or only a session. */
type PermissionRule = Permission | readonly [Permission, ...Permission[]] | 'session';

/** Every endpoint but a public one declares its permission. */
export type Admission<OwnCallers extends Callers> = OwnCallers extends 'public'
  ? { permission?: never }
  : { permission: PermissionRule };

// biome-ignore lint/suspicious/noConfusingVoidType: such a handler may just end
type Body<Output> = Output extends z.ZodMiniType ? z.input<Output> : FileAnswer | void;
type Result<Output> = Answer | Body<Output> | Promise<Answer | Body<Output>>;

/** The texts of a request's parameters. `files` is an uploaded table as CSV; a route in `.xlsx` gets it as a workbook. */
export type Example = Readonly<Record<string, string>>;

/** The entry in the log of operations of a call that writes, in Chinese: its kind, and what was done. */
export interface Logged {
  readonly kind: string;
  readonly text: string;
}

/** A public endpoint that writes has no caller to log. It declares `access` instead. */
export type Logging =
  | { readonly logged: Logged; readonly access?: never }
  | { readonly logged?: never; readonly access?: 'write' };

/** The part of a declaration that does not depend on its types. */
interface DeclarationFacts {
  /** Whether sessions of closed or expired units may call it, too. */
  readonly allowsClosedUnits?: boolean;
  /** Present if it needs more than most functions: more memory brings more processor time. */
  readonly memoryMegabytes?: number;
  /** The shape of an answer without an envelope, answered by `new Answer({ isBare: true, … })`, or by `new FileAnswer(…)` as JSON. */
  readonly bareOutput?: z.ZodMiniType;
  /** Reads a `multipart/form-data` body. It is named here so that no bundle of another endpoint contains it. */
  readonly upload?: (contentType: string, body: Buffer) => Promise<Upload>;
  /** Whether it takes an upload, but no form. */
  readonly isUploadOnly?: boolean;
  /**
   * Whether the thing has versions. Then the answer carries the version as `ETag`, from `version` of an `Answer`, and a POST
   * takes `If-Match`. One new thing, answered by `Answer.created`, has the first version.
   */
  readonly isVersioned?: boolean;
  /** Whether the `ETag` covers the whole answer of a GET, so that `If-None-Match` may be answered 304. */
  readonly isConditional?: boolean;
  /** Whether it creates things and answers their ids by `Answer.created`, to a repetition without its `output`. */
  readonly answersNewIds?: boolean;
  /** What the call does, in plain sentences, in Markdown. The first sentence gives its purpose. */
  readonly summary: string;
  /** Draws a failure as a page for a browser; undefined if it is answered in the envelope. */
  drawFailure?(reason: Reason, head: RequestHead): FileAnswer | undefined;
}

export interface Declaration<
  OwnCallers extends Callers,
  Input extends z.core.$ZodShape,
  Output extends z.ZodMiniType | undefined,
> extends DeclarationFacts {
  /** Absent: those of the side that alone can have the permission; any if both can. */
  readonly callers?: OwnCallers;
  /** The content type, or types, of a `FileAnswer`. Absent: as the ending of a GET's route says. */
  readonly contentType?: ContentType | readonly ContentType[];
  /** The reasons for which it may fail, beyond those of its kind (`scripts/document/reasons.ts`); absent: none. */
  readonly reasons?: readonly Reason[];
  /**
   * A request that succeeds, or one for each form of the call; absent: one without parameters. The platform's administrator
   * sends those of the admin side, the main account of unit 1 of `tests/examples/world.ts` all others. What they name is in
   * that world, or another example has created it: those of PUT are sent first, those of DELETE last.
   */
  readonly example?: Example | readonly [Example, ...Example[]];
  /** The fields of a GET's query, or of another method's form; absent: it has none. */
  readonly input?: Input;
  /** What these fields must meet together. */
  readonly checks?: readonly z.core.$ZodCheck<z.output<z.ZodMiniObject<Input>>>[];
  /** The shape of `body`; absent if the contract answers only the envelope. */
  readonly output?: Output;
  handle(
    call: Call<z.output<z.ZodMiniObject<Input>>, OwnCallers extends 'public' ? undefined : Caller>,
  ): Result<Output>;
}

/** The single source of one endpoint. `defineEndpoint` makes it of a `Declaration` and fills in the defaults. */
export interface Endpoint extends DeclarationFacts {
  /** Name of the Lambda function; the file's name in camel case. */
  readonly id: string;
  readonly route: Route;
  readonly callers: Callers;
  /** Absent if it is public. */
  readonly permission?: PermissionRule | undefined;
  /** The IAM role of the function: only `write` may change the table. */
  readonly access: 'read' | 'write';
  readonly logged?: Logged | undefined;
  readonly input: z.ZodMiniObject;
  readonly output?: z.ZodMiniType | undefined;
  /** None if it answers the envelope. */
  readonly contentTypes: readonly ContentType[];
  readonly reasons: readonly Reason[];
  readonly examples: readonly [Example, ...Example[]];
  handle(call: Call<unknown, Caller | undefined>): unknown;
}

/** Whether a request may carry an `Idempotency-Key`. Every call that creates something takes one. */
export function takesIdempotencyKey({ route }: Endpoint): boolean {
  return route.startsWith('PUT ');
}

/** Whether a request may carry an `If-Match`. A thing that a PUT creates has no version before. */
export function takesIfMatch({ route, isVersioned, answersNewIds }: Endpoint): boolean {
  const isNew = answersNewIds === true && route.startsWith('PUT ');
  return isVersioned === true && !isNew && !route.startsWith('GET ');
}
