import { readFile } from 'node:fs/promises';
import { CelEngine, type Engine, type StandardDiagnostic, type ValidateConfig } from '@aws/cloudformation-validate';
import { help, parseCommandLine, runCommand, say } from '../command/command.ts';
import { CommandProblem, describeError } from '../start/problem.ts';

const PACKAGED = '.serverless/cloudformation-template-update-stack.json';

const HELP = `Finds in a CloudFormation template what AWS would refuse: resource types, properties, values, references, policies.

  npm run lint:template -- [FILE…]

  FILE    templates; by default the one that npm run package leaves:
          ${PACKAGED}
  --help  this text

Nothing is sent anywhere: AWS's validator comes with the installation.
Ends with 0, with 1 where something was found or a file cannot be read, with 2 where it is called wrongly.
`;

const config: ValidateConfig = {
  // Unlisted values, and references to resources that may not exist, are warnings.
  severityLevel: 'WARN',
  // The region of a package unless another one is named. The properties of a type differ between regions.
  pseudoParameterOverrides: { region: 'cn-north-1' },
  exclude: {
    ids: [
      'W3005', // The framework writes a DependsOn beside each reference to a role.
      // Packaging puts the parameters in, so conditions compare constants, sometimes equal ones.
      'W1028',
      'W8003',
      'W9053',
      'W9003', // A parameter of the command line is a text: "7" for 7. CloudFormation takes both.
    ],
    // In outputs the validator does not see that `Fn::If` tests the condition of the referenced resource.
    logicalIds: [{ ruleId: 'W1001', logicalId: 'TableName', entityType: 'Output' }],
  },
};

function readOptions(args: readonly string[]): readonly string[] | undefined {
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options: { help } });
  if (values.help) return undefined;
  return positionals.length > 0 ? positionals : [PACKAGED];
}

/** Makes a line of a finding: file and line, resource and property, message, rule. */
function describe(file: string, { ruleId, message, entity, propertyPath, startLine }: StandardDiagnostic): string {
  const line = startLine === undefined ? '' : `:${startLine}`;
  const position = [entity?.logicalId, propertyPath].filter(Boolean).join('.');
  return `${file}${line}: ${position && `${position}: `}${message} (${ruleId})`;
}

/** Lists the findings of AWS's own validator in a template, one line each. */
async function lintTemplate(engine: Engine, file: string): Promise<string[]> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandProblem(`Cannot read ${file}: ${describeError(error)}; npm run package makes ${PACKAGED}`);
  });
  const { status, diagnostics } = engine.validateStandard({ path: file, readBytes: () => bytes }, config);
  const endedWithoutReason = status !== 'OK' && diagnostics.length === 0;
  if (endedWithoutReason) return [`${file}: the validator did not finish: ${status}`];
  return diagnostics.map((diagnostic) => describe(file, diagnostic));
}

await runCommand(readOptions, HELP, async (files) => {
  const engine = new CelEngine();
  let findingCount = 0;
  for (const file of files) {
    const findings = await lintTemplate(engine, file);
    say(findings.length > 0 ? findings.join('\n') : `${file}: nothing found`);
    findingCount += findings.length;
  }
  if (findingCount > 0) throw new CommandProblem(findingCount === 1 ? '1 finding' : `${findingCount} findings`);
});
