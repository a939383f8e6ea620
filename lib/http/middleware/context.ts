import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Deps } from '../../runtime/deps.ts';
import { callLogger, outcomeMetrics, startMetrics } from '../../runtime/logger.ts';
import type { Endpoint, RequestHead } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { chooseLanguage } from '../reply.ts';

/** How a request began: when, by `performance.now()`, and whether as the first of its process. */
type Start = { startedAt: number; isCold: boolean };

/** Begins the exchange, and writes its one log line when it ends. */
export function context(endpoint: Endpoint, getDeps: () => Deps): Middleware<Start> {
  const logAtEnd: Middleware<Start>['after'] = ({ context: lambdaContext, internal }) => {
    const exchange: Exchange | undefined = lambdaContext.exchange;
    if (exchange) logRequest(endpoint, exchange, internal);
  };
  let isCold = true;
  return {
    before: (request) => {
      Object.assign(request.internal, { startedAt: performance.now(), isCold });
      const { event, context: lambdaContext } = request;
      const { headers, language } = parseRequestHead(event);
      const deps = getDeps();
      const requestId = event.requestContext?.requestId ?? lambdaContext.awsRequestId;
      const log = callLogger(deps.log, lambdaContext, isCold, requestId);
      lambdaContext.exchange = {
        deps: { ...deps, db: deps.db.forRequest(Date.now()), log },
        requestId,
        invocationId: lambdaContext.awsRequestId,
        headers,
        language,
        ipAddress: event.requestContext?.http?.sourceIp ?? 'unknown',
        parameters: {},
        repeatedNames: [],
        files: [],
        caller: undefined,
        input: undefined,
        idempotentRequest: undefined,
        isExpectedVersion: () => true,
        isCachedByClient: () => false,
        replyHeaders: {},
        outcome: 'success',
      };
      isCold = false;
    },
    after: logAtEnd,
    onError: logAtEnd,
  };
}

function logRequest({ route }: Endpoint, { deps, caller, outcome }: Exchange, { startedAt, isCold }: Start): void {
  const { readCapacity, writeCapacity } = deps.db.requestState.usage;
  deps.log.info(
    'request',
    { route, unit: caller?.vender, uid: caller?.uid, outcome, durationMs: Math.round(performance.now() - startedAt) },
    { ReadUnits: readCapacity, WriteUnits: writeCapacity, ...startMetrics(isCold), ...outcomeMetrics(outcome) },
  );
}

/** Parses the part of a request on which even the answer of a failure depends. */
export function parseRequestHead(event: APIGatewayProxyEventV2): RequestHead {
  const pairs = Object.entries(event.headers ?? {});
  const headers = new Map(pairs.map(([name, value = '']) => [name.toLowerCase(), value]));
  return { headers, language: chooseLanguage(headers.get('accept-language')), path: event.rawPath };
}
