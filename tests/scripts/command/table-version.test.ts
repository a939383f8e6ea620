import { describe, expect, it } from 'vitest';
import { putStep, removeStep } from '../../../lib/table/steps.ts';
import { requireTableVersion } from '../../../scripts/command/table-version.ts';
import { createFirstData } from '../../../scripts/start/first-data.ts';
import { tableVersionKey } from '../../../tables/keys.ts';
import { runInProcess } from '../../support/commands/start.ts';
import { openService } from '../../support/service/open.ts';

describe.each([
  { which: 'of an earlier release', step: putStep({ ...tableVersionKey, version: 9 }) },
  { which: 'without a mark', step: removeStep(tableVersionKey) },
])('a table $which', async ({ step }) => {
  const { deps } = await openService();
  await requireTableVersion(deps.db);
  await deps.db.write([step]);
  const refusal = { code: 1, stderr: expect.stringContaining('The table was begun by another release') };
  const variables = { CATERING_TABLE: deps.env.table, DYNAMODB_ENDPOINT: deps.env.endpoint ?? '' };

  it.each([
    ['doctor', []],
    ['seed', ['--units', '1']],
    ['admin', ['units']],
  ])('is left alone by %s, which says that it must be begun anew', async (command, args) => {
    expect(await runInProcess(`scripts/${command}/main.ts`, args, variables)).toMatchObject(refusal);
  });

  it('is left alone by npm start', async () => {
    const administrator = { adminUid: 'admin', adminPassword: 'catering' };
    await expect(createFirstData(deps.db, administrator)).rejects.toThrow('The table was begun by another release');
  });
});
