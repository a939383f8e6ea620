import type { Callers, Endpoint } from '../../lib/http/endpoint.ts';
import manifest from '../../package.json' with { type: 'json' };
import { collectDeclarations, type Declared } from '../generate/declarations.ts';
import { describeAnswersWithoutBody, describeFailures, describeSuccess } from './answers.ts';
import { collectSchemas } from './components.ts';
import { describeInput } from './input.ts';
import { type RecordedAnswer, readRecordedAnswers } from './recorded.ts';
import type { JsonObject } from './schema.ts';

const ABOUT = `Answers come in an envelope: \`code\` repeats the HTTP status, \`success\` tells success from failure, \
\`desc\` is for a person (Chinese; English where \`Accept-Language\` prefers it), \`body\` is the result. A failure \
carries \`reason\`, a stable word for programs, and where input is wrong \`errors\`, naming every wrong field. A call \
that creates things tells their ids in the header \`Catering-Ids\`, and in \`Location\` where the first is read. Any \
other path answers 404 in the same envelope.

Lists of ids are separated by commas. In a query an empty parameter is absent. A call that changes leaves what is \
absent; an empty parameter clears what need not be there. Times are milliseconds since the epoch. A form field that \
holds JSON is its text; \`contentSchema\` tells what of.

What the gateway refuses itself has no envelope: 413 a body above 10 MB, 431 an address with headers above 10 KB, 429 \
and 503 more calls than it may pass on.

The examples are answers of the service to the requests beside them, without \`Accept-Language\`; long lists and texts \
are cut short, tokens and ids of requests are samples.`;

const accessByCallers: Readonly<Record<Callers, string>> = {
  public: 'Anybody.',
  any: 'Both sides.',
  admin: 'The admin side only.',
  business: 'The business side only.',
};

/** Makes the OpenAPI 3.1 document of the endpoints. The `$default` route is left out, since it has no path. */
export async function makeDocument(): Promise<JsonObject> {
  const { endpoints } = await collectDeclarations();
  const answersById = Map.groupBy(await readRecordedAnswers(), ({ id }) => id);
  const paths: Record<string, JsonObject> = {};
  const documented = endpoints.filter(({ declaration: { route } }) => route !== '$default').toSorted(byPath);
  for (const declared of documented) {
    // OpenAPI has no word for a parameter that takes the rest of a path.
    const [method = '', path = ''] = declared.declaration.route.replace('+}', '}').split(' ');
    const answers = answersById.get(declared.declaration.id) ?? [];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(declared, answers) };
  }
  const schemas = new Map<string, unknown>();
  const tags = [...new Set(documented.map(({ noun }) => noun))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Catering management service',
      version: manifest.version,
      description: ABOUT,
      contact: { name: 'Whoever runs this installation' },
    },
    servers: [{ url: '/', description: 'Where this document comes from' }],
    tags: tags.map((name) => ({ name, description: `Calls about a ${name}.` })),
    paths: collectSchemas(paths, schemas),
    components: {
      schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** Orders endpoints by path, then by method. */
function byPath({ declaration: a }: Declared<Endpoint>, { declaration: b }: Declared<Endpoint>): number {
  const toPathAndMethod = ({ route }: Endpoint) => route.split(' ').reverse().join(' ');
  return toPathAndMethod(a) < toPathAndMethod(b) ? -1 : 1;
}

function describeOperation({ noun, declaration }: Declared<Endpoint>, answers: readonly RecordedAnswer[]): JsonObject {
  const { id, summary, callers } = declaration;
  const succeeded = answers.filter(({ status }) => status === 200);
  return {
    operationId: id,
    tags: [noun],
    summary: summary.split(/(?<=\.) /)[0],
    description: `${summary}\n\n${describeAccess(declaration)}`,
    security: callers === 'public' ? [] : [{ session: [] }],
    ...describeInput(declaration),
    responses: {
      200: describeSuccess(declaration, succeeded),
      ...describeFailures(declaration, answers),
      ...describeAnswersWithoutBody(declaration),
    },
  };
}

function describeAccess({ callers, permission }: Endpoint): string {
  const items = [permission ?? []].flat().filter((item) => item !== 'session');
  const names = items.map((item) => `\`${item}\``).join(' or ');
  return items.length === 0 ? accessByCallers[callers] : `${accessByCallers[callers]} Permission: ${names}.`;
}
