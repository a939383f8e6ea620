import * as idempotency from '../../lib/store/idempotency.ts';
import { finishAll } from '../../lib/store/sweep.ts';
import * as tasks from '../../lib/store/task.ts';
import { beginPlacement, never, type Patterns } from '../support/statements/pattern.ts';
import type { Reference } from '../support/statements/reference.ts';
import type { Statements } from '../support/statements/statement.ts';

export const statements: Statements = {
  $default: { side: 'public', parameters: {}, cost: [0, 0, 0] },
  'GET /docs': { side: 'public', parameters: {}, cost: [0, 0, 0] },
  'GET /openapi.json': { side: 'public', parameters: {}, cost: [0, 0, 0] },
  'GET /health': { side: 'public', parameters: {}, cost: [1, 1, 0] },
};

const onceOf = ({ now }: Reference) => ({ unit: 1, uid: 'unit1', keyHash: 'key', hash: 'request', now });

export const patterns: Patterns = {
  'idempotency.findFirstAnswer': {
    does: 'find the first answer to a repeated request',
    keys: '`V#12` / `IDEMPOTENCY#…`',
    roundTrips: '1',
    cost: '1 r',
    call: (reference) => (db) => idempotency.findFirstAnswer(db, onceOf(reference)),
  },
  'idempotency.keepAnswer': {
    does: 'keep the text of an answer for repetitions',
    keys: '`V#12` / `IDEMPOTENCY#…`',
    roundTrips: '1',
    cost: '1 w',
    call: async (reference) => {
      const once = onceOf(reference);
      await reference.service.deps.db.write([idempotency.claimKey(once)]);
      return (db) => idempotency.keepAnswer(db, once, { zh: '成功' });
    },
  },
  'task.listTasks': {
    does: 'list the tasks',
    keys: '`TASKS` / all',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => tasks.listTasks(db),
  },
  'task.findTask': {
    does: 'find a task',
    keys: '`TASKS` / `TASK#…`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => tasks.findTask(db, 'none'),
  },
  'task.noteFailure': {
    does: 'note that the sweep has failed at a task',
    keys: '`TASKS` / `TASK#…`',
    roundTrips: '1',
    cost: '1 w; 1 w per KB',
    call: async (reference) => {
      const task = await tasks.findTask(reference.service.deps.db, await beginPlacement(reference));
      return async (db) => task && tasks.noteFailure(db, task);
    },
  },
  'sweep.finishAll': {
    does: 'finish all tasks',
    keys: '`TASKS` / all',
    roundTrips: '1; by size',
    cost: '1 r; what is left of each',
    call: async ({ service }) => {
      await finishAll(service.deps.db, never);
      return (db) => finishAll(db, never);
    },
  },
};
