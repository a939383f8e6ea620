import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Deps } from '../../runtime/deps.ts';
import { countOutcome, countStart, logCall } from '../../runtime/logger.ts';
import type { Asked, Endpoint } from '../endpoint.ts';
import type { ChainContext, Exchange, Middleware } from '../exchange.ts';
import { chooseLanguage } from '../reply.ts';

/** Begins the exchange, and writes its one log line when it ends. */
export function context(endpoint: Endpoint, getDeps: () => Deps): Middleware {
  const finish = ({ context: lambda }: { context: ChainContext }) => {
    const exchange: Exchange | undefined = lambda.exchange;
    if (exchange) noteCall(endpoint, exchange);
  };
  let isCold = true;
  return {
    before: (request) => {
      const { event, context: lambda } = request;
      const { headers, language } = askedOf(event);
      const deps = getDeps();
      const requestId = event.requestContext?.requestId ?? lambda.awsRequestId;
      const log = logCall(deps.log, lambda, { cold_start: isCold, correlation_id: requestId });
      lambda.exchange = {
        deps: { ...deps, db: deps.db.forRequest(Date.now()), log },
        requestId,
        invocationId: lambda.awsRequestId,
        startedAt: performance.now(),
        isCold,
        headers,
        language,
        address: event.requestContext?.http?.sourceIp ?? 'unknown',
        parameters: {},
        repeated: [],
        files: [],
        caller: undefined,
        input: undefined,
        once: undefined,
        isExpectedVersion: () => true,
        etag: undefined,
        outcome: 'success',
      };
      isCold = false;
    },
    after: finish,
    onError: finish,
  };
}

function noteCall({ route }: Endpoint, { deps, caller, outcome, startedAt, isCold }: Exchange): void {
  const { readUnits, writeUnits } = deps.db.request.usage;
  deps.log.info(
    'request',
    { route, unit: caller?.vender, uid: caller?.uid, outcome, durationMs: Math.round(performance.now() - startedAt) },
    { ReadUnits: readUnits, WriteUnits: writeUnits, ...countStart(isCold), ...countOutcome(outcome) },
  );
}

/** How a request wants to be answered. */
export function askedOf({ headers: given = {}, rawPath }: APIGatewayProxyEventV2): Asked {
  const headers = lowerNames(given);
  return { headers, language: chooseLanguage(headers.get('accept-language')), path: rawPath };
}

function lowerNames(headers: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const lowered = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) lowered.set(name.toLowerCase(), value ?? '');
  return lowered;
}
