import { AppError } from '../../errors.ts';
import { createLogger, withoutTexts } from '../../runtime/logger.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { replyFailure, replySuccess } from '../reply.ts';
import { askedOf } from './context.ts';

/**
 * Puts what the handler returned into the envelope of a success, and what was thrown into that of a failure, or into
 * what the endpoint draws for it. Of our own defects a caller learns only that there was one.
 */
export function answer(endpoint: Endpoint): Middleware {
  return {
    after: (request) => {
      request.response = replySuccess(request.response, request.context.exchange, endpoint.isConditional);
    },
    onError: (request) => {
      const exchange: Exchange | undefined = request.context.exchange;
      const { error } = request;
      const failure = error instanceof AppError ? error : new AppError('internal', { cause: error });
      if (exchange) exchange.outcome = failure.reason;
      if (failure.reason === 'internal' || failure.reason === 'unavailable') {
        // There is no exchange yet if even the settings could not be read.
        const log = exchange?.deps.log ?? createLogger('error');
        const cause = withoutTexts(failure.cause, exchange ? textsSent(exchange) : []);
        log.error(failure.reason, cause);
      }
      const asked = askedOf(request.event);
      request.response = replyFailure(failure, asked.language, endpoint.drawFailure?.(failure.reason, asked));
    },
  };
}

/** Everything that the caller has sent and that a failure might repeat. */
function textsSent({ parameters, headers }: Exchange): string[] {
  const [, token = ''] = (headers.get('authorization') ?? '').split(' ');
  return [...Object.values(parameters), token];
}
