import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../../lib/domain/unit.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { operationStep } from '../../lib/store/operation.ts';

/** The uid in the log, because nobody has signed in at the terminal. */
const OPERATOR = 'operator';

/** Returns a view of the table whose first transaction also writes the command into the platform's log, as `admin.…`. */
export function withCommandLog(deps: Deps, command: string, given: Readonly<Record<string, string | number>>) {
  const db = deps.db.forRequest(Date.now());
  const requestId = randomUUID();
  db.requestState.attachSteps((steps) => {
    const facts = { time: deps.now(), uid: OPERATOR, operation: `admin.${command}`, requestId };
    return [operationStep(PLATFORM, { ...facts, given, suffix: requestId }, steps)];
  });
  return db;
}
