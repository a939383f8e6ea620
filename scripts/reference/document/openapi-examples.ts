import type { Endpoint } from '../../../lib/http/endpoint.ts';
import type { ExampleRequest, OperationText } from '../texts/documentation.ts';
import { type ExampleName, exampleNames } from '../texts/example-names.ts';
import type { Json } from './openapi-schema.ts';

/** The summary of an example body. */
export function nameExample(name: string): Json {
  return isExampleName(name) ? { summary: exampleNames[name] } : {};
}

/** The summary of an example answer: the request where it is one line, otherwise the name of the form's example. */
export function nameAnswer({ route }: Endpoint, name: string, text: OperationText | undefined): Json {
  const request = isExampleName(name) ? text?.examples[name] : undefined;
  return request && route.startsWith('GET ') ? { summary: toAddress(route, request) } : nameExample(name);
}

function toAddress(route: string, { parameters = {} }: ExampleRequest): string {
  const given = Object.entries(parameters);
  const path = given.reduce<string>((former, [name, value]) => former.replace(`{${name}}`, String(value)), route);
  const query = given.filter(([name]) => !route.includes(`{${name}}`)).map(([name, value]) => `${name}=${value}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function isExampleName(name: string): name is ExampleName {
  return Object.hasOwn(exampleNames, name);
}
