import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../../lib/domain/unit.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { operationStep } from '../../lib/store/operation.ts';
import type { Database } from '../../lib/table/database.ts';

/** The uid in the log: at the terminal nobody has signed in. The name of an endpoint's operation has no dot. */
const OPERATOR = 'operator';

/** A view of the table. Its first transaction also writes the command into the platform's log of operations. */
export function withCommandLog(
  deps: Deps,
  command: string,
  given: Readonly<Record<string, string | number>>,
): Database {
  const db = deps.db.forRequest(Date.now());
  const requestId = randomUUID();
  db.requestState.attachSteps((steps) => {
    const facts = { time: deps.now(), uid: OPERATOR, operation: `admin.${command}`, requestId };
    return [operationStep(PLATFORM, { ...facts, given, suffix: requestId }, steps)];
  });
  return db;
}
