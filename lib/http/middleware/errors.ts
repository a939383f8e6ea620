import { AppError } from '../../errors.ts';
import { createLogger, withoutTexts } from '../../runtime/logger.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { replyFailure } from '../reply.ts';

/** Turns whatever was thrown into the envelope of a failure. A defect of ours tells the caller nothing but that. */
export function errors(): Middleware {
  return {
    onError: (request) => {
      const exchange: Exchange | undefined = request.context.exchange;
      const { error } = request;
      const failure = error instanceof AppError ? error : new AppError('internal', { cause: error });
      if (exchange) exchange.outcome = failure.reason;
      if (failure.reason === 'internal' || failure.reason === 'unavailable') {
        // Where even the settings could not be read there is no exchange yet.
        const log = exchange?.deps.log ?? createLogger('error');
        const cause = withoutTexts(failure.cause, exchange ? textsSent(exchange) : []);
        log.error(failure.reason, cause);
      }
      request.response = replyFailure(failure, exchange?.language ?? 'zh');
    },
  };
}

/** All that the caller has sent and that what was thrown may repeat. */
function textsSent({ parameters, headers }: Exchange): string[] {
  const [, token = ''] = (headers.get('authorization') ?? '').split(' ');
  return [...Object.values(parameters), token];
}
