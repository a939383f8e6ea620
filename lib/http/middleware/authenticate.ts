import { identifyCaller } from '../../auth/caller.ts';
import { verifyToken } from '../../auth/token.ts';
import { dayOf } from '../../domain/unit.ts';
import { AppError } from '../../errors.ts';
import { readCallerRecords } from '../../store/session.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';

/**
 * Finds out who is calling, from the token and from what the table holds of its user at this moment.
 * @throws AppError `not_signed_in`, `unit_closed`, `unit_expired`.
 */
export function authenticate(endpoint: Endpoint): Middleware {
  if (endpoint.side === 'public') return { before: () => {} };
  return {
    before: async ({ context: { exchange } }) => {
      const { deps } = exchange;
      const now = deps.now();
      const session = await verifyToken(deps.env.signingKeys, readToken(exchange.headers), now);
      exchange.prefetched = endpoint.prefetch?.({ unit: session.vender, deps });
      // A failing prefetch is met where it is awaited; until then it must not end the process.
      exchange.prefetched?.catch(() => {});
      const records = await readCallerRecords(deps.db, session);
      exchange.caller = identifyCaller(records, now, dayOf(now, deps.env.timeZone));
    },
  };
}

function readToken(headers: ReadonlyMap<string, string>): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined) throw new AppError('not_signed_in');
  return token;
}
