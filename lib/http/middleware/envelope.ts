import type { Middleware } from '../exchange.ts';
import { replySuccess } from '../reply.ts';

/** Puts what the handler returned into the envelope of a success. */
export function envelope(): Middleware {
  return {
    after: (request) => {
      request.response = replySuccess(request.response, request.context.exchange);
    },
  };
}
