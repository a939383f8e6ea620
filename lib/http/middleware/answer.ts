import { AppError } from '../../errors.ts';
import { createLogger, redactTexts } from '../../runtime/logger.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { replyFailure, replySuccess } from '../reply.ts';
import { parseRequestHead } from './context.ts';

/** Turns the handler's result, or its error, into the answer. Our own defects are answered as `internal`, without details. */
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
        // The error's texts may contain parameters of the request.
        log.error(failure.reason, redactTexts(failure.cause, Object.values(exchange?.parameters ?? {})));
      }
      const head = parseRequestHead(request.event);
      request.response = replyFailure(failure, head.language, endpoint.drawFailure?.(failure.reason, head));
    },
  };
}
