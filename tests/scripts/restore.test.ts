import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../lib/auth/password.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { ensureTable, openLocalClient } from '../../scripts/start/table.ts';
import { carryOut } from '../support/commands/start.ts';
import { addSchool, draft } from '../support/nouns/units.ts';
import { ADMIN, startService, TestService } from '../support/service/service.ts';
import { type DumpedItem, dumpTable } from '../support/service/table-dump.ts';

const RESTORED = 'catering-restored';
const REGION = 'cn-north-1';
const MOST_AT_ONCE = 25;
const OLD_PASSWORD = 'before-the-accident';

/** The steps of DEPLOYING.md, in this order, with AWS's own between them. Each is carried out below. */
const rehearsed = [
  'npm run doctor -- --table $new --region $region',
  'npm run deploy -- --stage prod --region $region --param table=$new  # and all other parameters',
  'CATERING_TABLE=$new npm run export -- --unit 3 --stage prod --region $region --out unit-3.jsonl',
  'npm run import -- unit-3.jsonl --stage prod --region $region --account hongqi-2 --name 红旗小学二 --rename-uids=-2',
];

let service: TestService;
/** The service on the restored table, deployed with `table`. */
let restored: TestService;
let school: Awaited<ReturnType<typeof addSchool>>;
let dish: number;
let folder: string;
/** The table at the moment to which it is restored. */
let then: readonly DumpedItem[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-restore-'));
  service = await startService();
  school = await addSchool(service, 'hongqi', { name: '红旗小学' });
  await placeDish('番茄炒蛋');
  dish = await findDish(service, school.token);
  const admin = await service.signIn(ADMIN.uid, ADMIN.password);
  await service.call('PUT /api/vender', draft('doomed', { password: digestPassword(OLD_PASSWORD) }), { token: admin });
  then = await dumpTable(service);
  // The accident: old data is gone, and newer data must not come back.
  await service.call('DELETE /api/dish', { ids: String(dish) }, { token: school.token });
  await placeDish('青椒肉丝');
  await restore(then);
  restored = new TestService([...service.endpoints.values()], {
    endpoint: service.deps.env.endpoint ?? '',
    table: RESTORED,
    region: REGION,
    stop: async () => {},
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function placeDish(name: string): Promise<void> {
  const { status } = await service.call('PUT /api/dish', { name, mark: '半荤', poly: '炒' }, { token: school.token });
  expect(status).toBe(200);
}

/** As AWS does: a new table with the items of that moment. Its settings must be made again. */
async function restore(items: readonly DumpedItem[]): Promise<void> {
  const client = openLocalClient(service.deps.env.endpoint ?? '', REGION);
  await ensureTable(client, RESTORED);
  const documents = DynamoDBDocumentClient.from(client);
  for (const some of batchesOf(items, MOST_AT_ONCE)) {
    const writes = some.map((Item) => ({ PutRequest: { Item: { ...Item } } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [RESTORED]: writes } }));
  }
  client.destroy();
}

async function findDish(on: TestService, token: string): Promise<number> {
  const { json } = await on.call('GET /api/dish', {}, { token });
  return json.body.content[0].id;
}

const namesOf = async (on: TestService, token: string): Promise<string[]> => {
  const { json } = await on.call('GET /api/dish', {}, { token });
  return json.body.content.map(({ name }: { name: string }) => name);
};
const endpoint = () => ({ DYNAMODB_ENDPOINT: service.deps.env.endpoint ?? '' });

describe('a restoration as DEPLOYING.md tells it', () => {
  it('is the one rehearsed here', async () => {
    const guide = await readFile('DEPLOYING.md', 'utf8');
    const [, section = ''] = /\n## Restoring\n([\s\S]*?)\n## /.exec(guide) ?? [];
    const lines = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'));
    expect(lines.filter((line) => line.includes('npm run'))).toEqual(rehearsed);
  });

  it('brings back every item as it was at that moment', async () => {
    expect(await dumpTable(restored)).toEqual(then);
  });

  it('gives a table that the doctor finds healthy', async () => {
    const args = ['--table', RESTORED, '--region', REGION];
    const { code, stdout } = await carryOut('scripts/doctor/main.ts', args, endpoint());
    expect([code, stdout]).toEqual([0, expect.stringContaining('Healthy: nothing is wrong')]);
  });

  it('gives a service on which people sign in with the passwords of that moment, and find what was there', async () => {
    expect(await namesOf(service, school.token)).toEqual(['青椒肉丝']);
    // A session of that moment is valid, and so is a password.
    expect(await namesOf(restored, school.token)).toEqual(['番茄炒蛋']);
    expect(await restored.signIn('doomed', OLD_PASSWORD)).toEqual(expect.any(String));
    expect(await restored.signIn(ADMIN.uid, ADMIN.password)).toEqual(expect.any(String));
  });

  it('gives a service that can be written to, and leaves the former table alone', async () => {
    const before = await dumpTable(service);
    const change = { id: String(dish), name: '微辣番茄炒蛋', mark: '半荤', poly: '炒' };
    const answer = await restored.call('POST /api/dish', change, { token: school.token });
    expect([answer.status, await namesOf(restored, school.token)]).toEqual([200, ['微辣番茄炒蛋']]);
    expect(await dumpTable(service)).toEqual(before);
    const args = ['--table', RESTORED, '--region', REGION];
    expect(await carryOut('scripts/doctor/main.ts', args, endpoint())).toMatchObject({ code: 0 });
  });

  it('lets one unit alone be taken out of it, beside the running service', async () => {
    const out = join(folder, 'unit.jsonl');
    const exported = ['--unit', String(school.id), '--region', REGION, '--stage', 'prod', '--out', out];
    const taken = await carryOut('scripts/export/main.ts', exported, { ...endpoint(), CATERING_TABLE: RESTORED });
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    const running = { ...endpoint(), CATERING_TABLE: service.deps.env.table };
    const names = ['--account', 'hongqi-2', '--name', '红旗小学二', '--rename-uids=-2'];
    const brought = await carryOut(
      'scripts/import/main.ts',
      [out, '--stage', 'prod', '--region', REGION, ...names],
      running,
    );
    expect(brought).toMatchObject({ code: 0, stdout: expect.stringContaining('account hongqi-2') });
    expect(await carryOut('scripts/doctor/main.ts', ['--table', service.deps.env.table], endpoint())).toMatchObject({
      code: 0,
    });
  });
});
