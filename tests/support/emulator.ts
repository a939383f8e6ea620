import { type Emulator, startEmulator } from '../../scripts/start/emulator.ts';
import { localCredentials } from '../../scripts/start/local-credentials.ts';
import { ensureTable, openLocalClient } from '../../scripts/start/table.ts';
import { openDatabase } from './databases.ts';
import { closeLine, openLine } from './direct-line.ts';
import { type Looseness, LooseTable } from './loose-table.ts';

const TABLE = 'catering-test';
const REGION = 'cn-north-1';

/** A table of its own for one test file. */
export interface TestTable {
  readonly endpoint: string;
  readonly table: string;
  readonly region: string;
  /** The layer through which the service sees the table, where it is to be as loose as DynamoDB. */
  readonly loose?: LooseTable | undefined;
  stop(): Promise<void>;
}

/**
 * Starts an in-memory DynamoDB without tables: the embedded one, to which a direct line leads, or one of those that the
 * address in `CONFORM_DATABASES` opens, as `npm run conform` has it.
 */
export async function startTestEmulator(): Promise<Emulator> {
  const others = process.env['CONFORM_DATABASES'];
  if (others) return openDatabase(others);
  const emulator = await startEmulator();
  openLine(emulator.endpoint);
  const stop = () => {
    closeLine(emulator.endpoint);
    return emulator.stop();
  };
  return { ...emulator, stop };
}

/**
 * Starts an in-memory DynamoDB with the service's table, empty; loose where it is told how. Credentials for it go into
 * the environment.
 */
export async function startTestTable(looseness?: Looseness): Promise<TestTable> {
  Object.assign(process.env, localCredentials);
  const emulator = await startTestEmulator();
  const client = openLocalClient(emulator.endpoint, REGION);
  await ensureTable(client, TABLE);
  client.destroy();
  const place = { endpoint: emulator.endpoint, table: TABLE, region: REGION };
  const loose = looseness && new LooseTable(place, looseness);
  const stop = async () => {
    loose?.close();
    await emulator.stop();
  };
  return { ...place, loose, stop };
}
