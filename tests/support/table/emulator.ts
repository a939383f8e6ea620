import { type Emulator, startEmulator } from '../../../scripts/start/emulator.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { ensureTable, openLocalClient } from '../../../scripts/start/table.ts';
import { openDatabase } from './databases.ts';
import { closeLine, openLine } from './direct-line.ts';
import { type Looseness, LooseTable } from './loose-table.ts';
import { ask } from './wire.ts';

const REGION = 'cn-north-1';

/** A table for one test file. */
export interface TestTable {
  readonly endpoint: string;
  readonly table: string;
  readonly region: string;
  /** The layer through which the service sees the table, if it is as loose as DynamoDB. */
  readonly loose?: LooseTable | undefined;
  stop(): Promise<void>;
}

/**
 * Starts an in-memory DynamoDB without tables: the embedded one with a direct line to it, or for `npm run conform` one
 * of those at the address in `CONFORM_DATABASES`.
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

let isShared = false;
let shared: Promise<Emulator> | undefined;
let tables = 0;

/** From now on all tables of this process are in one emulator, which ends with it. Otherwise each table has its own. */
export function shareEmulator(): void {
  isShared = true;
}

async function openEmulator(): Promise<Emulator> {
  if (!isShared) return startTestEmulator();
  shared ??= startTestEmulator();
  return { ...(await shared), stop: async () => {} };
}

/**
 * Creates the service's table in an in-memory DynamoDB, empty, and loose if told so. The emulator's credentials go into
 * the environment.
 */
export async function startTestTable(looseness?: Looseness): Promise<TestTable> {
  Object.assign(process.env, localCredentials);
  const emulator = await openEmulator();
  tables += 1;
  const place = { endpoint: emulator.endpoint, table: `catering-test-${tables}`, region: REGION };
  const client = openLocalClient(place.endpoint, REGION);
  await ensureTable(client, place.table);
  client.destroy();
  const loose = looseness && new LooseTable(place, looseness);
  const stop = async () => {
    loose?.close();
    await ask(place, 'DeleteTable', { TableName: place.table });
    await emulator.stop();
  };
  return { ...place, loose, stop };
}
