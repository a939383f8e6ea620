import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { DEFAULT_REGION, requireStage } from '../command/target.ts';
import { demandParameters } from './parameters.ts';
import { words } from './words.ts';

const param = { type: 'string', multiple: true } as const;

export interface Options {
  readonly stage: string;
  readonly region: string;
  /** Values of parameters by name. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly verbose: boolean;
  /** Whether only the policy for a deployment is wanted. */
  readonly policy: boolean;
}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem
 */
export function readOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Options | undefined {
  const { values } = parseCommandLine(args, {
    options: { stage: text, region: text, param, policy: flag, verbose: flag, help },
  });
  if (values.help) return undefined;
  const { stage, region, param: given = [], policy = false, verbose = false } = values;
  const parameters = new Map(given.map(readParameter));
  if (parameters.size < given.length) throw new UsageProblem(words.parameterTwice);
  const deployed = { stage: requireStage(stage), region: region || variables['AWS_REGION'] || DEFAULT_REGION };
  demandParameters(parameters, deployed.region);
  return {
    ...deployed,
    parameters,
    verbose,
    policy,
  };
}

function readParameter(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new UsageProblem(words.parameterForm(JSON.stringify(text)));
  return [name, value];
}
