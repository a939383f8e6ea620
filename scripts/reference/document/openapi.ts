import type { Endpoint } from '../../../lib/http/endpoint.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Declarations, Declared } from '../../generate/declarations.ts';
import type { OperationText } from '../texts/documentation.ts';
import type { Answers, OperationAnswers, Texts } from './documentation.ts';
import { describeSuccess, Failures, failureSchema } from './openapi-answers.ts';
import { describeInput } from './openapi-input.ts';
import { type Json, toLine } from './openapi-schema.ts';

const ABOUT = `Answers come in an envelope: \`code\` repeats the HTTP status, \`success\` tells success from failure,
\`desc\` is for a person (Chinese; English where \`Accept-Language\` prefers it), \`body\` is the result. A failure
carries \`reason\`, a stable word for programs, and where input is wrong \`errors\`, naming every wrong field.
A call that creates, copies or moves tells in the
header \`Catering-Ids\` the ids of what there is new, separated by commas and encoded as in an address, and in \`Location\`
where the first of them is read. Any other path answers 404 in the same envelope.

Times are milliseconds since the epoch. The examples are answers of the service to the requests beside them, sent by the
people of one small world, whatever they need already done; tokens and ids of requests are samples.`;

const INFO: Json = {
  title: 'Catering management service',
  version: manifest.version,
  description: ABOUT,
  contact: { name: 'Whoever runs this installation' },
};

/** The OpenAPI 3.1 document of the endpoints; the one of the `$default` route has no path to stand under. */
export function renderOpenApi({ endpoints }: Declarations, texts: Texts, answers: Answers): string {
  const paths: Record<string, Json> = {};
  const failures = new Failures(answers);
  const documented = endpoints.filter(({ declaration: { route } }) => route !== '$default').toSorted(byPath);
  for (const { noun, declaration } of documented) {
    const [method = '', path = ''] = declaration.route.split(' ');
    const text = texts.operations.get(declaration.id);
    const operation = describeOperation(declaration, noun, text, answers[declaration.id]);
    operation['responses'] = { ...operation['responses'], ...failures.describe(declaration) };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const document = {
    openapi: '3.1.0',
    'x-generated': 'by npm run generate; never edited',
    info: INFO,
    servers: [{ url: '/', description: 'Where this document comes from' }],
    tags: describeTags(documented, texts),
    paths,
    components: {
      schemas: { Failure: failureSchema },
      responses: failures.list(),
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function byPath({ declaration: a }: Declared<Endpoint>, { declaration: b }: Declared<Endpoint>): number {
  const [first, second] = [a, b].map(({ route }) => route.split(' ').reverse().join(' '));
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

function describeTags(documented: readonly Declared<Endpoint>[], { nouns }: Texts): Json[] {
  const names = [...new Set(documented.map(({ noun }) => noun))].toSorted();
  return names.map((name) => ({ name, description: nouns.get(name) ?? name }));
}

interface Operation extends Json {
  responses: Json;
}

function describeOperation(
  endpoint: Endpoint,
  noun: string,
  text: OperationText | undefined,
  answers: OperationAnswers | undefined,
): Operation {
  return {
    operationId: endpoint.id,
    tags: [noun],
    summary: endpoint.summary,
    description: [toLine(text?.description ?? ''), describeAccess(endpoint)].filter(Boolean).join(' '),
    security: endpoint.side === 'public' ? [] : [{ session: [] }],
    ...describeInput(endpoint, text),
    responses: { 200: describeSuccess(endpoint, text, answers) },
  };
}

function describeAccess({ side, permission }: Endpoint): string {
  if (side === 'public') return 'Anybody.';
  const who = side === 'any' ? 'Both sides.' : `The ${side} side only.`;
  return permission === 'session' ? who : `${who} Permission: ${[permission].flat().join(' or ')}.`;
}
