import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { describeError } from '../../local/problem.ts';
import { compare } from './compare.ts';
import { REGION, ROOT } from './ground.ts';
import { type Found, makeReaders } from './readers.ts';
import { Resolver, Template } from './template.ts';

const PACKAGED = join(ROOT, '.serverless/cloudformation-template-update-stack.json');
/** Their properties name others by attributes, which have to be known first. */
const LAST = new Set(['AWS::Lambda::Permission']);

/** What a stack is, against the template that it was made of. */
export interface Inspection {
  /** How many resources of each type were read back. */
  readonly counts: ReadonlyMap<string, number>;
  readonly different: readonly string[];
  /** Types and properties that cannot be read back, each with how many resources have it. */
  readonly unseen: ReadonlyMap<string, number>;
}

/** Reads every resource of a stack back from its own service, and compares it with the template. */
export async function inspectStack(stage: string): Promise<Inspection> {
  const template = Template.parse(JSON.parse(await readFile(PACKAGED, 'utf8')));
  const refs = await readRefs(`catering-${stage}`);
  const attributes = new Map<string, unknown>();
  const resolver = new Resolver(template, { refs, attributes });
  const readers = makeReaders(REGION);
  const unseen = new Map<string, number>();
  const overlook = (what: string) => {
    unseen.set(what, (unseen.get(what) ?? 0) + 1);
  };
  const found = new Map<string, Found>();
  const wanted = Object.entries(template.Resources).filter(
    ([, { Condition }]) => Condition === undefined || resolver.holds(Condition),
  );
  for (const [name, { Type, Properties }] of wanted.toSorted(([, a], [, b]) => +LAST.has(a.Type) - +LAST.has(b.Type))) {
    const id = refs.get(name);
    const properties = Object.fromEntries(Object.entries(Properties).map(([key, one]) => [key, resolver.resolve(one)]));
    const read = id === undefined ? undefined : readers[Type];
    const resource = await read?.({ id: id ?? '', properties }).catch((error) =>
      overlook(`${Type} (${describeError(error)})`),
    );
    if (!read) overlook(Type);
    if (!resource) continue;
    found.set(name, resource);
    for (const [key, one] of Object.entries(resource)) attributes.set(`${name}.${key}`, one);
  }
  const counts = new Map<string, number>();
  const different: string[] = [];
  for (const [name, { Type, Properties }] of wanted) {
    const resource = found.get(name);
    if (!resource) continue;
    counts.set(Type, (counts.get(Type) ?? 0) + 1);
    const comparison = compare(resolver.resolve(Properties), resource);
    different.push(...comparison.different.map((text) => `${name} (${Type}): ${text}`));
    for (const path of comparison.unseen) overlook(`${Type} ${path}`);
  }
  return { counts, different, unseen };
}

async function readRefs(stack: string): Promise<Map<string, string>> {
  const client = new CloudFormationClient({ region: REGION });
  const { StackResources = [] } = await client.send(new DescribeStackResourcesCommand({ StackName: stack }));
  const made = StackResources.map(({ LogicalResourceId = '', PhysicalResourceId = '' }): [string, string] => [
    LogicalResourceId,
    PhysicalResourceId,
  ]);
  const [, , , , account = ''] = StackResources[0]?.StackId?.split(':') ?? [];
  return new Map([
    ...made,
    ['AWS::Region', REGION],
    ['AWS::Partition', 'aws-cn'],
    ['AWS::AccountId', account],
    ['AWS::StackName', stack],
  ]);
}
