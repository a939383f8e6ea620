import { defineJob } from '../../lib/runtime/job.ts';
import { continueTasks } from '../../lib/store/sweep.ts';

export const { job, handler } = defineJob('sweep', {
  schedule: 'rate(1 hour)',
  access: 'write',
  summary: 'Finishes what was cut short: deletions of units and roles, dishes given to many units',
  handle: async ({ deps, isTimeUp }) => {
    const { unfinishedCount, failedCount } = await continueTasks(deps.db, isTimeUp, ({ kind, id }, error) =>
      deps.log.error('task', error, { kind, id }),
    );
    return { TasksLeft: unfinishedCount, TasksFailed: failedCount };
  },
});
