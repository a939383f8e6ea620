import { CelEngine, type Engine, type StandardDiagnostic, type ValidateConfig } from '@aws/cloudformation-validate';

/** Something in a template that CloudFormation would refuse, or that is probably a mistake. */
export interface Finding {
  readonly line: number | undefined;
  readonly problem: string;
}

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
    // The validator sees in resources that `Fn::If` asks for the condition of the referenced resource, but not in
    // outputs.
    logicalIds: [{ ruleId: 'W1001', logicalId: 'TableName', entityType: 'Output' }],
  },
};

/** Starting the engine takes much longer than linting a template. */
let engine: Engine | undefined;

/** What AWS's own validator finds in the text of a template. */
export function lintTemplate(text: string): Finding[] {
  engine ??= new CelEngine();
  const bytes = Buffer.from(text);
  const { status, diagnostics } = engine.validateStandard({ path: 'template', readBytes: () => bytes }, config);
  const findings = diagnostics.map((diagnostic) => ({ line: diagnostic.startLine, problem: describe(diagnostic) }));
  const isSilent = status !== 'OK' && findings.length === 0;
  return isSilent ? [{ line: undefined, problem: `the validator did not come to an end: ${status}` }] : findings;
}

function describe({ ruleId, message, entity, propertyPath }: StandardDiagnostic): string {
  // A path in a section begins with the section; a path in a resource begins with the resource's properties.
  const place = propertyPath?.includes('/') ? [propertyPath] : [entity?.logicalId, propertyPath];
  const named = place.filter((part) => part !== undefined).join('.');
  return `${named && `${named}: `}${message} (${ruleId})`;
}
