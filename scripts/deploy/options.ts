import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { DEFAULT_REGION, requireStage } from '../command/target.ts';
import { demandParameters } from './parameters.ts';

export const HELP = `Deploys the service: makes the signing keys where there are none, then packages and deploys the stack.

  npm run deploy -- --stage NAME [--region REGION] [--param NAME=VALUE]…

  --stage NAME        the stage: the stack is catering-NAME, and so is its table
  --region REGION     by default AWS_REGION, then ${DEFAULT_REGION}
  --param NAME=VALUE  a parameter of serverless.yml, as often as there are any; each deployment names all of them anew
  --policy            deploy nothing: print the policy of IAM for whoever deploys this stage, as JSON
  --verbose           what the stack does, step by step
  --help              this text

The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
It can be repeated. DEPLOYING.md tells what the parameters do, and what comes before and after.
Ends with 0, with 1 where it failed, with 2 where it is called wrongly.
`;

const param = { type: 'string', multiple: true } as const;

export interface Options {
  readonly stage: string;
  readonly region: string;
  /** By name. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly verbose: boolean;
  /** Whether only the policy for a deployment is asked for. */
  readonly policy: boolean;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
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
  if (parameters.size < given.length) throw new UsageProblem('A parameter is given more than once');
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
  if (name === '') throw new UsageProblem(`--param takes NAME=VALUE, not ${JSON.stringify(text)}`);
  return [name, value];
}
