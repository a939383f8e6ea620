import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { Piscina } from 'piscina';
import { AppError } from '../../lib/errors.ts';
import { type Reply, replyFailure } from '../../lib/http/reply.ts';
import type { HttpHandler } from '../../lib/http/serve.ts';

/** The maximum number of threads for heavy functions. Each has up to 100 MB of modules of its own, so further calls wait. */
const MAX_THREADS = 2;
/** An idle thread ends after this many milliseconds, to give its memory back. */
const IDLE_MS = 10_000;
/** A function is ended this many milliseconds before its timeout, at which the gateway would answer instead. */
const TIMEOUT_EARLY_MS = 200;

/** A call in a form that can be passed to a thread. */
interface Call {
  /** Folder and file of the function, such as `menu:generate-menu`. */
  readonly name: string;
  readonly event: APIGatewayProxyEventV2;
  readonly context: Pick<Context, 'awsRequestId' | 'functionName' | 'functionVersion' | 'memoryLimitInMB'>;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

type Handlers = Readonly<Record<string, HttpHandler>>;

const threads = new Piscina<Call, Reply>({
  filename: import.meta.filename,
  name: 'run',
  minThreads: 0,
  maxThreads: MAX_THREADS,
  idleTimeout: IDLE_MS,
});

/** The handlers of light functions, by name. They run in the gateway's process. */
export const handlersInProcess = makeHandlers(run);

/** The handlers of heavy functions, by name. They run in threads, so that nobody else waits for them. */
export const handlersInThread = makeHandlers(runInThread);

/**
 * Runs a function. It corrects three differences of the local gateway: all its requests have one id, HEAD is routed as
 * GET, and an empty rest of a path matches.
 * @public Threads find it by its name.
 */
export async function run({ name, event, context, endsAt }: Call): Promise<Reply> {
  const isHead = event.requestContext?.http?.method === 'HEAD';
  const hasEmptyRest = event.routeKey?.endsWith('+}') && /^\/\w+\/?$/.test(event.rawPath);
  const [noun, file] = (isHead || hasEmptyRest ? 'service:not-found' : name).split(':');
  const { handler }: { handler: HttpHandler } = await import(`../../functions/${noun}/${file}.ts`);
  const requestContext = { ...event.requestContext, requestId: context.awsRequestId };
  const getRemainingTimeInMillis = () => Math.max(0, endsAt - Date.now());
  // The chain uses only these parts of a context.
  return handler({ ...event, requestContext }, { ...context, getRemainingTimeInMillis } as Context);
}

/** Runs a function in a thread, which ends with the function's time, whatever it does. */
async function runInThread(call: Call): Promise<Reply> {
  const signal = AbortSignal.timeout(Math.max(0, call.endsAt - Date.now() - TIMEOUT_EARLY_MS));
  try {
    return await threads.run(call, { signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    return replyFailure(new AppError('unavailable', { retryAfter: 1, cause }), 'zh');
  }
}

/** Makes handlers by name, each when the gateway reads it, so that nobody lists the functions here. */
function makeHandlers(runCall: (call: Call) => Promise<Reply>): Handlers {
  const makeHandler =
    (name: string): HttpHandler =>
    (event, context) => {
      const { awsRequestId, functionName, functionVersion, memoryLimitInMB } = context;
      const sentContext = { awsRequestId, functionName, functionVersion, memoryLimitInMB };
      return runCall({ name, event, context: sentContext, endsAt: Date.now() + context.getRemainingTimeInMillis() });
    };
  return new Proxy<Record<string, HttpHandler>>({}, { get: (_handlers, name) => makeHandler(String(name)) });
}
