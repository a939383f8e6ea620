import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { type Emulator, startEmulator } from '../../../scripts/start/emulator.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { ensureTable, openLocalClient } from '../../../scripts/start/table.ts';
import { type Looseness, LooseTable } from './loose-table.ts';

const REGION = 'cn-north-1';

export interface TestTable {
  readonly endpoint: string;
  readonly table: string;
  readonly region: string;
  /** The layer through which the service sees the table, if it is as loose as DynamoDB. */
  readonly loose?: LooseTable | undefined;
  stop(): Promise<void>;
}

/** An emulator that ends with its table, or the one at the address in `DYNAMODB_ENDPOINT`, which stays. */
async function openEmulator(): Promise<Pick<Emulator, 'endpoint' | 'stop'>> {
  const endpoint = process.env['DYNAMODB_ENDPOINT'];
  return endpoint ? { endpoint, stop: async () => {} } : startEmulator();
}

/**
 * Creates the service's table in an in-memory DynamoDB, empty, under a name of its own, and loose if wanted. The
 * emulator's credentials go into the environment.
 */
export async function startTestTable(looseness?: Looseness): Promise<TestTable> {
  Object.assign(process.env, localCredentials);
  const { endpoint, stop } = await openEmulator();
  const settings = { endpoint, table: `catering-test-${randomUUID()}`, region: REGION };
  const client = openLocalClient(endpoint, REGION);
  await ensureTable(client, settings.table);
  return {
    ...settings,
    loose: looseness && new LooseTable(settings, looseness),
    stop: async () => {
      await client.send(new DeleteTableCommand({ TableName: settings.table }));
      client.destroy();
      await stop();
    },
  };
}
