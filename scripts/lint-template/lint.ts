import { CelEngine, type Engine, type StandardDiagnostic, type ValidateConfig } from '@aws/cloudformation-validate';

/** Something in a template that CloudFormation would refuse, or that is hardly meant. */
export interface Finding {
  readonly line: number | undefined;
  readonly problem: string;
}

const config: ValidateConfig = {
  // Values beside those that a schema lists, and references to what may not be there, are warnings.
  severityLevel: 'WARN',
  // The region that is packaged for unless another is named. What a type may have differs from region to region.
  pseudoParameterOverrides: { region: 'cn-north-1' },
  exclude: {
    ids: [
      'W3005', // The framework writes a DependsOn beside each reference to a role.
      // Packaging puts the parameters in, so that conditions compare constants, some the same ones, and are decided.
      'W1028',
      'W8003',
      'W9053',
      'W9003', // A parameter of the command line is a text: "7" for 7. CloudFormation takes both.
    ],
    // In a resource it sees that `Fn::If` asks for the condition of what is referred to; in an output it does not.
    logicalIds: [{ ruleId: 'W1001', logicalId: 'TableName', entityType: 'Output' }],
  },
};

/** Beginning takes much longer than a look at a template. */
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
  // A path out of a section begins with the section, one out of a resource with what is below it.
  const place = propertyPath?.includes('/') ? [propertyPath] : [entity?.logicalId, propertyPath];
  const named = place.filter((part) => part !== undefined).join('.');
  return `${named && `${named}: `}${message} (${ruleId})`;
}
