import * as z from 'zod/mini';
import { date, integer, MAX_UID_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { flag, help, parseCommandLine, runCommand, say, text, UsageProblem } from '../command/command.ts';
import * as targets from '../command/target.ts';
import { exportUnit } from './export.ts';
import { setUpPlatform } from './platform.ts';
import { restore } from './restore.ts';
import { listUnits, renew, setStatus } from './units.ts';
import { endSessions, listUsers, setPassword, unlock } from './users.ts';

/** The options of `restore`, as they were typed, and the target of every command. */
interface CommandOptions {
  readonly from?: string | undefined;
  readonly only?: string | undefined;
  readonly yes?: boolean | undefined;
  /** The table that the command works on. */
  readonly target: targets.Target;
}

/** A command of an operator. `run` gets the typed words, and returns lines to print. It throws the AppError of what it does not find. */
interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly run: (deps: Deps, words: readonly string[], options: CommandOptions) => Promise<readonly string[]>;
}

const commands: Readonly<Record<string, Command>> = {
  begin: {
    usage: 'begin UID',
    summary: 'make the first administrator, and load the starter catalogue of foods and the library of dishes',
    run: (deps, [uid]) => setUpPlatform(deps, parseWord(UID, uid)),
  },
  units: {
    usage: 'units [KEYWORD]',
    summary: 'units whose name, or its pinyin, contains the keyword; newest first',
    run: (deps, [keyword]) => listUnits(deps, keyword),
  },
  users: {
    usage: 'users UNIT',
    summary: 'users of a unit with role and locks; unit 0 is the platform',
    run: (deps, [unit]) => listUsers(deps, parseWord(UNIT, unit)),
  },
  unlock: {
    usage: 'unlock UID',
    summary: 'forget all failed sign-ins of a user',
    run: (deps, [uid]) => unlock(deps, parseWord(UID, uid)),
  },
  password: {
    usage: 'password UID',
    summary: 'set the password of a user, and sign him out everywhere',
    run: (deps, [uid]) => setPassword(deps, parseWord(UID, uid)),
  },
  close: {
    usage: 'close UNIT',
    summary: 'let nobody of a unit call or sign in; nothing is lost',
    run: (deps, [unit]) => setStatus(deps, parseWord(UNIT, unit), false),
  },
  open: {
    usage: 'open UNIT',
    summary: 'open it again',
    run: (deps, [unit]) => setStatus(deps, parseWord(UNIT, unit), true),
  },
  renew: {
    usage: 'renew UNIT DAY',
    summary: 'set the last day of a unit, YYYY-MM-DD',
    run: (deps, [unit, day]) => renew(deps, parseWord(UNIT, unit), parseWord(DAY, day)),
  },
  'sign-out': {
    usage: 'sign-out UID',
    summary: 'end all sessions of a user',
    run: (deps, [uid]) => endSessions(deps, parseWord(UID, uid)),
  },
  export: {
    usage: 'export UNIT FILE',
    summary: 'write all that is kept of a unit into a new zip, one JSON file a noun',
    run: (deps, [unit, file = '']) => exportUnit(deps, parseWord(SCHOOL, unit), file),
  },
  restore: {
    usage: 'restore UNIT',
    summary: 'bring back from --from what is missing of a unit; without --yes only tell it',
    run: (deps, [unit], { from, only, yes: isSure = false, target }) => {
      if (from === undefined || from === target.table)
        throw new UsageProblem('--from takes the name of the other table, which DynamoDB has restored');
      const { db: source } = targets.connect({ ...target, table: from });
      return restore(deps, parseWord(SCHOOL, unit), { source, from, only: only?.split(','), isSure });
    },
  },
};

const HELP = `What an operator of the platform does without a browser.

  npm run admin -- COMMAND [--stage NAME | --table NAME] [--region REGION]

${Object.values(commands)
  .map(({ usage, summary }) => `  ${usage.padEnd(18)}  ${summary}\n`)
  .join('')}
  --stage NAME      the table of a deployed stage: catering-NAME
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${targets.DEFAULT_REGION}
  --from TABLE      restore: an earlier state of that table, restored by DynamoDB under this name, in the same region
  --only NOUN,…     restore: only these nouns (dish, menu, user …); a unit that was deleted comes back whole
  --yes             restore: do it
  --help            this text

Restore changes nothing that is there. Repeated, it completes what was cut short. Sessions, links and keys of requests
do not come back. A menu that was published is on the screens again.

Without --stage and --table it is the service that npm start runs, or the emulator at DYNAMODB_ENDPOINT.
Passwords are asked for, twice and without echo; without a terminal they are the first line of standard input.
What is changed stands in the platform's log of operations (GET /api/log), as done by "operator".
Ends with 0, with 1 where it failed or refused, with 2 where it is called wrongly.
`;

/** A word of the command line. Its schema is the one that the service's own calls use. */
interface Word<T> {
  readonly schema: z.core.$ZodType<T>;
  readonly expectation: string;
}
const UID: Word<string> = {
  schema: requiredText(MAX_UID_LENGTH),
  expectation: `UID must be 1 to ${MAX_UID_LENGTH} characters`,
};
const UNIT: Word<number> = { schema: integer(0, Number.MAX_SAFE_INTEGER), expectation: "UNIT must be a unit's id" };
const SCHOOL: Word<number> = {
  schema: integer(1, Number.MAX_SAFE_INTEGER),
  expectation: "UNIT must be a unit's id from 1 on, since 0 is the platform",
};
const DAY: Word<string> = { schema: date(), expectation: 'DAY must be a day as YYYY-MM-DD' };

/** @throws UsageProblem where the word is not as its schema expects. */
function parseWord<T>({ schema, expectation }: Word<T>, word = ''): T {
  const { success, data } = z.safeParse(schema, word);
  if (!success) throw new UsageProblem(`${expectation}, not ${JSON.stringify(word)}`);
  return data;
}

interface Options extends targets.TableOptions, Omit<CommandOptions, 'target'> {
  readonly command: Command;
  readonly words: readonly string[];
}

/** Reads the options of the command line; undefined where it only asks for help. */
function readOptions(args: readonly string[]): Options | undefined {
  const options = { stage: text, table: text, region: text, from: text, only: text, yes: flag, help };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const [name, ...words] = positionals;
  const command = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined;
  if (!command) throw new UsageProblem(`${name ? `There is no command ${name}` : 'Name a command'}; --help lists them`);
  const [, ...usageWords] = command.usage.split(' ');
  const minCount = usageWords.filter((word) => !word.startsWith('[')).length;
  if (words.length < minCount || words.length > usageWords.length)
    throw new UsageProblem(`It is called as ${command.usage}`);
  const { stage, table, region, from, only, yes } = values;
  targets.requireTableOptions({ stage, table, region });
  const hasRestoreOption = from !== undefined || only !== undefined || yes !== undefined;
  if (command !== commands['restore'] && hasRestoreOption)
    throw new UsageProblem('--from, --only and --yes go with restore');
  return { command, words, stage, table, region, from, only, yes };
}

await runCommand(readOptions, HELP, async ({ command, words, from, only, yes, ...tableOptions }) => {
  const target = await targets.findTarget(tableOptions, process.env);
  const lines = await targets.withTable(target, (deps) => command.run(deps, words, { from, only, yes, target }));
  for (const line of lines) say(line);
});
