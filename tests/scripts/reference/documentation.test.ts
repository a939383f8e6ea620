import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { collectEndpoints } from '../../../scripts/generate/declarations.ts';
import { collectTexts } from '../../../scripts/reference/document/documentation.ts';
import { listReasons } from '../../../scripts/reference/document/openapi-answers.ts';
import { sharedParameters } from '../../../scripts/reference/texts/parameters.ts';
import {
  chineseText,
  documentText,
  failureExamples,
  type Operation,
  openApi,
  operations,
} from '../../support/service/openapi-document.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { lintWithRedocly, lintWithSpectral } from './lint-document.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Spectral takes some seconds for the whole document. */
const LINT_TIMEOUT_MS = 60_000;
const Names = z.record(z.string(), z.unknown());

type Document = typeof openApi;

const declarations = await collectEndpoints();
const texts = await collectTexts(declarations);
const documented = declarations.endpoints.filter(({ declaration }) => declaration.route !== '$default');
const cases = documented.map(({ noun, declaration }) => ({
  id: declaration.id,
  file: `scripts/reference/texts/${noun}.ts`,
  endpoint: declaration,
}));

function operationOf(id: string): Operation {
  const operation = operations.get(id);
  if (!operation) throw new Error(`${id} is not in the document`);
  return operation;
}

function openApiMethodOf(id: string): string | undefined {
  const methods = Object.values(openApi.paths).flatMap((one) => Object.entries(one));
  return methods.find(([, { operationId }]) => operationId === id)?.[0];
}

/** Fields of queries and forms, and headers, each with the document's text about it. */
function listFields({ parameters, requestBody }: Operation) {
  const fields = parameters.map(({ name, description, example }) => ({ name, description, example }));
  for (const { schema, examples = {} } of Object.values(requestBody?.content ?? {})) {
    const { properties } = z.object({ properties: z.record(z.string(), z.looseObject({})).default({}) }).parse(schema);
    const values = Object.values(examples).map(({ value }) => z.record(z.string(), z.unknown()).parse(value));
    for (const [name, { description }] of Object.entries(properties)) {
      const example = values.map((value) => value[name]).find((value) => value !== undefined);
      fields.push({ name, description: z.string().optional().parse(description), example });
    }
  }
  return fields;
}

/** Names of an operation's documented failures. */
function failuresOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap((one) => ('$ref' in one ? (one.$ref.split('/').at(-1) ?? []) : []));
}

/** The reason why a call may be answered by the response of that name. */
function reasonsOf(name: string): string[] {
  const media = openApi.components.responses[name]?.content['application/json'];
  const narrowed = z.object({ properties: z.object({ reason: z.object({ enum: z.array(z.string()) }) }) });
  const { allOf } = z.object({ allOf: z.tuple([z.unknown(), narrowed]) }).parse(media?.schema);
  return allOf[1].properties.reason.enum;
}

describe.each(cases)('$id, by $file,', ({ id, file, endpoint }) => {
  it('says what it promises', () => {
    for (const language of ['zh', 'en'] as const) {
      const { description } = texts.operations.get(id) ?? {};
      expect(description?.[language] ?? '', `say in ${file} what ${id} promises`).not.toBe('');
      expect(texts.nouns.get(basename(file, '.ts'))?.[language], `say in ${file} what the noun is about`).not.toBe('');
      expect(endpoint.summary[language], `sum up in functions what ${id} does`).not.toBe('');
    }
  });

  it('says of every parameter what it is, with an example', () => {
    const fields = listFields(operationOf(id));
    expect(fields.filter(({ description = '' }) => description === '').map(({ name }) => name)).toEqual([]);
    const without = fields.filter(({ example }) => example === undefined);
    expect(
      without.map(({ name }) => name),
      'no example sends them',
    ).toEqual([]);
  });

  it('describes and sends only what exists', () => {
    const names = new Set(listFields(operationOf(id)).map(({ name }) => name));
    const { parameters = {}, examples = {}, failures = {} } = texts.operations.get(id) ?? {};
    const requests = [...Object.values(examples), ...Object.values(failures)];
    const told = [...Object.keys(parameters), ...requests.flatMap((one) => Object.keys(one.parameters ?? {}))];
    const sent = requests.flatMap((one) => Object.keys(one.headers ?? {}));
    expect([...told, ...sent].filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(failures).filter((reason) => !listReasons(endpoint).some((one) => one === reason))).toEqual([]);
  });

  it('shows failures of its own fields', () => {
    const names = listFields(operationOf(id)).map(({ name }) => name);
    const shown = failureExamples.filter(({ name }) => failuresOf(operationOf(id)).includes(name));
    const wrong = shown.flatMap(({ failure: { errors = [] } }) => errors.map(({ field }) => field.split(/[.:]/)[0]));
    expect(wrong.filter((field) => !names.some((name) => name === field))).toEqual([]);
  });

  it('has an example of every body and every answer', () => {
    const { requestBody, responses } = operationOf(id);
    const bodies = Object.entries(requestBody?.content ?? {}).filter(([, { examples }]) => examples === undefined);
    expect(bodies.map(([type]) => type)).toEqual([]);
    const isFile = Object.values(responses[200].content).some(({ schema }) => 'contentMediaType' in schema);
    const shown = Object.values(responses[200].content).flatMap(({ examples = {} }) => Object.keys(examples));
    expect(shown).toEqual(isFile ? [] : Object.keys(texts.operations.get(id)?.examples ?? {}));
    expect(shown.length > 0 || isFile, 'no example').toBe(true);
    expect(Object.values(responses[200].headers).filter(({ example }) => example === undefined)).toEqual([]);
  });

  it('writes JSON text that is what its schema says', () => {
    const form = operationOf(id).requestBody?.content[FORM];
    const properties = z.record(z.string(), z.looseObject({})).parse(form?.schema['properties'] ?? {});
    for (const [name, { contentSchema, contentMediaType }] of Object.entries(properties)) {
      expect(contentSchema !== undefined, name).toBe(contentMediaType === 'application/json');
      if (contentSchema === undefined) continue;
      const schema = z.fromJSONSchema(z.record(z.string(), z.unknown()).parse(contentSchema));
      for (const { value } of Object.values(form?.examples ?? {})) {
        const text = z.record(z.string(), z.unknown()).parse(value)[name];
        if (typeof text === 'string') schema.parse(JSON.parse(text));
      }
    }
  });
});

describe('the document', () => {
  it('has an example of every reason of every failure', () => {
    const without = Object.entries(openApi.components.responses).filter(([name, { content }]) => {
      const shown = Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
      return shown.join() !== reasonsOf(name).join();
    });
    expect(without).toEqual([]);
  });

  it('has names that generators can make types of', () => {
    const { schemas, responses, securitySchemes } = z
      .object({ schemas: Names, responses: Names, securitySchemes: Names })
      .parse(JSON.parse(documentText).components);
    const names = [schemas, responses, securitySchemes].flatMap((one) => Object.keys(one));
    expect([...names, ...operations.keys()].filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(Object.keys(responses).length).toBeGreaterThan(20);
  });

  it('takes what a DELETE takes in the query too, none of it required', () => {
    const deletions = [...operations.values()].filter(({ operationId }) => openApiMethodOf(operationId) === 'delete');
    expect(deletions.length).toBeGreaterThan(4);
    for (const { parameters, requestBody, operationId } of deletions) {
      const inQuery = parameters.filter((one) => one.in === 'query').map(({ name, required }) => [name, required]);
      const properties = z.record(z.string(), z.unknown()).parse(requestBody?.content[FORM]?.schema['properties']);
      expect(inQuery, operationId).toEqual(Object.keys(properties).map((name) => [name, false]));
      expect(requestBody?.required).toBe(false);
    }
  });

  it('offers an upload as files beside the form', () => {
    const content = operationOf('setMark').requestBody?.content ?? {};
    expect(Object.keys(content)).toEqual([FORM, 'multipart/form-data']);
    const items = { type: 'string', contentMediaType: 'application/octet-stream', format: 'binary' };
    const files = { type: 'array', items, description: expect.any(String) };
    expect(content['multipart/form-data']?.schema).toEqual({
      type: 'object',
      required: ['files'],
      properties: { files },
    });
  });

  it('names a licence only where there is one', () => {
    expect(manifest.license).toBe('UNLICENSED');
    expect(openApi.info).not.toHaveProperty('license');
  });

  it('describes every tag', () => {
    const nouns = new Set(documented.map(({ noun }) => noun));
    expect(openApi.tags.map(({ name }) => name)).toEqual([...nouns].toSorted());
    expect(
      [...nouns].filter((noun) => !texts.nouns.get(noun)),
      'no scripts/reference/texts/<noun>.ts',
    ).toEqual([]);
  });

  it('describes only existing calls and parameters', () => {
    expect([...texts.operations.keys()].filter((id) => !operations.has(id))).toEqual([]);
    const names = new Set([...operations.values()].flatMap(listFields).map(({ name }) => name));
    expect(Object.keys(sharedParameters).filter((name) => !names.has(name))).toEqual([]);
  });
});

/** The document without the named examples of its bodies. */
function withoutExamples(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => (name === 'examples' ? undefined : value));
}

describe('the rules that are recommended', { timeout: LINT_TIMEOUT_MS }, () => {
  const PATH = '/api/dish/label';
  const answerOf = ({ paths }: Document) =>
    paths[PATH]?.['get']?.responses[200].content['application/json']?.examples?.['two'] ?? {};
  const parameterOf = ({ paths }: Document) => paths[PATH]?.['get']?.parameters[0] ?? {};
  /** Changes that break a rule, by the rule's name. */
  type Breaches = Readonly<Record<string, (copy: Document) => unknown>>;
  const ofRedocly: Breaches = {
    struct: ({ info }) => delete info['title'],
    'no-invalid-media-type-examples': (copy) => Object.assign(answerOf(copy), { value: {} }),
  };
  const ofSpectral: Breaches = {
    'info-contact': ({ info }) => delete info['contact'],
    'operation-tag-defined': ({ tags }) => tags.splice(0),
    'oas3-valid-media-example': (copy) => Object.assign(parameterOf(copy), { example: 17 }),
  };
  const linters = [
    { linter: 'Redocly', lint: lintWithRedocly, breaches: ofRedocly, text: documentText },
    // Examples of bodies are most of the document, and Redocly has compared them with their schemas already.
    { linter: 'Spectral', lint: lintWithSpectral, breaches: ofSpectral, text: withoutExamples(documentText) },
  ];

  it.each(linters)('by $linter find nothing', async ({ lint, text }) => {
    expect(await lint(text)).toEqual([]);
  });

  it.each(linters)('by $linter would find what breaks them', async ({ lint, breaches, text }) => {
    const copy = JSON.parse(text);
    // One path is checked at once, with what it refers to.
    copy.paths = { [PATH]: copy.paths[PATH] };
    const path = JSON.stringify(copy.paths);
    const { responses } = copy.components;
    for (const name of Object.keys(responses)) if (!path.includes(`/responses/${name}"`)) delete responses[name];
    expect(await lint(JSON.stringify(copy))).toEqual([]);
    for (const change of Object.values(breaches)) change(copy);
    const found = (await lint(JSON.stringify(copy))).map((finding) => finding.split(':')[0]);
    expect(found).toEqual(expect.arrayContaining(Object.keys(breaches)));
  });
});

describe('GET /openapi.json', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const get = (headers: Record<string, string> = {}) => service.call('GET /openapi.json', {}, { headers });
  const document = JSON.parse(documentText);
  const chinese = JSON.parse(chineseText);

  it.each([
    [{}, 'zh-CN', chinese],
    [{ 'accept-language': 'fr' }, 'zh-CN', chinese],
    [{ 'accept-language': 'en-GB, zh;q=0.5' }, 'en', document],
  ])('answers the document to anybody with %j in %s, for caches to keep', async (asked, language, expected) => {
    const { status, headers, json } = await get(asked);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-language': language,
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      vary: 'accept-encoding, accept-language, origin',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(isDeepStrictEqual(json, expected)).toBe(true);
  });

  it('is sent again only where it has changed, or in another language', async () => {
    const { etag } = (await get()).headers;
    const held = { 'if-none-match': String(etag) };
    const { status, text, headers } = await get(held);
    expect({ status, text, etag: headers['etag'] }).toEqual({ status: 304, text: '', etag });
    const english = await get({ ...held, 'accept-language': 'en' });
    expect([english.status, isDeepStrictEqual(english.json, document)]).toEqual([200, true]);
  });

  it.each(['gzip', 'gzip, deflate, br', '*', 'br;q=1, gzip;q=0.5'])('is compressed for %s', async (accepted) => {
    const { headers, bytes } = await get({ 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe('gzip');
    expect(bytes.length).toBeLessThan(documentText.length / 8);
    expect(isDeepStrictEqual(JSON.parse(gunzipSync(bytes).toString()), chinese)).toBe(true);
  });

  it.each(['', 'identity', 'br', 'gzip;q=0', 'identity, gzip;q=0.1'])('is plain for "%s"', async (accepted) => {
    const { headers, json } = await get({ 'accept-encoding': accepted });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(json.openapi).toBe('3.1.0');
  });

  it('takes no repeated parameter', async () => {
    const answer = await service.call('GET /openapi.json', {}, { rawQuery: 'v=1&v=2' });
    expect(answer.json).toEqual({
      code: 400,
      desc: '请求参数有误',
      success: false,
      reason: 'invalid_input',
      errors: [{ field: 'v', message: '重复出现' }],
    });
  });
});
