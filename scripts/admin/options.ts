import * as z from 'zod';
import { date, integer, requiredText, UID_MAX } from '../../lib/domain/values/fields.ts';
import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import type { Text } from '../command/language.ts';
import { demandWhere, type Where } from '../command/target.ts';
import { type CommandName, helpOf, helpOfAll } from './help.ts';
import { words as told } from './words.ts';

/** What the operator wants done. */
export type Request =
  | { readonly command: 'units'; readonly keyword: string | undefined }
  | { readonly command: 'users'; readonly unit: number }
  | { readonly command: 'unlock' | 'password'; readonly uid: string }
  | { readonly command: 'close' | 'open'; readonly unit: number }
  | { readonly command: 'renew'; readonly unit: number; readonly expire: string }
  | { readonly command: 'end-sessions'; readonly uid: string }
  | { readonly command: 'end-sessions'; readonly unit: number };

/** A request, the table it concerns, and how it is answered. */
export interface Options extends Where {
  readonly request: Request;
  readonly json: boolean;
}

/** A text to be shown instead of doing anything. */
interface HelpWanted {
  readonly help: string;
}

type Values = ReturnType<typeof parse>['values'];

/** How a word of the command line is read, and what it must be. */
interface Kind<T> {
  readonly schema: z.core.$ZodType<T>;
  readonly what: Text;
}

const uid: Kind<string> = { schema: requiredText(UID_MAX), what: told.characters(UID_MAX) };
const day: Kind<string> = { schema: date(), what: told.day };
const anyUnit: Kind<number> = { schema: integer(0, Number.MAX_SAFE_INTEGER), what: told.anyUnit };
/** The platform, unit 0, can be neither closed nor expired. */
const oneUnit: Kind<number> = { schema: integer(1, Number.MAX_SAFE_INTEGER), what: told.oneUnit };

/** Makes a request from the words after a command and from the options. */
const commands: Readonly<Record<CommandName, (words: readonly string[], values: Values) => Request>> = {
  units: (words, { keyword }) => {
    demandWords('units', words, []);
    return { command: 'units', keyword };
  },
  users: (words, { unit }) => {
    demandWords('users', words, []);
    if (unit === undefined) throw wrongUsage('users', told.needsUnit);
    return { command: 'users', unit: read('--unit', unit, anyUnit) };
  },
  unlock: (words) => ({ command: 'unlock', uid: read('UID', demandWords('unlock', words, ['UID']), uid) }),
  password: (words) => ({ command: 'password', uid: read('UID', demandWords('password', words, ['UID']), uid) }),
  close: (words) => ({ command: 'close', unit: read('N', demandWords('close', words, ['N']), oneUnit) }),
  open: (words) => ({ command: 'open', unit: read('N', demandWords('open', words, ['N']), oneUnit) }),
  renew: (words) => {
    const unit = read('N', demandWords('renew', words, ['N', 'YYYY-MM-DD']), oneUnit);
    return { command: 'renew', unit, expire: read('YYYY-MM-DD', words[1] ?? '', day) };
  },
  'end-sessions': (words, { unit }) => {
    if ((unit === undefined) === (words.length === 0)) throw wrongUsage('end-sessions', told.takesEither);
    if (unit === undefined) {
      return { command: 'end-sessions', uid: read('UID', demandWords('end-sessions', words, ['UID']), uid) };
    }
    return { command: 'end-sessions', unit: read('--unit', unit, anyUnit) };
  },
};

/** The options that only these commands take. */
const own: Readonly<Record<'keyword' | 'unit', readonly CommandName[]>> = {
  keyword: ['units'],
  unit: ['users', 'end-sessions'],
};

/**
 * Reads the command line.
 * @throws UsageProblem
 */
export function readOptions(args: readonly string[]): Options | HelpWanted {
  const { values, positionals } = parse(args);
  const [name, ...words] = positionals;
  if (values.help) return { help: isCommand(name) ? helpOf(name) : helpOfAll() };
  if (name === undefined) throw new UsageProblem(told.noCommand);
  if (!isCommand(name)) throw new UsageProblem(told.unknownCommand(name));
  for (const option of ['keyword', 'unit'] as const) {
    if (values[option] !== undefined && !own[option].includes(name)) throw wrongUsage(name, told.takesNo(option));
  }
  const { stage, table, region, endpoint, json = false } = values;
  const where = { stage, table, region, endpoint };
  const request = commands[name](words, values);
  demandWhere(where);
  return { request, json, ...where };
}

function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(commands, name);
}

/**
 * The first of the words, if there are as many words as names.
 * @throws UsageProblem
 */
function demandWords(command: CommandName, words: readonly string[], names: readonly string[]): string {
  if (words.length !== names.length)
    throw wrongUsage(command, names.length > 0 ? told.takesWords(names) : told.takesOptions);
  return words[0] ?? '';
}

function wrongUsage(command: CommandName, problem: Text): UsageProblem {
  return new UsageProblem(told.wrongUse(command, problem));
}

/** The value of a text, checked as the service's own calls check it. */
function read<T>(name: string, text: string, { schema, what }: Kind<T>): T {
  const { success, data } = z.safeParse(schema, text);
  if (!success) throw new UsageProblem(told.mustBe(name, what, JSON.stringify(text)));
  return data;
}

function parse(args: readonly string[]) {
  const where = { stage: text, table: text, region: text, endpoint: text };
  const options = { ...where, keyword: text, unit: text, json: flag, help };
  return parseCommandLine(args, { allowPositionals: true, options });
}
