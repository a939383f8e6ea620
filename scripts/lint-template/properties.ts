import type { PropertyType, Resource, ResourceProperties, SpecDatabase } from '@aws-cdk/service-spec-types';
import { type Fields, type Finding, hint, isFields, type Report, show } from './finding.ts';
import { alternatives, isAbsent, type Kind, readCall } from './intrinsic.ts';

/** What a list or an object is called in a finding. */
const names: Readonly<Record<string, string>> = {
  array: 'a list',
  ref: 'an object',
  map: 'an object',
  tag: 'an object',
};

/** Compares properties with the schemas of AWS. */
export class PropertyCheck {
  readonly #schemas: SpecDatabase;
  readonly #report: Report;

  constructor(schemas: SpecDatabase, report: Report) {
    this.#schemas = schemas;
    this.#report = report;
  }

  resource(path: readonly string[], given: unknown, { properties, cloudFormationType }: Resource): void {
    if (given === undefined || isFields(given)) this.#fields(path, given ?? {}, properties, cloudFormationType);
    else this.#report(path, `must be an object, not ${show(given)}`);
  }

  #fields(path: readonly string[], given: Fields, properties: ResourceProperties, owner: string): void {
    for (const [name, { required }] of Object.entries(properties)) {
      if (required && alternatives(given[name]).some(isAbsent)) this.#report(path, `${owner} needs ${name}`);
    }
    for (const [name, value] of Object.entries(given)) {
      const property = properties[name];
      if (property) this.#value([...path, name], value, property.type);
      else this.#report([...path, name], `${owner} has no such property${hint(name, Object.keys(properties))}`);
    }
  }

  #value(path: readonly string[], given: unknown, type: PropertyType): void {
    for (const value of alternatives(given)) {
      if (isAbsent(value)) continue;
      const call = readCall(value);
      if (call) this.#call(path, call.kind, value, type);
      else this.#plain(path, value, type);
    }
  }

  /** What a function gives is known only roughly: one value does not stand for a list or an object, nor the reverse. */
  #call(path: readonly string[], kind: Kind, value: unknown, type: PropertyType): void {
    if (kind === 'any' || accepts(kind, type)) return;
    this.#report(path, `must be ${names[type.type] ?? 'one value'}, which ${show(value)} does not give`);
  }

  #plain(path: readonly string[], value: unknown, type: PropertyType): void {
    const wanted = this.#look(path, value, type);
    if (wanted !== undefined) this.#report(path, `must be ${wanted}, not ${show(value)}`);
  }

  /** Looks into a value, and gives what it must be itself where it is something else. */
  #look(path: readonly string[], value: unknown, type: PropertyType): string | undefined {
    switch (type.type) {
      case 'union':
        this.#union(path, value, type.types);
        return undefined;
      case 'array':
        if (!Array.isArray(value)) return 'a list';
        for (const [index, one] of value.entries()) this.#value([...path, String(index)], one, type.element);
        return undefined;
      case 'map':
        if (!isFields(value)) return 'an object';
        for (const [key, one] of Object.entries(value)) this.#value([...path, key], one, type.element);
        return undefined;
      case 'tag':
        if (!isFields(value)) return 'an object';
        this.#fields(path, value, TAG, 'a tag');
        return undefined;
      case 'ref': {
        const { name, properties } = this.#schemas.get('typeDefinition', type.reference);
        if (!isFields(value)) return `an object ${name}`;
        this.#fields(path, value, properties, name);
        return undefined;
      }
      default:
        return findWanted(value, type);
    }
  }

  /** One of the types must do; where none does, what the most fitting one finds is told. */
  #union(path: readonly string[], value: unknown, types: readonly PropertyType[]): void {
    // Some lists may be JSON too, of no known form: that would let everything pass.
    const isFormed = types.some(({ type }) => type === 'array' || type === 'ref' || type === 'map');
    const tries = (isFormed ? types.filter(({ type }) => type !== 'json') : types).map((type) => {
      const findings: Finding[] = [];
      const report: Report = (at, problem) => findings.push({ path: at.join('.'), problem });
      new PropertyCheck(this.#schemas, report).#value(path, value, type);
      return findings;
    });
    const [best = []] = tries.toSorted((a, b) => a.length - b.length);
    for (const { path: at, problem } of best) this.#report([at], problem);
  }
}

const text = { type: { type: 'string' }, required: true } as const;
const TAG: ResourceProperties = { Key: text, Value: text };

function accepts(kind: Kind, type: PropertyType): boolean {
  switch (type.type) {
    case 'union':
      return type.types.some((one) => accepts(kind, one));
    case 'json':
      return true;
    case 'array':
      return kind === 'list';
    case 'ref':
    case 'map':
    case 'tag':
      return false;
    default:
      return kind === 'scalar';
  }
}

type Simple = Exclude<PropertyType, { type: 'ref' | 'tag' | 'array' | 'map' | 'union' }>;

/** What a simple value must be and is not; undefined where it is. CloudFormation takes `"7"` for 7 and the reverse. */
function findWanted(value: unknown, type: Simple): string | undefined {
  const written = String(value);
  const isSimple = ['string', 'number', 'boolean'].includes(typeof value);
  switch (type.type) {
    case 'string':
      if (type.allowedValues && !(isSimple && type.allowedValues.includes(written))) {
        return `one of ${type.allowedValues.join(', ')}`;
      }
      return isSimple ? undefined : 'a text';
    case 'integer':
      if (!isSimple || !/^-?\d+$/.test(written)) return 'an integer';
      if (type.allowedValues && !type.allowedValues.includes(Number(written))) {
        return `one of ${type.allowedValues.join(', ')}`;
      }
      return undefined;
    case 'number':
      return isSimple && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(written) ? undefined : 'a number';
    case 'boolean':
      return isSimple && /^(true|false)$/i.test(written) ? undefined : 'true or false';
    case 'date-time':
      return isSimple && !Number.isNaN(Date.parse(written)) ? undefined : 'a time';
    case 'json':
      return typeof value === 'string' || (typeof value === 'object' && value !== null) ? undefined : 'JSON';
    case 'null':
      return value === null ? undefined : 'null';
  }
}
