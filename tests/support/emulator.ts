import { startEmulator } from '../../scripts/local/emulator.ts';
import { localCredentials } from '../../scripts/local/local-credentials.ts';
import { ensureTable, openLocalClient } from '../../scripts/local/table.ts';

const TABLE = 'catering-test';
const REGION = 'cn-north-1';

/** A table of its own for one test file. */
export interface TestTable {
  readonly endpoint: string;
  readonly table: string;
  readonly region: string;
  stop(): Promise<void>;
}

/** Starts an in-memory DynamoDB with the service's table, empty. Credentials for it go into the environment. */
export async function startTestTable(): Promise<TestTable> {
  Object.assign(process.env, localCredentials);
  const emulator = await startEmulator();
  const client = openLocalClient(emulator.endpoint, REGION);
  await ensureTable(client, TABLE);
  client.destroy();
  return { endpoint: emulator.endpoint, table: TABLE, region: REGION, stop: () => emulator.stop() };
}
