import { isFields } from './finding.ts';

/** What a function gives: one value, a list, or what only CloudFormation knows. */
export type Kind = 'scalar' | 'list' | 'any';

const kinds: Readonly<Record<string, Kind>> = {
  Ref: 'scalar',
  'Fn::Base64': 'scalar',
  'Fn::Cidr': 'list',
  'Fn::FindInMap': 'any',
  'Fn::GetAtt': 'any',
  'Fn::GetAZs': 'list',
  'Fn::If': 'any',
  'Fn::ImportValue': 'scalar',
  'Fn::Join': 'scalar',
  'Fn::Length': 'scalar',
  'Fn::Select': 'any',
  'Fn::Split': 'list',
  'Fn::Sub': 'scalar',
  'Fn::ToJsonString': 'scalar',
  'Fn::Transform': 'any',
};

/** Functions of conditions alone. */
const logical = ['Fn::And', 'Fn::Equals', 'Fn::Not', 'Fn::Or'];

export const knownFunctions = [...Object.keys(kinds), ...logical];

/** A call of a function in place of a value. */
export interface Call {
  readonly name: string;
  readonly argument: unknown;
  readonly kind: Kind;
}

/** The function that a value calls; undefined where it is a plain value. An unknown function may give anything. */
export function readCall(value: unknown): Call | undefined {
  if (!isFields(value)) return undefined;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0 || !(name === 'Ref' || name.startsWith('Fn::'))) return undefined;
  return { name, argument, kind: kinds[name] ?? 'any' };
}

/** Whether a property with this value is as good as absent. */
export function isAbsent(value: unknown): boolean {
  const call = readCall(value);
  return value === undefined || (call?.name === 'Ref' && call.argument === 'AWS::NoValue');
}

/** The values that `Fn::If` chooses from, whatever its condition is; any other value alone. */
export function alternatives(value: unknown): readonly unknown[] {
  const call = readCall(value);
  if (call?.name !== 'Fn::If' || !Array.isArray(call.argument)) return [value];
  return call.argument.slice(1).flatMap(alternatives);
}
