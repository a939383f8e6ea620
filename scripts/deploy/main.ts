import { flag, help, parseCommandLine, runCommand, say, text, UsageProblem } from '../command/command.ts';
import { DEFAULT_REGION, requireStage } from '../command/target.ts';
import { RETRIES } from './check.ts';
import { type Deployment, deploy, runServerless } from './deploy.ts';
import { replaceKeys, rotateKeys } from './keys.ts';
import { requireParameters } from './parameters.ts';

const HELP = `Deploys the service: makes the signing key where there is none, packages and deploys the stack,
and checks that what was deployed works.

  npm run deploy -- --stage NAME [--region REGION] [--param NAME=VALUE]…
  npm run deploy -- --stage NAME [--region REGION] (--rotate-key | --replace-key)

  --stage NAME        the stage: the stack is catering-NAME, and so is its table
  --region REGION     by default AWS_REGION, then ${DEFAULT_REGION}
  --param NAME=VALUE  a parameter of serverless.yml, as often as there are any; each deployment names all of them anew
  --rotate-key        deploy nothing: take the next of three steps to a new signing key, which nobody notices
  --replace-key       deploy nothing: put a new signing key in the place of all; everybody has to sign in again
  --help              this text

The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
It can be repeated. DEPLOYING.md tells what the parameters do, and what comes before and after.
Ends with 0, with 1 where it failed or refused, with 2 where it is called wrongly.
`;

interface Options extends Deployment {
  /** What is done: a deployment, or a change of the signing keys alone. */
  readonly task: 'deploy' | 'rotateKeys' | 'replaceKeys';
}

/** Reads the options of the command line; undefined where it only asks for help. */
function readOptions(args: readonly string[]): Options | undefined {
  const param = { type: 'string', multiple: true } as const;
  const options = { stage: text, region: text, param, 'rotate-key': flag, 'replace-key': flag, help };
  const { values } = parseCommandLine(args, { options });
  if (values.help) return undefined;
  const { region = process.env['AWS_REGION'] || DEFAULT_REGION, param: assignments = [] } = values;
  const parameters = new Map(assignments.map(readAssignment));
  if (parameters.size < assignments.length) throw new UsageProblem('A parameter is given more than once');
  const { 'rotate-key': isRotation = false, 'replace-key': isReplacement = false } = values;
  if ([isRotation, isReplacement, assignments.length > 0].filter(Boolean).length > 1)
    throw new UsageProblem('--rotate-key and --replace-key go with --stage and --region alone');
  const stage = requireStage(values.stage);
  requireParameters(parameters, region);
  const keyTask = isRotation ? 'rotateKeys' : 'replaceKeys';
  return { stage, region, parameters, task: isRotation || isReplacement ? keyTask : 'deploy' };
}

function readAssignment(assignment: string): [name: string, value: string] {
  const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(assignment) ?? [];
  if (!name) throw new UsageProblem(`--param takes NAME=VALUE, not ${JSON.stringify(assignment)}`);
  return [name, value];
}

await runCommand(readOptions, HELP, async ({ task, ...deployment }) => {
  if (task === 'rotateKeys') say(await rotateKeys(deployment, Date.now()));
  else if (task === 'replaceKeys') say(await replaceKeys(deployment, Date.now()));
  else await deploy(deployment, say, { run: runServerless, retries: RETRIES });
});
