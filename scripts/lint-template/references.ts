import { type Fields, hint, isFields, type Report, show } from './finding.ts';
import { knownFunctions, readCall } from './intrinsic.ts';

const PSEUDO = [
  'AccountId',
  'NotificationARNs',
  'NoValue',
  'Partition',
  'Region',
  'StackId',
  'StackName',
  'URLSuffix',
].map((name) => `AWS::${name}`);

/** What a template declares, by which its references are judged. */
export interface Declared {
  readonly parameters: readonly string[];
  readonly conditions: Fields;
  readonly mappings: Fields;
  /** Of each resource its condition, and the attributes it has; undefined where they are not known. */
  readonly resources: ReadonlyMap<
    string,
    { readonly condition: unknown; readonly attributes: readonly string[] | undefined }
  >;
}

/** Finds references to what is not there, or may not be there. */
export class ReferenceCheck {
  readonly #declared: Declared;
  readonly #report: Report;

  constructor(declared: Declared, report: Report) {
    this.#declared = declared;
    this.#report = report;
  }

  /** Looks through a value that counts only where the conditions `given` are true. */
  value(path: readonly string[], value: unknown, given: readonly string[]): void {
    const call = readCall(value);
    if (call) this.#call([...path, call.name], call.name, call.argument, given);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) this.value([...path, name], one, given);
    }
  }

  /** A condition by its name, as a resource, an output or another condition names it; gives what is true with it. */
  condition(path: readonly string[], name: unknown): string[] {
    if (name === undefined) return [];
    const { conditions } = this.#declared;
    if (typeof name === 'string' && Object.hasOwn(conditions, name)) return [name, ...impliedBy(conditions[name])];
    this.#report(path, `there is no condition ${show(name)}`);
    return [];
  }

  /** A definition of a condition, in which only parameters and other conditions count. */
  definition(path: readonly string[], value: unknown): void {
    const other = isFields(value) && Object.keys(value).length === 1 ? value['Condition'] : undefined;
    if (other !== undefined) this.condition(path, other);
    const call = readCall(value);
    if (call && !knownFunctions.includes(call.name)) this.#report(path, `there is no function ${call.name}`);
    if (call?.name === 'Ref') this.#name(path, call.argument, [], true);
    else if (call) this.definition([...path, call.name], call.argument);
    else if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) this.definition([...path, String(index)], one);
    }
  }

  dependsOn(path: readonly string[], value: unknown): void {
    for (const name of [value].flat()) {
      if (typeof name !== 'string' || !this.#declared.resources.has(name)) {
        this.#report(
          path,
          `there is no resource ${show(name)}${hint(String(name), [...this.#declared.resources.keys()])}`,
        );
      }
    }
  }

  #call(path: readonly string[], name: string, argument: unknown, given: readonly string[]): void {
    switch (name) {
      case 'Ref':
        this.#name(path, argument, given);
        break;
      case 'Fn::GetAtt':
        this.#attribute(path, typeof argument === 'string' ? split(argument) : argument, given);
        break;
      case 'Fn::Sub':
        this.#sub(path, argument, given);
        break;
      case 'Fn::If':
        this.#if(path, argument, given);
        break;
      case 'Fn::FindInMap':
        this.#map(path, argument, given);
        break;
      default:
        if (!knownFunctions.includes(name)) this.#report(path, `there is no function ${name}`);
        this.value(path, argument, given);
    }
  }

  #name(path: readonly string[], name: unknown, given: readonly string[], isStatic = false): void {
    const { parameters, resources } = this.#declared;
    if (typeof name === 'string' && (parameters.includes(name) || PSEUDO.includes(name))) return;
    if (isStatic || typeof name !== 'string' || !resources.has(name)) {
      const what = isStatic ? 'parameter' : 'resource or parameter';
      this.#report(path, `there is no ${what} ${show(name)}${hint(String(name), [...resources.keys(), ...PSEUDO])}`);
    } else this.#presence(path, name, given);
  }

  #attribute(path: readonly string[], argument: unknown, given: readonly string[]): void {
    const [name, attribute]: unknown[] = Array.isArray(argument) ? argument : [];
    if (typeof name !== 'string' || attribute === undefined) {
      this.#report(path, `must name a resource and an attribute, not ${show(argument)}`);
      return;
    }
    const { resources } = this.#declared;
    const found = resources.get(name);
    if (!found) {
      this.#report(path, `there is no resource ${show(name)}${hint(name, [...resources.keys()])}`);
      return;
    }
    this.#presence(path, name, given);
    if (typeof attribute !== 'string') this.value(path, attribute, given);
    else if (found.attributes && !found.attributes.includes(attribute)) {
      this.#report(path, `${name} has no attribute ${show(attribute)}${hint(attribute, found.attributes)}`);
    }
  }

  /** `${Name}` stands for what Ref gives, `${Name.Attribute}` for GetAtt, `${!Name}` for itself. */
  #sub(path: readonly string[], argument: unknown, given: readonly string[]): void {
    const [text, variables = {}]: unknown[] = Array.isArray(argument) ? argument : [argument];
    if (typeof text !== 'string' || !isFields(variables)) {
      this.#report(path, `must be a text, alone or with its variables, not ${show(argument)}`);
      return;
    }
    this.value(path, variables, given);
    for (const [, placeholder = ''] of text.matchAll(/\$\{([^!}][^}]*)\}/g)) {
      const name = placeholder.trim();
      if (Object.hasOwn(variables, name)) continue;
      if (name.includes('.')) this.#attribute(path, split(name), given);
      else this.#name(path, name, given);
    }
  }

  #if(path: readonly string[], argument: unknown, given: readonly string[]): void {
    if (!Array.isArray(argument) || argument.length !== 3) {
      this.#report(path, `must be a condition and two values, not ${show(argument)}`);
      return;
    }
    const [name, yes, no]: unknown[] = argument;
    this.value([...path, '1'], yes, [...given, ...this.condition(path, name)]);
    this.value([...path, '2'], no, given);
  }

  #map(path: readonly string[], argument: unknown, given: readonly string[]): void {
    const [name]: unknown[] = Array.isArray(argument) ? argument : [];
    if (typeof name === 'string' && !Object.hasOwn(this.#declared.mappings, name)) {
      this.#report(path, `there is no mapping ${show(name)}`);
    }
    this.value(path, argument, given);
  }

  /** What is made under a condition may be referred to only where that condition is known to be true. */
  #presence(path: readonly string[], name: string, given: readonly string[]): void {
    const condition = this.#declared.resources.get(name)?.condition;
    if (typeof condition !== 'string' || given.includes(condition)) return;
    if (!Object.hasOwn(this.#declared.conditions, condition)) return;
    this.#report(path, `${name} is there only where ${condition} is true, which is not said here`);
  }
}

function split(name: string): string[] {
  const [resource = '', ...attribute] = name.split('.');
  return attribute.length > 0 ? [resource, attribute.join('.')] : [resource];
}

/** Conditions that are all true where this one is. */
function impliedBy(definition: unknown): string[] {
  const call = readCall(definition);
  if (call?.name !== 'Fn::And' || !Array.isArray(call.argument)) return [];
  return call.argument.flatMap((one) =>
    isFields(one) && typeof one['Condition'] === 'string' ? one['Condition'] : [],
  );
}
