import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Caller } from '../auth/caller.ts';
import { findOnlySide } from '../auth/permissions.ts';
import { AppError } from '../errors.ts';
import { type Deps, sharedDeps } from '../runtime/deps.ts';
import { claimKeyStep } from '../store/idempotency.ts';
import { operationStep } from '../store/operation.ts';
import type { Admission, Callers, Declaration, Endpoint, Logging, Route } from './endpoint.ts';
import type { ChainContext, Exchange } from './exchange.ts';
import { findContentType } from './file-answer.ts';
import { answerOnce } from './idempotency.ts';
import { admit } from './middleware/admit.ts';
import { answer } from './middleware/answer.ts';
import { conditional } from './middleware/conditional.ts';
import { context } from './middleware/context.ts';
import { decodeBody } from './middleware/decode-body.ts';
import { validate } from './middleware/validate.ts';
import type { Reply } from './reply.ts';

export { FileAnswer, XLSX } from './file-answer.ts';
export { Answer } from './reply.ts';

/** A request fails if its handler still runs this many milliseconds before the function times out. */
const TIMEOUT_EARLY_MS = 500;
/** A handler that works in parts leaves the rest to the sweep (the job that finishes tasks) this many milliseconds before its timeout. */
const SWEEP_RESERVE_MS = 5000;

/** A Lambda function behind the HTTP API, payload format 2.0. */
export type HttpHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Reply>;

/** Declares an endpoint and makes its Lambda function. `id` is the function's name: the file's name in camel case. */
export function defineEndpoint<
  OwnCallers extends Callers = 'any',
  Input extends z.core.$ZodShape = Record<never, never>,
  Output extends z.ZodMiniType | undefined = undefined,
>(id: string, route: Route, declaration: Declaration<OwnCallers, Input, Output> & Logging & Admission<OwnCallers>) {
  const { permission, logged, upload, input, checks = [] } = declaration;
  const contentType = declaration.contentType ?? (route.startsWith('GET ') ? findContentType(route) : undefined);
  const [firstExample = {}, ...otherExamples] = [declaration.example ?? {}].flat();
  const onlySide = permission && permission !== 'session' && findOnlySide([permission].flat());
  // The cast only widens the types: the chain calls `handle` with what the declaration says.
  const endpoint = {
    id,
    route,
    callers: onlySide || 'any',
    access: logged ? 'write' : 'read',
    // More memory brings more processor time: reading an upload takes less than 256 MB, but up to a second.
    ...(upload && { memoryMegabytes: 1024 }),
    reasons: [],
    ...declaration,
    input: z.object(input).check(...checks),
    contentTypes: [contentType ?? []].flat(),
    examples: [firstExample, ...otherExamples],
  } as Endpoint;
  return { endpoint, handler: serve(endpoint) };
}

/** Makes the handler of an endpoint: the one chain that every request passes. */
export function serve(endpoint: Endpoint, getDeps: () => Deps = sharedDeps): HttpHandler {
  const chain = middy<APIGatewayProxyEventV2, unknown, Error, ChainContext>({
    timeoutEarlyInMillis: TIMEOUT_EARLY_MS,
    timeoutEarlyResponse: () => {
      throw new AppError('unavailable', { retryAfter: 1, cause: new Error('out of time') });
    },
  })
    .use(context(endpoint, getDeps))
    .use(answer(endpoint))
    .use(admit(endpoint))
    .use(decodeBody(endpoint))
    .use(validate(endpoint))
    .use(conditional(endpoint))
    .handler((_event, { exchange, getRemainingTimeInMillis }) => {
      if (endpoint.access === 'write') attachCallSteps(endpoint, exchange);
      const isTimeUp = () => getRemainingTimeInMillis() < SWEEP_RESERVE_MS;
      const identify = (caller: Caller) => {
        exchange.caller = caller;
      };
      return answerOnce(exchange, async () => endpoint.handle({ ...exchange, isTimeUp, identify }));
    });
  return async (event, lambdaContext) => {
    // This context belongs to us; its prototype is Lambda's context, so that Lambda's methods work.
    const ownContext: ChainContext = Object.create(lambdaContext);
    // The chain returns what `replySuccess` or `replyFailure` has made.
    return (await chain(event, ownContext)) as Reply;
  };
}

/**
 * Attaches up to two steps to the first transaction of the request: the claim on its `Idempotency-Key`, and its entry in the log
 * of the caller's unit. They are made when the transaction is sent, because a public endpoint may identify the caller late
 * or never.
 */
function attachCallSteps({ id }: Endpoint, exchange: Exchange): void {
  const { deps, requestId, invocationId, input, idempotentRequest } = exchange;
  deps.db.requestState.attachSteps((steps) => {
    const { caller } = exchange;
    const claims = idempotentRequest ? [claimKeyStep(idempotentRequest)] : [];
    if (!caller) return claims;
    const given = Object.fromEntries(Object.entries(input ?? {}));
    const facts = { time: deps.now(), uid: caller.uid, operation: id, requestId, suffix: invocationId };
    return [...claims, operationStep(caller.vender, { ...facts, given }, steps)];
  });
}
