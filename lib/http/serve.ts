import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { Endpoint } from './endpoint.ts';
import type { ChainContext, Reply } from './exchange.ts';
import { authenticate } from './middleware/authenticate.ts';
import { authorize } from './middleware/authorize.ts';
import { context } from './middleware/context.ts';
import { decodeBody } from './middleware/decode-body.ts';
import { envelope } from './middleware/envelope.ts';
import { errors } from './middleware/errors.ts';
import { validate } from './middleware/validate.ts';
import { sharedDeps } from './shared-deps.ts';

/** Left of the function's time when a handler that still runs is answered for. */
const TIMEOUT_EARLY_MS = 500;

/** Left of the function's time when a handler that works part by part leaves the rest to the sweep. */
const RESERVE_MS = 5000;

/** A Lambda function behind the HTTP API, payload format 2.0. */
export type HttpHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Reply>;

/** The handler of an endpoint: the one chain every request goes through. */
export function serve(endpoint: Endpoint, getDeps: () => Deps = sharedDeps): HttpHandler {
  const chain = middy<APIGatewayProxyEventV2, unknown, Error, ChainContext>({
    timeoutEarlyInMillis: TIMEOUT_EARLY_MS,
    timeoutEarlyResponse: () => {
      throw new AppError('unavailable', { retryAfter: 1, cause: new Error('out of time') });
    },
  })
    .use(context(endpoint, getDeps))
    .use(envelope())
    .use(errors())
    .use(decodeBody(endpoint))
    .use(authenticate(endpoint))
    .use(authorize(endpoint))
    .use(validate(endpoint))
    .handler(async (_event, { exchange, getRemainingTimeInMillis }) => {
      const { input, caller, deps, address, files } = exchange;
      const isTimeUp = () => getRemainingTimeInMillis() < RESERVE_MS;
      return endpoint.handle({ input, caller, deps, address, files, isTimeUp, prefetched: await exchange.prefetched });
    });
  return async (event, lambdaContext) => {
    // A context of our own, whose methods are Lambda's wherever Lambda keeps them.
    const ownContext: ChainContext = Object.create(lambdaContext);
    // What the chain returns has been made by `replySuccess` or `replyFailure`.
    return (await chain(event, ownContext)) as Reply;
  };
}
