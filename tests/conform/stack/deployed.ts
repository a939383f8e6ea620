import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { describeError } from '../../../scripts/start/problem.ts';
import { compare } from './compare.ts';
import { explainDeviation } from './deviations.ts';
import { type Found, makeReaders } from './readers.ts';
import { REGION, ROOT } from './surroundings.ts';
import { Resolver, Template } from './template.ts';

const PACKAGED = join(ROOT, '.serverless/cloudformation-template-update-stack.json');
/** Types whose properties refer to attributes of other resources, which must be known first. */
const LAST = new Set(['AWS::Lambda::Permission']);

/** A stack, compared with its template. */
export interface Inspection {
  /** The number of resources of each type that were read back. */
  readonly counts: ReadonlyMap<string, number>;
  readonly different: readonly string[];
  /** Types and properties that moto does not create or keep, with the number of resources that have them. */
  readonly unknown: ReadonlyMap<string, number>;
}

/** Reads every resource of a stack back from its own service, and compares it with the template. */
export async function inspectStack(stage: string): Promise<Inspection> {
  const template = Template.parse(JSON.parse(await readFile(PACKAGED, 'utf8')));
  const attributes = new Map<string, unknown>();
  const refs = await readRefs(`catering-${stage}`);
  const inspector = new Inspector(refs, attributes, new Resolver(template, { refs, attributes }));
  const wanted = Object.entries(template.Resources).toSorted(([, a], [, b]) => +LAST.has(a.Type) - +LAST.has(b.Type));
  for (const [name, resource] of wanted) await inspector.read(name, resource);
  for (const [name, resource] of wanted) inspector.compare(name, resource);
  return inspector;
}

type Resource = Template['Resources'][string];

class Inspector implements Inspection {
  readonly counts = new Map<string, number>();
  readonly different: string[] = [];
  readonly unknown = new Map<string, number>();
  readonly #refs: ReadonlyMap<string, string>;
  readonly #attributes: Map<string, unknown>;
  readonly #resolver: Resolver;
  readonly #readers = makeReaders(REGION);
  readonly #found = new Map<string, Found>();

  constructor(refs: ReadonlyMap<string, string>, attributes: Map<string, unknown>, resolver: Resolver) {
    this.#refs = refs;
    this.#attributes = attributes;
    this.#resolver = resolver;
  }

  async read(name: string, { Type, Condition, Properties }: Resource): Promise<void> {
    if (Condition !== undefined && !this.#resolver.holds(Condition)) return;
    const id = this.#refs.get(name);
    const read = this.#readers[Type];
    if (id === undefined || !read) {
      count(this.unknown, Type);
      return;
    }
    const properties = Object.entries(Properties).map(([key, one]) => [key, this.#resolver.resolve(one)]);
    try {
      const found = await read({ id, properties: Object.fromEntries(properties) });
      this.#found.set(name, found);
      for (const [key, one] of Object.entries(found)) this.#attributes.set(`${name}.${key}`, one);
    } catch (error) {
      this.different.push(`${name} (${Type}) cannot be read: ${describeError(error)}`);
    }
  }

  compare(name: string, { Type, Properties }: Resource): void {
    const found = this.#found.get(name);
    if (!found) return;
    count(this.counts, Type);
    const { different, unseen } = compare(this.#resolver.resolve(Properties), found);
    for (const words of different) {
      const why = explainDeviation(Type, words);
      if (why) count(this.unknown, `${Type} ${words.split(':')[0]}: ${why}`);
      else this.different.push(`${name} (${Type}): ${words}`);
    }
    for (const path of unseen) count(this.unknown, `${Type} ${path}`);
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
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
    ['AWS::URLSuffix', 'amazonaws.com.cn'],
    ['AWS::AccountId', account],
    ['AWS::StackName', stack],
  ]);
}
