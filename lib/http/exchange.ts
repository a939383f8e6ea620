import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Caller } from '../auth/caller.ts';
import type { Reason } from '../errors.ts';
import type { IdempotentRequest } from '../store/idempotency.ts';
import type { Call } from './endpoint.ts';

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };
type CallFacts = Changeable<Omit<Call<unknown, Caller | undefined>, 'isTimeUp' | 'identify'>>;

/** One request on its way through the chain: the call that its handler gets, and more. Each middleware adds its results. */
export interface Exchange extends CallFacts {
  /** The gateway's id of the request, which the caller gets. */
  readonly requestId: string;
  /** Lambda's id of the invocation. */
  readonly invocationId: string;
  parameters: Readonly<Record<string, string>>;
  /** The names of parameters that were sent more than once. */
  repeatedNames: readonly string[];
  /** Set if the request has an `Idempotency-Key`. */
  idempotentRequest: IdempotentRequest | undefined;
  /** Further headers of a success. */
  replyHeaders: Readonly<Record<string, string>>;
  /** `success`, or the reason of the failure. */
  outcome: Reason | 'success';
}

/** Lambda's context with our exchange, which the step `context` adds. */
export type ChainContext = Context & { exchange: Exchange };

/** A step of the chain. `Own` is its own state for one request. */
export type Middleware<Own extends Record<string, unknown> = Record<string, unknown>> = MiddlewareObj<
  APIGatewayProxyEventV2,
  unknown,
  Error,
  ChainContext,
  Own
>;
