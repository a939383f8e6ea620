import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandForm } from '../new-endpoint/options.ts';

export const HELP = `Begins a noun: what is kept of it, its first endpoints, and all that the house's tests ask of both.

  npm run new:noun -- NOUN [--collection] [--of unit|platform] [--plural NOUNS] [--chinese WORD]
  npm run new:noun -- thing --collection

  NOUN            one word: name of its folder and files, of its endpoints below /api and of its items in the table
  --collection    many of them, listed by page; without it each unit has one
  --of            whose it is: each unit has its own (unit, the default), or the platform has it and units see it
  --plural        more than one of them; NOUN with an s unless told otherwise
  --chinese       what the service calls one in its answers
  --help          this text

What it writes is whole, and of one name only: a thing is its name. It also adds the noun to the keys, the list of
nouns, the doctor, and for a collection to exports and reasons, generates what follows, and says what is yours to
write. Overwrites nothing: a noun that there is already is refused. Ends with 0 where it is written, with 1 where it is
refused, with 2 where it is called wrongly.
`;

const WORD_MAX = 20;
const owners = ['unit', 'platform'] as const;

/** The noun to begin. */
export interface NounDraft {
  readonly noun: string;
  readonly plural: string;
  /** Its Chinese name in the service; absent where it is not known yet. */
  readonly chinese: string | undefined;
  readonly isCollection: boolean;
  readonly owner: (typeof owners)[number];
}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readNounDraft(args: readonly string[]): NounDraft | undefined {
  const options = { collection: flag, of: text, plural: text, chinese: text, help };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const [noun] = positionals;
  if (noun === undefined || positionals.length > 1) throw new UsageProblem('Takes one NOUN; --help says more');
  const { plural = `${noun}s`, chinese, collection: isCollection = false } = values;
  demandForm('NOUN', noun, /^[a-z]+$/, WORD_MAX, 'a word like thing');
  demandForm('--plural', plural, /^[a-z]+$/, WORD_MAX, 'a word like things');
  if (plural === noun) throw new UsageProblem('--plural must be another word than NOUN');
  if (chinese !== undefined) demandForm('--chinese', chinese, /^\p{Script=Han}+$/u, WORD_MAX, 'a word like 菜单');
  const owner = owners.find((one) => one === (values.of ?? 'unit'));
  if (!owner) throw new UsageProblem(`--of must be one of ${owners.join(', ')}, not ${values.of}`);
  return { noun, plural, chinese, isCollection, owner };
}
