import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Caller } from '../auth/caller.ts';
import type { Language, Reason } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';
import type { IdempotentRequest } from '../store/idempotency.ts';
import type { UploadedFile } from './endpoint.ts';

/** One request on its way through the chain. Each middleware adds its results. */
export interface Exchange {
  /** Its log and its view of the table belong to this request. */
  readonly deps: Deps;
  /** The gateway's id of the request, which the caller gets. */
  readonly requestId: string;
  /** Lambda's id of the invocation. */
  readonly invocationId: string;
  readonly language: Language;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The client's IP address, as the gateway reports it. */
  readonly address: string;
  parameters: Readonly<Record<string, string>>;
  /** The names of parameters that were sent more than once. */
  repeatedNames: readonly string[];
  files: readonly UploadedFile[];
  caller: Caller | undefined;
  input: unknown;
  /** Set where the request has an `Idempotency-Key`. */
  idempotentRequest: IdempotentRequest | undefined;
  /** Whether the request is meant for this version of the thing. */
  isExpectedVersion: (version: number) => boolean;
  /** Whether the client has a copy with this ETag, by its `If-None-Match`. */
  isCachedByClient: (etag: string) => boolean;
  /** Further headers of a success. */
  replyHeaders: Readonly<Record<string, string>>;
  /** `success`, or the reason of the failure. */
  outcome: Reason | 'success';
}

export type ChainContext = Context & { exchange: Exchange };

/** A step of the chain. `Own` is its own state for one request. */
export type Middleware<Own extends Record<string, unknown> = Record<string, unknown>> = MiddlewareObj<
  APIGatewayProxyEventV2,
  unknown,
  Error,
  ChainContext,
  Own
>;
