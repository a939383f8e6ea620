import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { DEFAULT_REGION, requireStage } from '../command/target.ts';

export const HELP = `Makes and rotates the keys that sign the tokens of a deployed stage. Never shows them.

  npm run keys -- COMMAND --stage NAME [--region REGION] [--force]

  create           the first key; npm run deploy does it where there is none
  status           which keys there are, and what may be done next
  add              one more key, which verifies tokens but signs none yet
  promote ID       let a key sign from now on; those before it still verify
  remove ID        end a key, and with it the tokens it has signed

  --stage NAME     the stage: the keys are the SecureString parameter /catering/NAME/signing-keys
  --region REGION  region of that parameter; by default AWS_REGION, then ${DEFAULT_REGION}
  --force          promote before all functions know the key; remove one whose tokens may still be in use
  --help           this text

Functions read the keys every five minutes. A rotation that nobody notices is: add, promote six minutes later, remove
the old key twelve hours and six minutes after that. They refuse to come sooner, counting from the last change of the
parameter. The key that signs is never removed.
The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
Ends with 0, with 1 where it failed or refused, with 2 where it is called wrongly.
`;

const withId = ['promote', 'remove'] as const;
const withoutId = ['create', 'status', 'add'] as const;

/** What is to be done with the keys. */
export type Request =
  | { readonly command: (typeof withoutId)[number] }
  | { readonly command: (typeof withId)[number]; readonly id: string; readonly force: boolean };

export interface Options {
  readonly request: Request;
  readonly stage: string;
  readonly region: string;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Options | undefined {
  const options = { stage: text, region: text, force: flag, help };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const { stage, region, force = false } = values;
  return {
    request: toRequest(positionals, force),
    stage: requireStage(stage),
    region: region || variables['AWS_REGION'] || DEFAULT_REGION,
  };
}

function toRequest([name, ...words]: readonly string[], force: boolean): Request {
  if (name === undefined) throw new UsageProblem('Name a command; --help lists them');
  const plain = withoutId.find((one) => one === name);
  if (plain) {
    if (words.length > 0 || force) throw new UsageProblem(`${plain} takes neither ID nor --force; --help says more`);
    return { command: plain };
  }
  const command = withId.find((one) => one === name);
  if (!command) throw new UsageProblem(`There is no command ${name}; --help lists them`);
  const [id, ...others] = words;
  if (id === undefined || others.length > 0)
    throw new UsageProblem(`${command} takes the ID of a key; status lists them`);
  return { command, id, force };
}
