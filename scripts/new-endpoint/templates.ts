import type { Draft } from './options.ts';

/** The paths of an endpoint's files, and its names in them. */
export function namesOf({ method, path, name, noun }: Draft) {
  const words = name.replaceAll('-', ' ');
  return {
    source: `functions/${noun}/${name}.ts`,
    test: `tests/functions/${noun}/${name}.test.ts`,
    statements: `tests/statements/${noun}.ts`,
    texts: `scripts/reference/texts/${noun}.ts`,
    kinds: `tests/proofs/histories/kinds/${noun}.ts`,
    id: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    route: `${method} ${path}`,
    summary: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
  };
}

/** A complete declaration whose handler says that it does nothing yet. */
export function renderSource(draft: Draft): string {
  const { id, route, summary } = namesOf(draft);
  const isRead = draft.method === 'GET';
  const imports = isRead ? '' : "import { Described } from '../../lib/http/reply.ts';\n";
  const output = isRead ? '  output: z.array(z.object({ id: z.int() })),\n' : '';
  const handle = isRead ? '[]' : "new Described({ zh: '尚未执行任何操作', en: 'Nothing is done yet' })";
  return `import * as z from 'zod/mini';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
${imports}import { serve } from '../../lib/http/serve.ts';

export const endpoint = defineEndpoint({
  id: '${id}',
  route: '${route}',
  // Who may call: 'any', 'admin', 'business' or 'public', and with which item of lib/auth/permissions.ts.
  side: 'any',
  permission: 'session',
  access: '${isRead ? 'read' : 'write'}',
  // The query of a GET, the form of the others: fields of lib/domain/values/fields.ts.
  input: z.object({}),
${output}  // Failures beyond those of every endpoint, of lib/errors.ts.
  reasons: [],
  // In a few words; Lambda shows the English ones.
  summary: {
    zh: '',
    en: '${summary}',
  },
  handle: () => ${handle},
});

export const handler = serve(endpoint);
`;
}

/** A test of what the endpoint will do; it fails until then. Even with the longest names, no line is too long. */
export function renderTest(draft: Draft): string {
  const { route } = namesOf(draft);
  return `import { describe, expect, it } from 'vitest';
import { openSetup } from '../../support/service/open.ts';

const ROUTE = '${route}';

const { service, setup } = await openSetup();

describe(ROUTE, () => {
  it('is for those who are signed in', async () => {
    expect((await service.call(ROUTE)).json.reason).toBe('not_signed_in');
  });

${draft.method === 'GET' ? READ_CASE : renderWriteCase(draft)}});
`;
}

const READ_CASE = `  it('answers what the school has', async () => {
    // First make, by calls of the service, what is to be answered; then expect exactly that.
    const answer = await service.call(ROUTE, {}, { token: setup.school.token });
    expect(answer.status).toBe(200);
    expect(answer.json.body, 'nothing is answered yet: let the handler read it').not.toEqual([]);
  });
`;

/** The log has an entry of each request that has written: without an entry, nothing was written. */
function renderWriteCase(draft: Draft): string {
  return `  it('changes what the school has', async () => {
    const { token } = setup.school;
    const answer = await service.call(ROUTE, {}, { token });
    expect(answer.status).toBe(200);
    // Better than the log: read what was changed, by a call of the service, and expect exactly that.
    const log = await service.call('GET /api/log', { pageSize: 1 }, { token });
    const [{ operation }] = log.json.body.content;
    expect(operation, 'nothing is written yet: let the handler do so').toBe('${namesOf(draft).id}');
  });
`;
}

/** Files, each with what a person must write there. */
export function renderRows(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([file = '']) => file.length));
  return rows.map(([file = '', what = '']) => `  ${file.padEnd(width)}  ${what}`).join('\n');
}

/** What the person must do next. */
export function renderAdvice(draft: Draft): string {
  const { source, test, statements, texts, kinds } = namesOf(draft);
  const rows = [
    [test, 'what it is to do'],
    [source, 'who may call, its parameters, what it answers and why it fails'],
    [statements, 'who may call, a value of each parameter, what it and what it reads may cost'],
    [texts, 'what it promises, its parameters, example requests'],
    [kinds, 'what the model of random histories answers'],
  ];
  return `Begun, in these files. A test fails for each of them until it says
${renderRows(rows)}

Yours alone: rules in ${draft.noun}.ts of lib/domain, reads and writes in ${draft.noun}.ts of lib/store.

Begin with npx vitest run ${test}
Whatever declarations and statements lead to is generated: npm run generate
At last record what is answered to the examples: npm run examples
`;
}
