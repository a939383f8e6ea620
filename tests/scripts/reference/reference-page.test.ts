import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { json } from '../../../scripts/reference/page/json.ts';
import { references } from '../../../scripts/reference/page/references.ts';
import { rendererWords } from '../../../scripts/reference/page/renderer-words.ts';

const DOCUMENT = new URL('../../../functions/openapi.generated.json', import.meta.url);
const RENDERER = createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js');

describe('what the renderer says', () => {
  it('is what it is translated from: another release of it may say it otherwise', async () => {
    const script = await readFile(RENDERER, 'utf8');
    const isSaid = (word: string) => [`"${word}"`, `"${word} "`, `" ${word}"`].some((one) => script.includes(one));
    expect([...rendererWords.keys()].filter((word) => !isSaid(word))).toEqual([]);
  });
});

describe('the document of the page', () => {
  const { parseToJson } = json().statePlugins.spec.wrapActions;
  const parse = parseToJson((text) => `by the renderer: ${text}`, { specActions: { updateJsonSpec: (read) => read } });

  it.each([
    ['as JSON', '{"a":[1]}', { a: [1] }],
    ['by the renderer, which says what is wrong, where it is none', '<html>', 'by the renderer: <html>'],
  ])('is read %s', (_, text, read) => {
    expect(parse(text)).toEqual(read);
  });
});

describe('an unfolded call', () => {
  const { resolveSubtree } = references().fn;

  it('contains whatever it refers to, each failure with its own reasons', async () => {
    const document = JSON.parse(await readFile(DOCUMENT, 'utf8'));
    const { Failure } = document.components.schemas;
    const { spec, errors } = await resolveSubtree(document, ['paths', '/api/dish', 'put']);
    const { code, reason, ...others } = Failure.properties;
    expect(errors).toEqual([]);
    expect(spec).toMatchObject({
      operationId: 'createDish',
      responses: {
        413: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: Failure.required,
                properties: {
                  ...others,
                  code: { ...code, const: 413 },
                  reason: { ...reason, enum: ['payload_too_large'] },
                },
              },
            },
          },
        },
      },
    });
  });

  it('contains no reference any more, whichever call it is', async () => {
    const document = JSON.parse(await readFile(DOCUMENT, 'utf8'));
    const { spec } = await resolveSubtree(document, ['paths']);
    expect(JSON.stringify(document.paths)).toContain('"$ref":');
    expect(JSON.stringify(spec)).not.toMatch(/"(\$ref|allOf)":/);
    expect(await resolveSubtree(document, ['paths', '/api/nothing', 'get'])).toEqual({ spec: undefined, errors: [] });
  });
});
