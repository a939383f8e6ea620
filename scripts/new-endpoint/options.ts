import { help, parseCommandLine, text, UsageProblem } from '../command/command.ts';

export const HELP = `Begins an endpoint: its declaration, and all that the house's tests ask of it, failing until it is written.

  npm run new:endpoint -- METHOD PATH VERB-NOUN --noun NOUN
  npm run new:endpoint -- GET /api/thing list-things --noun thing

  METHOD PATH   the route: GET, PUT, POST or DELETE and a path below /api without parameters in it
  VERB-NOUN     name of the file, in camel case of the function
  --noun NOUN   folder of functions/ it stands in
  --help        this text

Writes functions/NOUN/VERB-NOUN.ts and tests/functions/NOUN/VERB-NOUN.test.ts, adds a statement, a text of the reference
and a call of the random histories to the files of the noun, generates what follows from them, and says what is yours to
write. Overwrites nothing: a route, function or file that there is already is refused. Ends with 0 where it is written,
with 1 where it is refused, with 2 where it is called wrongly.
`;

/** The longest name of a file or folder, and the longest path: the lines of the templates have limited length. */
const NAME_MAX = 40;
const PATH_MAX = 80;

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** The endpoint to begin. */
export interface Draft {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  /** The file's name, `verb-noun`. */
  readonly name: string;
  readonly noun: string;
}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readDraft(args: readonly string[]): Draft | undefined {
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options: { noun: text, help } });
  if (values.help) return undefined;
  const [given = '', path = '', name = ''] = positionals;
  const { noun } = values;
  if (positionals.length !== 3 || noun === undefined) {
    throw new UsageProblem('Takes METHOD PATH VERB-NOUN --noun NOUN; --help says more');
  }
  const method = METHODS.find((one) => one === given);
  if (!method) throw new UsageProblem(`METHOD must be one of ${METHODS.join(', ')}, not ${given}`);
  demandForm(
    'PATH',
    path,
    /^\/api(\/[a-z][a-z0-9-]*)+(\.[a-z]+)?$/,
    PATH_MAX,
    '/api/ and words of a-z, 0-9 and - between slashes, the last with an ending or none',
  );
  demandForm('VERB-NOUN', name, /^[a-z]+(-[a-z]+)+$/, NAME_MAX, 'words like list-things');
  demandForm('--noun', noun, /^[a-z]+(-[a-z]+)*$/, NAME_MAX, 'a word like thing');
  return { method, path, name, noun };
}

/**
 * Demands that a word of the command line has its form.
 * @throws UsageProblem
 */
export function demandForm(name: string, text: string, form: RegExp, max: number, what: string): void {
  if (form.test(text) && text.length <= max) return;
  throw new UsageProblem(`${name} must be ${what}, at most ${max} characters, not ${text}`);
}
