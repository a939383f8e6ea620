import type { Deps } from '../../runtime/deps.ts';
import { logCall } from '../../runtime/log-call.ts';
import { countOutcome, countStart } from '../../runtime/metrics.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ChainContext, Exchange, Middleware } from '../exchange.ts';
import { chooseLanguage } from '../language.ts';

/**
 * Time kept for the answer, in milliseconds: reads beside the caller's check are not awaited longer than that allows.
 */
const LEFT_FOR_ANSWER_MS = 200;

/** Begins the exchange, and writes its one log line when it ends. */
export function context(endpoint: Endpoint, getDeps: () => Deps): Middleware {
  const finish = async ({ context: lambda }: { context: ChainContext }) => {
    const exchange: Exchange | undefined = lambda.exchange;
    if (!exchange) return;
    await settleReads(exchange, lambda.getRemainingTimeInMillis() - LEFT_FOR_ANSWER_MS);
    noteCall(endpoint, exchange);
  };
  let isCold = true;
  return {
    before: (request) => {
      const { event, context: lambda } = request;
      const headers = lowerNames(event.headers ?? {});
      const deps = getDeps();
      const requestId = event.requestContext?.requestId ?? lambda.awsRequestId;
      const log = logCall(deps.log, lambda, { cold_start: isCold, correlation_id: requestId });
      lambda.exchange = {
        deps: { ...deps, db: deps.db.forRequest(Date.now()), log },
        requestId,
        invocationId: lambda.awsRequestId,
        startedAt: performance.now(),
        isCold,
        language: chooseLanguage(headers.get('accept-language')),
        headers,
        address: event.requestContext?.http?.sourceIp ?? 'unknown',
        parameters: {},
        repeated: [],
        files: [],
        parsed: undefined,
        caller: undefined,
        input: undefined,
        prefetched: undefined,
        once: undefined,
        isMeant: () => true,
        etag: undefined,
        outcome: 'success',
      };
      isCold = false;
    },
    after: finish,
    onError: finish,
  };
}

/** Waits for the reads beside the caller's check, so that their capacity is counted whether or not the check passes. */
async function settleReads({ prefetched, once }: Exchange, mostMs: number): Promise<void> {
  const reads = Promise.allSettled([prefetched, once?.first]);
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, mostMs)).unref();
  });
  await Promise.race([reads, timeIsUp]);
  clearTimeout(timer);
}

function noteCall({ route }: Endpoint, { deps, caller, outcome, startedAt, isCold }: Exchange): void {
  const { readUnits, writeUnits } = deps.db.request.usage;
  deps.log.info(
    'request',
    { route, unit: caller?.vender, uid: caller?.uid, outcome, durationMs: Math.round(performance.now() - startedAt) },
    { ReadUnits: readUnits, WriteUnits: writeUnits, ...countStart(isCold), ...countOutcome(outcome) },
  );
}

function lowerNames(headers: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const lowered = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) lowered.set(name.toLowerCase(), value ?? '');
  return lowered;
}
