import { AppError } from '../../errors.ts';
import { createLogger, withoutTexts } from '../../runtime/logger.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { replyFailure } from '../reply.ts';

/**
 * Turns whatever was thrown into the envelope of a failure, or what the endpoint draws of it. Of a defect of ours the caller is told only that it is one.
 */
export function errors(endpoint: Endpoint): Middleware {
  return {
    onError: (request) => {
      const exchange: Exchange | undefined = request.context.exchange;
      const { error } = request;
      const failure = error instanceof AppError ? error : new AppError('internal', { cause: error });
      if (exchange) exchange.outcome = failure.reason;
      if (failure.reason === 'internal' || failure.reason === 'unavailable') {
        // There is no exchange yet where even the settings could not be read.
        const log = exchange?.deps.log ?? createLogger('error');
        const cause = withoutTexts(failure.cause, exchange ? textsSent(exchange) : []);
        log.error(failure.reason, cause);
      }
      const drawn = exchange && endpoint.drawFailure?.(failure.reason, exchange);
      request.response = replyFailure(failure, exchange?.language ?? 'zh', drawn);
    },
  };
}

/** Everything that the caller has sent and that a failure may repeat. */
function textsSent({ parameters, headers }: Exchange): string[] {
  const [, token = ''] = (headers.get('authorization') ?? '').split(' ');
  return [...Object.values(parameters), token];
}
