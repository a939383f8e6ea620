import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec';
import type { Resource, SpecDatabase } from '@aws-cdk/service-spec-types';
import { type Fields, type Finding, isFields, type Report, show } from './finding.ts';
import { PropertyCheck } from './properties.ts';
import { ReferenceCheck } from './references.ts';

const SECTIONS = [
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Parameters',
  'Rules',
  'Mappings',
  'Conditions',
];
const ALL_SECTIONS = [...SECTIONS, 'Transform', 'Resources', 'Outputs'];
const RESOURCE = ['Type', 'Properties', 'DependsOn', 'Condition', 'DeletionPolicy', 'UpdateReplacePolicy'];
const ALL_OF_RESOURCE = [...RESOURCE, 'UpdatePolicy', 'CreationPolicy', 'Metadata'];
const OUTPUT = ['Value', 'Description', 'Export', 'Condition'];
const POLICIES = ['Delete', 'Retain', 'RetainExceptOnCreate', 'Snapshot'];

/** As many as CloudFormation takes. */
const LIMITS = { Resources: 500, Outputs: 200, Parameters: 200, Mappings: 200 } as const;

/** They take a quarter of a second to unpack. */
let schemas: Promise<SpecDatabase> | undefined;

/** What CloudFormation would refuse in a template, by the schemas that AWS publishes of its resources. */
export async function lintTemplate(template: unknown): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report: Report = (path, problem) => findings.push({ path: path.join('.'), problem });
  schemas ??= loadAwsServiceSpec();
  if (isFields(template)) new Lint(template, await schemas, report).run();
  else report([], `a template is an object, not ${show(template)}`);
  return findings;
}

class Lint {
  readonly #template: Fields;
  readonly #schemas: SpecDatabase;
  readonly #report: Report;

  constructor(template: Fields, schemas: SpecDatabase, report: Report) {
    this.#template = template;
    this.#schemas = schemas;
    this.#report = report;
  }

  run(): void {
    demandKnown(this.#template, ALL_SECTIONS, [], this.#report);
    for (const [section, limit] of Object.entries(LIMITS)) {
      const count = Object.keys(this.#section(section)).length;
      if (count > limit) this.#report([section], `${count} are more than ${limit}`);
    }
    const resources = Object.entries(this.#section('Resources'));
    if (resources.length === 0) this.#report(['Resources'], 'there must be at least one');
    const references = new ReferenceCheck(
      {
        parameters: Object.keys(this.#section('Parameters')),
        conditions: this.#section('Conditions'),
        mappings: this.#section('Mappings'),
        resources: new Map(resources.map(([name, resource]) => [name, this.#declare(resource)])),
      },
      this.#report,
    );
    for (const [name, definition] of Object.entries(this.#section('Conditions'))) {
      references.definition(['Conditions', name], definition);
    }
    for (const [name, resource] of resources) this.#resource(['Resources', name], resource, references);
    for (const [name, output] of Object.entries(this.#section('Outputs'))) {
      this.#output(['Outputs', name], output, references);
    }
  }

  #section(name: string): Fields {
    const section = this.#template[name] ?? {};
    if (isFields(section)) return section;
    this.#report([name], `must be an object, not ${show(section)}`);
    return {};
  }

  #declare(resource: unknown) {
    if (!isFields(resource)) return { condition: undefined, attributes: undefined };
    const schema = this.#find(resource['Type']);
    return { condition: resource['Condition'], attributes: schema && Object.keys(schema.attributes) };
  }

  #resource(path: readonly string[], resource: unknown, references: ReferenceCheck): void {
    if (!/^[A-Za-z0-9]{1,255}$/.test(path.at(-1) ?? '')) this.#report(path, 'a name takes letters and digits only');
    if (!isFields(resource)) {
      this.#report(path, `must be an object, not ${show(resource)}`);
      return;
    }
    demandKnown(resource, ALL_OF_RESOURCE, path, this.#report);
    const { Type: type, Properties: properties, DependsOn: dependsOn } = resource;
    const schema = this.#find(type);
    if (schema) new PropertyCheck(this.#schemas, this.#report).resource([...path, 'Properties'], properties, schema);
    else if (!isCustom(type)) this.#report([...path, 'Type'], `there is no resource type ${show(type)}`);
    for (const name of ['DeletionPolicy', 'UpdateReplacePolicy']) {
      const policy = resource[name];
      const isKnown = policy === undefined || (typeof policy === 'string' && POLICIES.includes(policy));
      if (!isKnown) this.#report([...path, name], `must be one of ${POLICIES.join(', ')}, not ${show(policy)}`);
    }
    if (dependsOn !== undefined) references.dependsOn([...path, 'DependsOn'], dependsOn);
    const given = references.condition([...path, 'Condition'], resource['Condition']);
    references.value([...path, 'Properties'], properties, given);
  }

  #output(path: readonly string[], output: unknown, references: ReferenceCheck): void {
    if (!isFields(output)) {
      this.#report(path, `must be an object, not ${show(output)}`);
      return;
    }
    demandKnown(output, OUTPUT, path, this.#report);
    if (output['Value'] === undefined) this.#report(path, 'an output needs Value');
    const given = references.condition([...path, 'Condition'], output['Condition']);
    for (const name of ['Value', 'Export']) references.value([...path, name], output[name], given);
  }

  #find(type: unknown): Resource | undefined {
    if (typeof type !== 'string') return undefined;
    return this.#schemas.lookup('resource', 'cloudFormationType', 'equals', type).at(0);
  }
}

function demandKnown(given: Fields, known: readonly string[], path: readonly string[], report: Report): void {
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) report([...path, name], `unknown; there are ${known.join(', ')}`);
  }
}

/** Types that an account brings itself have no schema here. */
function isCustom(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('Custom::');
}
