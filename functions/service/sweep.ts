import { serveJob } from '../../lib/http/serve-job.ts';
import { defineJob } from '../../lib/job.ts';
import { finishDeletions } from '../../lib/store/unit-deletion.ts';

export const job = defineJob({
  id: 'sweep',
  schedule: 'rate(1 hour)',
  access: 'write',
  summary: 'Finishes deletions of units that were cut short',
  handle: ({ deps, isTimeUp }) => finishDeletions(deps.db, isTimeUp),
});

export const handler = serveJob(job);
