import type { Deps } from '../../lib/runtime/deps.ts';
import { readNewPassword } from '../start/password-input.ts';
import type { Answer } from './answer.ts';
import type { Request } from './options.ts';
import { listUnits, renew, setStatus } from './units.ts';
import { endAllSessions, endSessions, listUsers, setPassword, unlock } from './users.ts';
import { words } from './words.ts';

/**
 * Does what the operator asks for.
 * @throws AppError `unit_not_found`, `user_not_found` and the table's failures.
 */
export function perform(
  deps: Deps,
  request: Request,
  readPassword: () => Promise<string> = () => readNewPassword(words.newPassword),
): Promise<Answer> {
  switch (request.command) {
    case 'units':
      return listUnits(deps, request.keyword);
    case 'users':
      return listUsers(deps, request.unit);
    case 'unlock':
      return unlock(deps, request.uid);
    case 'password':
      return setPassword(deps, request.uid, readPassword);
    case 'close':
    case 'open':
      return setStatus(deps, request.unit, request.command === 'open');
    case 'renew':
      return renew(deps, request.unit, request.expire);
    case 'end-sessions':
      return 'uid' in request ? endSessions(deps, request.uid) : endAllSessions(deps, request.unit);
  }
}
