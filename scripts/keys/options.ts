import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { DEFAULT_REGION, requireStage } from '../command/target.ts';
import { words as told } from './words.ts';

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

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
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
  if (name === undefined) throw new UsageProblem(told.noCommand);
  const plain = withoutId.find((one) => one === name);
  if (plain) {
    if (words.length > 0 || force) throw new UsageProblem(told.takesNothing(plain));
    return { command: plain };
  }
  const command = withId.find((one) => one === name);
  if (!command) throw new UsageProblem(told.unknownCommand(name));
  const [id, ...others] = words;
  if (id === undefined || others.length > 0) throw new UsageProblem(told.takesId(command));
  return { command, id, force };
}
