import { type Caller, loadCaller } from '../../auth/caller.ts';
import { requirePermission } from '../../auth/permissions.ts';
import { openToken } from '../../auth/token.ts';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';

/**
 * Identifies the caller by the token and by the current items of unit, user, roles and session. Admits only callers who
 * are among the endpoint's callers and have its permission.
 * @throws AppError `not_signed_in`, `unit_closed`, `unit_expired`, `wrong_side`, `missing_permission`,
 * `main_account_only`.
 */
export function admit(endpoint: Endpoint): Middleware {
  const { callers, allowsClosedUnits } = endpoint;
  if (callers === 'public') return { before: () => {} };
  return {
    before: async ({ context: { exchange } }) => {
      const { deps, headers } = exchange;
      const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
      if (token === undefined) throw new AppError('not_signed_in');
      const caller = await loadCaller(deps, await openToken(deps, token), allowsClosedUnits);
      exchange.caller = caller;
      requireAdmitted(endpoint, caller);
    },
  };
}

/**
 * Requires that the caller is among the endpoint's callers and has its permission.
 * @throws AppError `wrong_side`, `missing_permission`, `main_account_only`; `not_signed_in` for a public endpoint.
 */
export function requireAdmitted({ callers, permission }: Endpoint, caller: Caller): void {
  if (permission === undefined) throw new AppError('not_signed_in');
  if (callers !== 'any' && callers !== caller.side) throw new AppError('wrong_side');
  if (permission !== 'session') requirePermission(caller, ...[permission].flat());
}
