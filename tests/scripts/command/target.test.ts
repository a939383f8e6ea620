import { describe, expect, it } from 'vitest';
import { finalUnavailableError } from '../../../lib/table/faults.ts';
import { explainFailure, findTarget } from '../../../scripts/command/target.ts';
import { runInProcess } from '../../support/commands/start.ts';

const target = { table: 'catering-prod', region: 'cn-north-1', endpoint: undefined };
const timeout = Object.assign(new Error('a request took too long'), { name: 'TimeoutError' });

it('an option wins over the environment', async () => {
  const variables = { CATERING_TABLE: 'other', AWS_REGION: 'eu-west-1' };
  const found = { table: 'catering-prod', region: 'cn-north-1', endpoint: undefined };
  expect(await findTarget({ stage: 'prod', region: 'cn-north-1' }, variables)).toEqual(found);
});

describe('a failure of the table is told as what the person can do about it', () => {
  it.each([
    [
      'no answer, through the store',
      finalUnavailableError(timeout),
      'No answer from region cn-north-1 (a request took too long)',
    ],
    ['no answer to a script', timeout, 'No answer from region cn-north-1 (a request took too long)'],
    [
      'no such table',
      Object.assign(new Error('none'), { name: 'ResourceNotFoundException' }),
      'There is no table catering-prod in region cn-north-1: deploy first',
    ],
    ['anything else', new Error('a defect'), 'a defect'],
  ])('%s', (_, error, text) => {
    expect(explainFailure(error, target)).toBe(text);
  });

  it('by the doctor too, which reads the table itself', { timeout: 60_000 }, async () => {
    const { code, stderr } = await runInProcess('scripts/doctor/main.ts', ['--stage', 'gone'], {
      DYNAMODB_ENDPOINT: 'http://127.0.0.1:9',
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'No answer from http://127.0.0.1:9 (connect ECONNREFUSED 127.0.0.1:9)\n',
    });
  });
});
