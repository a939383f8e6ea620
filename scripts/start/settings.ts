import { resolve } from 'node:path';
import * as z from 'zod';
import { MAX_UID_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { flag, parseCommandLine, UsageProblem } from '../command/command.ts';
import type { Variables } from '../command/target.ts';

export const HELP = `Runs the service on this machine with an embedded DynamoDB, and demo data where there is none.

  npm start
  npm start -- --fresh    empties the data first

Environment variables (defaults in parentheses):
  PORT                the port of the service (3000)
  DATA_DIR            the folder in which data stays between starts (.local)
  DYNAMODB_ENDPOINT   the address of a DynamoDB emulator to use instead of the embedded one
  ADMIN_UID           the user id of the first administrator (admin)
  ADMIN_PASSWORD      the administrator's password (catering)
  DEMO                0: no demo data (1)

Ctrl-C stops it; the data stays.
`;

/** The maximum length of a password: enough for any password, and short enough for a line. */
const MAX_PASSWORD_LENGTH = 200;

const Environment = z.object({
  PORT: z.coerce.number('takes a port number').int().min(1).max(65_535).default(3000),
  DATA_DIR: z.string().default('.local'),
  DYNAMODB_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'takes an address such as http://127.0.0.1:8000' })
    .optional(),
  ADMIN_UID: z._default(requiredText(MAX_UID_LENGTH), 'admin'),
  ADMIN_PASSWORD: z.string().max(MAX_PASSWORD_LENGTH).default('catering'),
  DEMO: z.enum(['0', '1'], 'takes 0 or 1').default('1'),
});

/** The settings of `npm start`. */
export interface Settings {
  readonly port: number;
  readonly dataDir: string;
  /** The address of an emulator to use instead of the embedded one. */
  readonly dynamodbEndpoint: string | undefined;
  readonly adminUid: string;
  /** In plain text, because it is printed on the terminal. */
  readonly adminPassword: string;
  readonly hasDemo: boolean;
  /** Whether the embedded database is emptied first. */
  readonly emptiesData: boolean;
}

/** Reads the settings; undefined where only help is asked for. Empty variables count as absent. @throws UsageProblem naming all faults. */
export function readSettings(variables: Variables, args: readonly string[]): Settings | undefined {
  const options = { fresh: flag, help: { ...flag, short: 'h' } };
  const { help, fresh: emptiesData = false } = parseCommandLine(args, { options }).values;
  if (help) return undefined;
  const names = Object.keys(Environment.shape);
  const parsed = Environment.safeParse(Object.fromEntries(names.map((name) => [name, variables[name] || undefined])));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join()}: ${message}`);
    throw new UsageProblem(`${problems.join('\n')}\n--help says more`);
  }
  const { PORT, DATA_DIR, DYNAMODB_ENDPOINT, ADMIN_UID, ADMIN_PASSWORD, DEMO } = parsed.data;
  if (emptiesData && DYNAMODB_ENDPOINT !== undefined)
    throw new UsageProblem('--fresh empties the embedded DynamoDB only: unset DYNAMODB_ENDPOINT, or empty it yourself');
  return {
    port: PORT,
    dataDir: resolve(DATA_DIR),
    dynamodbEndpoint: DYNAMODB_ENDPOINT,
    adminUid: ADMIN_UID,
    adminPassword: ADMIN_PASSWORD,
    hasDemo: DEMO === '1',
    emptiesData,
  };
}
