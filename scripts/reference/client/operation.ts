import type { Operation, Schema } from './document.ts';
import { kindOf, renderParameters, renderType } from './types.ts';

const WIDTH = 120;
const ENVELOPE = 'application/json';
const TYPE_OF_ANSWER = { text: 'string', file: 'Blob' };

/** A method of the client as it is written. */
export interface Method {
  /** The types of its parameters and results. */
  readonly types: readonly string[];
  readonly code: string;
}

/** What the parts of a method are made from. */
interface Plan {
  readonly operation: Operation;
  /** The prefix of its types, such as `CreateDish`. */
  readonly name: string;
  /** Alternative objects of parameters; empty where it takes none. */
  readonly inputs: readonly Schema[];
  /** Set where it answers a file instead of the envelope. */
  readonly answers: 'text' | 'file' | undefined;
  readonly results: readonly Schema[];
  /** Whether the result may be absent: it is told once, and not to a repeated request. */
  readonly isToldOnce: boolean;
  /** The result where the parameter `id` is given; undefined where it is the same. */
  readonly byId: Schema | undefined;
}

/** The method of an operation, with its types. */
export function renderMethod(operation: Operation): Method {
  const plan = makePlan(operation);
  return { types: renderTypes(plan), code: `${renderComment(operation)}\n${renderBody(plan)}` };
}

function makePlan(operation: Operation): Plan {
  const { operationId, responses } = operation;
  const content = responses['200']?.content ?? {};
  const answers = ENVELOPE in content ? undefined : answersOf(Object.values(content).map(({ schema }) => schema));
  const results = answers ? [] : Object.values(content).flatMap(({ schema }) => listResults(schema));
  const inputs = listInputs(operation);
  const isById = inputs.some(({ properties, required }) => properties?.['id'] && !required?.includes('id'));
  const byId = isById && results.length > 1 ? results.find(({ properties }) => properties?.['id']) : undefined;
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const isToldOnce = results.length > 0 && Object.values(content).some(({ schema }) => lacksBody(schema));
  return { operation, name, inputs, answers, results: results.filter((one) => one !== byId), isToldOnce, byId };
}

function lacksBody({ properties, required = [] }: Schema): boolean {
  return properties?.['success'] !== undefined && properties['body'] !== undefined && !required.includes('body');
}

function answersOf([schema]: readonly Schema[]): 'text' | 'file' {
  return schema?.contentMediaType === undefined ? 'text' : 'file';
}

/** The parameters of an operation. A DELETE has the same ones in query and form; the form tells which are required. */
function listInputs({ requestBody, parameters }: Operation): Schema[] {
  if (requestBody) return Object.values(requestBody.content).map(({ schema }) => schema);
  const inAddress = parameters.filter((parameter) => parameter.in !== 'header');
  if (inAddress.length === 0) return [];
  const properties = Object.fromEntries(inAddress.map(({ name, schema }) => [name, schema]));
  return [{ properties, required: inAddress.filter(({ required }) => required).map(({ name }) => name) }];
}

/** The possible results of an answer, without the envelope. */
function listResults(schema: Schema): Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(listResults);
  const { properties } = schema;
  if (properties?.['success']?.const !== true) return [schema];
  const body = properties['body'];
  return body ? (body.anyOf ?? [body]) : [];
}

function renderTypes({ name, inputs, results, isToldOnce, byId }: Plan): string[] {
  const types: string[] = [];
  if (inputs.length > 0) types.push(`export type ${name}Parameters = ${inputs.map(renderParameters).join(' | ')};`);
  const result = [...results.map((one) => renderType(one)), ...(isToldOnce ? ['Done'] : [])].join(' | ');
  if (results.length > 0) types.push(`export type ${name}Result = ${result};`);
  if (byId) types.push(`export type ${name}ByIdResult = ${renderType(byId)};`);
  return types;
}

function renderComment({ summary, description, reasons }: Operation): string {
  const paragraphs = [description ?? `${summary}.`, `@throws CateringError for ${reasons.join(', ')}`];
  const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, WIDTH - '   * '.length));
  return ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length > width) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

function renderBody(plan: Plan): string {
  const { name, operation, answers, results, byId } = plan;
  const options = `options: ${optionsOf(operation)} = {}`;
  const result = answers ? TYPE_OF_ANSWER[answers] : results.length === 0 ? 'Done' : `${name}Result`;
  if (operation.operationId === 'signIn') return renderSignIn(plan, options, result);
  if (operation.operationId === 'signOut') return renderSignOut(plan, options, result);
  const parameters = renderParameter(plan);
  const head = `  ${operation.operationId}(${[...parameters, options].join(', ')})`;
  const call = renderCall(plan, parameters.length > 0 ? 'parameters' : '{}');
  if (!byId) return `${head}: Promise<${result}> {\n    return ${call}\n  }`;
  return [
    `  ${signatureOf(plan, 'parameters', 'id: number')}: Promise<${name}ByIdResult>;`,
    `  ${signatureOf(plan, 'parameters?', 'id?: undefined')}: Promise<${result}>;`,
    `${head}: Promise<${result} | ${name}ByIdResult> {\n    return ${call}\n  }`,
  ].join('\n');
}

function signatureOf({ operation, name }: Plan, parameters: string, id: string): string {
  const given = `${parameters}: ${name}Parameters & { readonly ${id} }`;
  return `${operation.operationId}(${given}, options?: ${optionsOf(operation)})`;
}

function renderParameter({ name, inputs }: Plan): string[] {
  if (inputs.length === 0) return [];
  const isOptional = inputs.every(({ required = [], allOf }) => required.length === 0 && !allOf);
  return [`parameters: ${name}Parameters${isOptional ? ' = {}' : ''}`];
}

function renderSignIn(plan: Plan, options: string, result: string): string {
  return `  async signIn(uid: string, password: string, ${options}): Promise<${result}> {
    const result = await ${renderCall(plan, '{ uid, password }', `<${result}>`)}
    this.token = result.token;
    return result;
  }`;
}

function renderSignOut(plan: Plan, options: string, result: string): string {
  return `  async signOut(${options}): Promise<${result}> {
    const result = await ${renderCall(plan, '{}', `<${result}>`)}
    this.token = undefined;
    return result;
  }`;
}

function renderCall({ operation: { method, path }, inputs, answers }: Plan, parameters: string, type = ''): string {
  const fields = inputs.flatMap(({ properties = {} }) => Object.entries(properties));
  const kinds = fields
    .map(([name, schema]) => ({ name, kind: kindOf(schema) }))
    .filter(({ kind }) => kind === 'json' || kind === 'password')
    .map(({ name, kind }) => `${name}: '${kind}'`);
  const facts = [`method: '${method}'`, `path: '${path}'`];
  if (kinds.length > 0) facts.push(`kinds: { ${kinds.join(', ')} }`);
  if (answers) facts.push(`answers: '${answers}'`);
  return `this.call${type}({ ${facts.join(', ')} }, ${parameters}, options);`;
}

function optionsOf({ parameters }: Operation): string {
  const has = (header: string) => parameters.some(({ name }) => name === header);
  const names = [has('Idempotency-Key') ? 'CreateOptions' : '', has('If-Match') ? 'ChangeOptions' : ''].filter(Boolean);
  return names.join(' & ') || 'CallOptions';
}
