import * as z from 'zod';

const Properties = z.record(z.string(), z.unknown());

/** The parts of a packaged template that are compared with the stack. */
export const Template = z.looseObject({
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Condition: z.string().optional(), Properties: Properties.default({}) }),
  ),
});
export type Template = z.output<typeof Template>;

/** The values of references: for Ref by logical name, for GetAtt by name and attribute. */
export interface Meaning {
  readonly refs: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, unknown>;
}

const Pair = z.tuple([z.string(), z.string()]);
const Choice = z.tuple([z.string(), z.unknown(), z.unknown()]);
const Joined = z.tuple([z.string(), z.array(z.unknown())]);
const Chosen = z.tuple([z.coerce.number(), z.array(z.unknown())]);
const Split = z.tuple([z.string(), z.unknown()]);

/** A template in which references are replaced by values. */
export class Resolver {
  readonly #template: Template;
  readonly #meaning: Meaning;

  constructor(template: Template, meaning: Meaning) {
    this.#template = template;
    this.#meaning = meaning;
  }

  /** The value with all functions of CloudFormation evaluated; undefined for `AWS::NoValue`. */
  resolve(value: unknown): unknown {
    // Lists leave out undefined members, as CloudFormation does.
    if (Array.isArray(value)) return value.map((one) => this.resolve(one)).filter((one) => one !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const [[name = '', argument] = [], ...others] = Object.entries(value);
    if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) return this.#call(name, argument);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.resolve(one)]));
  }

  /** Whether the condition of that name holds. */
  holds(name: string): boolean {
    return this.#decide(this.#template.Conditions[name]);
  }

  #call(name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return argument === 'AWS::NoValue' ? undefined : this.#meaning.refs.get(String(argument));
      case 'Fn::GetAtt':
        return this.#meaning.attributes.get(Pair.parse(argument).join('.'));
      case 'Fn::If': {
        const [condition, yes, no] = Choice.parse(argument);
        return this.resolve(this.holds(condition) ? yes : no);
      }
      case 'Fn::Join': {
        const [separator, parts] = Joined.parse(argument);
        return parts.map((part) => this.resolve(part)).join(separator);
      }
      case 'Fn::Split': {
        const [separator, text] = Split.parse(argument);
        return String(this.resolve(text)).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = Chosen.parse(argument);
        return this.resolve(list[index]);
      }
      case 'Fn::Sub':
        return this.#substitute(argument);
      default:
        throw new Error(`${name} is not understood here`);
    }
  }

  #substitute(argument: unknown): string {
    const [text, own] = Array.isArray(argument) ? argument : [argument, {}];
    return String(text).replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
      const given: unknown = Object(own)[name];
      if (given !== undefined) return String(this.resolve(given));
      return String(this.#meaning.refs.get(name) ?? this.#meaning.attributes.get(name));
    });
  }

  #decide(condition: unknown): boolean {
    if (typeof condition !== 'object' || condition === null) return condition === true;
    const [[name = '', argument] = []] = Object.entries(condition);
    const parts: unknown[] = Array.isArray(argument) ? argument : [];
    if (name === 'Condition') return this.holds(String(argument));
    if (name === 'Fn::Equals') return String(this.resolve(parts[0])) === String(this.resolve(parts[1]));
    if (name === 'Fn::Not') return !this.#decide(parts[0]);
    if (name === 'Fn::And') return parts.every((part) => this.#decide(part));
    if (name === 'Fn::Or') return parts.some((part) => this.#decide(part));
    throw new Error(`${name} is not understood here`);
  }
}
