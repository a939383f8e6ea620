import { loadCaller, openToken } from '../../auth/authenticate.ts';
import type { SessionName } from '../../auth/token.ts';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import { parseInput } from '../input.ts';
import { lookForFirst } from '../once.ts';

/**
 * Finds out who is calling, from the token and from what the table holds of its user now.
 * @throws AppError `not_signed_in`, `unit_closed`, `unit_expired`.
 */
export function authenticate(endpoint: Endpoint): Middleware {
  if (endpoint.side === 'public') return { before: () => {} };
  return {
    before: async ({ context: { exchange } }) => {
      const { deps } = exchange;
      const session = await openToken(deps, readToken(exchange.headers));
      exchange.prefetched = startPrefetch(endpoint, exchange, session);
      exchange.once = lookForFirst(endpoint, exchange, session);
      // A failing prefetch is reported where it is awaited. Until then it must not end the process.
      exchange.prefetched?.catch(() => {});
      exchange.caller = await loadCaller(deps, session, endpoint.isForAnyUnit);
    },
  };
}

/**
 * Starts the endpoint's prefetch. It reports no bad input: a caller without permission must not learn what is wrong
 * with his input.
 */
function startPrefetch(endpoint: Endpoint, exchange: Exchange, session: SessionName): Promise<unknown> | undefined {
  if (!endpoint.prefetch) return undefined;
  const { deps, address } = exchange;
  const parsed = parseInput(endpoint, exchange);
  return parsed.success ? endpoint.prefetch({ input: parsed.data, session, deps, address }) : undefined;
}

function readToken(headers: ReadonlyMap<string, string>): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined) throw new AppError('not_signed_in');
  return token;
}
