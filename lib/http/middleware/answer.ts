import { AppError } from '../../errors.ts';
import { createLogger, withoutTexts } from '../../runtime/logger.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { replyFailure, replySuccess } from '../reply.ts';
import { readHead } from './context.ts';

/**
 * Puts what the handler returned into the envelope of a success, and what was thrown into that of a failure, or into
 * what the endpoint draws for it. Of our own defects a caller learns only that there was one.
 */
export function answer(endpoint: Endpoint): Middleware {
  return {
    after: (request) => {
      const { language, replyHeaders } = request.context.exchange;
      request.response = replySuccess(request.response, language, replyHeaders);
    },
    onError: (request) => {
      const exchange: Exchange | undefined = request.context.exchange;
      const { error } = request;
      const failure = error instanceof AppError ? error : new AppError('internal', { cause: error });
      if (exchange) exchange.outcome = failure.reason;
      if (failure.reason === 'internal' || failure.reason === 'unavailable') {
        // There is no exchange yet if even the settings could not be read.
        const log = exchange?.deps.log ?? createLogger('error');
        // A failure might repeat what the caller has sent.
        log.error(failure.reason, withoutTexts(failure.cause, Object.values(exchange?.parameters ?? {})));
      }
      const head = readHead(request.event);
      request.response = replyFailure(failure, head.language, endpoint.drawFailure?.(failure.reason, head));
    },
  };
}
