import { demandPermission } from '../../auth/permissions.ts';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';

/**
 * Lets only callers pass who are on the endpoint's side and have its permission.
 * @throws AppError `wrong_side`, `missing_permission`, `main_account_only`.
 */
export function authorize(endpoint: Endpoint): Middleware {
  const { side, permission } = endpoint;
  return {
    before: ({ context: { exchange } }) => {
      if (side === 'public' && permission === 'none') return;
      const { caller } = exchange;
      if (!caller || permission === 'none') throw new AppError('not_signed_in');
      if (side !== 'any' && side !== caller.side) throw new AppError('wrong_side');
      if (permission !== 'session') demandPermission(caller, ...[permission].flat());
    },
  };
}
