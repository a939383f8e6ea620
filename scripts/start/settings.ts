import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { requiredText, UID_MAX } from '../../lib/domain/values/fields.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { describeLineProblem } from '../command/line-problem.ts';
import { Problem } from './problem.ts';
import { variables, words } from './words.ts';

/** Long enough for any password, short enough for a line. */
const PASSWORD_MAX = 200;

const Variables = z.object({
  PORT: z.coerce.number('a number from 1 to 65535').int().min(1).max(65_535).default(3000),
  DATA_DIR: z.string().default('.local'),
  DYNAMODB_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ADMIN_UID: z._default(requiredText(UID_MAX), 'admin'),
  ADMIN_PASSWORD: z.string().max(PASSWORD_MAX).default('catering'),
  DEMO: z.enum(['0', '1']).default('1'),
});
type Variable = keyof z.input<typeof Variables>;

/** What each variable accepts, for the person. */
const wanted: Readonly<Record<Variable, Text>> = variables({ uidMost: UID_MAX, passwordMost: PASSWORD_MAX });

/** The help text with the environment variables and what they accept. */
function describe(): string {
  const lines = Object.entries(wanted).map(([name, takes]) => `  ${name.padEnd(17)}  ${inLanguage(takes)}\n`);
  return `${inLanguage(words.help)}\n${lines.join('')}${inLanguage(words.helpEnd)}\n`;
}

/** The help text; undefined where nobody asks for it. */
export function findHelp(args: readonly string[]): string | undefined {
  return args.some((one) => one === '--help' || one === '-h') ? describe() : undefined;
}

/** How the service runs on this machine. */
export interface Settings {
  readonly port: number;
  readonly dataDir: string;
  /** An emulator to use instead of the embedded one. */
  readonly endpoint: string | undefined;
  readonly adminUid: string;
  /** Plain: it is printed on the terminal. */
  readonly adminPassword: string;
  readonly demo: boolean;
  /** Whether to empty the data first. */
  readonly fresh: boolean;
}

/**
 * Reads the settings of `npm start`. An empty variable counts as absent.
 * @throws Problem naming every variable or option that is not supported.
 */
export function readSettings(given: Readonly<Record<string, string | undefined>>, args: readonly string[]): Settings {
  const parsed = Variables.safeParse(
    Object.fromEntries(Object.keys(wanted).map((name) => [name, given[name] || undefined])),
  );
  if (!parsed.success) {
    const names = Object.keys(wanted).filter((name) => parsed.error.issues.some((issue) => issue.path[0] === name));
    throw new Problem(names.map((name) => complain(name as Variable, given[name])).join('\n'));
  }
  const { PORT, DATA_DIR, DYNAMODB_ENDPOINT, ADMIN_UID, ADMIN_PASSWORD, DEMO } = parsed.data;
  const fresh = readFresh(args);
  if (fresh && DYNAMODB_ENDPOINT !== undefined) {
    throw new Problem(words.freshElsewhere);
  }
  return {
    port: PORT,
    dataDir: resolve(DATA_DIR),
    endpoint: DYNAMODB_ENDPOINT,
    adminUid: ADMIN_UID,
    adminPassword: ADMIN_PASSWORD,
    demo: DEMO === '1',
    fresh,
  };
}

function complain(name: Variable, value: string | undefined): string {
  const shown = name === 'ADMIN_PASSWORD' ? '' : ` ${JSON.stringify(value)}`;
  return inLanguage(words.notSupported(name, shown, wanted[name]));
}

function readFresh(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { fresh: { type: 'boolean' } } }).values.fresh ?? false;
  } catch (error) {
    throw new Problem(words.onlyFresh(describeLineProblem(error)));
  }
}
