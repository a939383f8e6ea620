import { findViewer } from '../../auth/front.ts';
import { AppError } from '../../errors.ts';
import type { Middleware } from '../exchange.ts';

/**
 * Where the deployment has a front, lets only requests pass that came through it, and takes the caller's address from
 * it. A request that came past it finds nothing, whatever it asks for.
 * @throws AppError `not_found`.
 */
export function front(): Middleware {
  return {
    before: ({ context: { exchange } }) => {
      const { frontDigests } = exchange.deps.env;
      if (frontDigests.length === 0) return;
      const viewer = findViewer(exchange.headers, frontDigests);
      if (viewer === undefined) throw new AppError('not_found');
      exchange.address = viewer;
    },
  };
}
