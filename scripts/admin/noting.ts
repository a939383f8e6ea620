import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../../lib/domain/unit.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { RequestTable } from '../../lib/store/request.ts';
import type { Database } from '../../lib/table/database.ts';

/** Who the log says it was: at the terminal nobody has signed in. No endpoint's operation has a dot in its name. */
const OPERATOR = 'operator';

/** A command that changes something. */
export type ActName = 'unlock' | 'password' | 'close' | 'open' | 'renew' | 'end-sessions';

/** The table, whose first transaction also notes the command in the platform's log of operations. */
export function noting(deps: Deps, act: ActName, given: Readonly<Record<string, string | number>>): Database {
  const table = new RequestTable(deps.db);
  const requestId = randomUUID();
  table.accompany(() => {
    const facts = { time: deps.now(), uid: OPERATOR, operation: `admin.${act}`, requestId };
    return { unit: PLATFORM, draft: { ...facts, given, distinction: requestId } };
  }, undefined);
  return table.db;
}
