import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { code, lines, requiredText, text } from '../../lib/domain/values/fields.ts';
import { makeDocument } from '../../scripts/document/document.ts';
import type { JsonObject } from '../../scripts/document/schema.ts';
import { toJsonSchema } from '../../scripts/document/schema.ts';
import { collectDeclarations } from '../../scripts/generate/declarations.ts';

const MOST = 64;
/** What a pattern cannot name beyond U+FFFF. */
const UNNAMED = /(?=[\u{10000}-\u{10FFFF}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** What texts are made of: any character that UTF-8 has, and more often those that are refused in some place. */
const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...' \u00A0\u3000\u2003aZ9é米😀\u0301,-]^\\'),
  fc.constantFrom('\n', '\r', '\r\n', '\t', '\0', '\x7F', '\x85', '\u2028', '\u2029'),
  fc.constantFrom('\u00AD', '\u200B', '\u202E', '\u2800', '\u3164', '\uFE0F', '\uFEFF', '\uFFA0', '\uFFFB', '\uFFFD'),
);
/** Short enough that no normal form is longer than a field may be, and with fewer marks than one letter may bear. */
const texts = fc
  .array(character, { maxLength: 3 })
  .map((characters) => characters.join(''))
  .filter((sent) => !UNNAMED.test(sent));

const SAMPLES = { numRuns: 30, seed: 1 };

const patternOf = (field: z.ZodMiniType) => String(toJsonSchema(field, 'input')['pattern']);

describe('the pattern of a text', () => {
  it.each([
    ['text', text(MOST)],
    ['required text', requiredText(MOST)],
    ['text of several lines', lines(MOST)],
    ['code of a food', code()],
  ])('is what the field takes: %s', (_, field) => {
    const pattern = new RegExp(patternOf(field), 'u');
    const taken = { true: 0, false: 0 };
    fc.assert(
      fc.property(texts, (sent) => {
        const isTaken = z.safeParse(field, sent).success;
        taken[`${isTaken}`] += 1;
        expect([sent, pattern.test(sent)]).toEqual([sent, isTaken]);
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(taken.true, taken.false)).toBeGreaterThan(200);
  });

  it('agrees with the field on each character that it can name', () => {
    const field = lines(MOST);
    const pattern = new RegExp(patternOf(field), 'u');
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10_ffff; point++) {
      const isHalf = point >= 0xd800 && point <= 0xdfff;
      const sent = String.fromCodePoint(point);
      if (!isHalf && pattern.test(sent) !== z.safeParse(field, sent).success) wrong.push(sent);
    }
    expect(wrong.filter((sent) => !UNNAMED.test(sent))).toEqual([]);
  });

  it('names characters as ECMA, Python and Java name them alike', () => {
    const escaped = [text(MOST), requiredText(MOST), lines(MOST)].flatMap(
      (field) => patternOf(field).match(/\\./g) ?? [],
    );
    expect(new Set(escaped)).toEqual(new Set(['\\u', '\\n', '\\r']));
    // Some tools leave out the flag `u`.
    const plain = new RegExp(patternOf(text(MOST)));
    expect(['米饭 😀', 'a\u200B', 'a\n'].map((sent) => plain.test(sent))).toEqual([true, false, false]);
  });
});

describe('in the document', () => {
  it('each text that is sent says what it takes: by a pattern, a list, a format or a schema', async () => {
    const { components, paths } = JSON.parse(JSON.stringify(await makeDocument()));
    const resolve = (schema: JsonObject): JsonObject => {
      const name = String(schema['$ref'] ?? '')
        .split('/')
        .pop();
      return name ? components.schemas[name] : schema;
    };
    const unsaid: string[] = [];
    for (const operation of Object.values<JsonObject>(paths).flatMap((path) => Object.values(path))) {
      const { operationId, parameters = [], requestBody } = Object(operation);
      const forms = Object.values<JsonObject>(requestBody?.content ?? {}).map(({ schema }) => resolve(Object(schema)));
      const fields = [
        ...parameters.map(({ name, schema }: { name: string; schema: JsonObject }) => [name, schema]),
        ...forms.flatMap(({ properties }) => Object.entries(Object(properties))),
      ];
      for (const [name, given] of fields) {
        const { type, pattern, format, enum: values, contentMediaType } = resolve(given);
        if (type !== 'string' || values || format || contentMediaType === 'application/json') continue;
        if (typeof pattern !== 'string') unsaid.push(`${operationId} ${name}`);
      }
    }
    // Any address that is none is 404.
    const addresses = ['openLink token', 'showScreen token', 'getScreenFeed token', 'getScreenMenu token'];
    expect(unsaid.toSorted()).toEqual([...addresses, 'getScreenPicture token', 'getFile file'].toSorted());
  });

  it('each field takes what its pattern takes, but for dates that the calendar has not', async () => {
    const { endpoints } = await collectDeclarations();
    const refused: string[] = [];
    let count = 0;
    for (const { declaration } of endpoints) {
      const { properties } = toJsonSchema(declaration.input, 'input');
      for (const [name, field] of Object.entries(declaration.input.shape)) {
        const { pattern, minLength = 0, maxLength = 200 }: JsonObject = Object(properties)[name];
        const isNot = ({ length }: string) => length < Number(minLength) || length > Number(maxLength);
        const sent =
          pattern === undefined ? [] : fc.sample(fc.stringMatching(new RegExp(String(pattern), 'u')), SAMPLES);
        const wrong = sent.filter((value) => !isNot(value) && !z.safeParse(field, value).success);
        count += sent.length;
        if (name !== 'on' && name !== 'off')
          refused.push(...wrong.map((value) => `${declaration.id} ${name}: ${value}`));
      }
    }
    expect(refused).toEqual([]);
    expect(count).toBeGreaterThan(100 * SAMPLES.numRuns);
  });
});
