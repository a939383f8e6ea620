import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeDocument } from '../../scripts/document/document.ts';
import { type JsonObject, toJsonSchema } from '../../scripts/document/schema.ts';
import { collectDeclarations } from '../../scripts/generate/declarations.ts';

/** A part of the document, and where it stands. */
interface Place {
  readonly path: string;
  readonly part: JsonObject;
}

/** All objects of the document but its examples, from outside to inside. */
function listPlaces(part: unknown, path: string): Place[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.entries(part)
    .filter(([name]) => name !== 'example' && name !== 'examples')
    .flatMap(([name, member]) => listPlaces(member, `${path}/${name}`));
  return Array.isArray(part) ? inside : [{ path, part: Object(part) }, ...inside];
}

const document = await makeDocument();
const places = listPlaces(document, '');
const { components, paths } = JSON.parse(JSON.stringify(document));
const where = (isSo: (part: JsonObject, path: string) => boolean) =>
  places.filter(({ part, path }) => isSo(part, path)).map(({ path }) => path);
const isIdentifier = (name: unknown) => /^[A-Za-z]\w*$/.test(String(name));
const isComponent = (path: string) => /^\/components\/schemas\/\w+$/.test(path);

describe('generators find in the document', () => {
  it('a name for every object and every list of values that are no identifiers', () => {
    expect(where((part, path) => 'properties' in part && !isComponent(path))).toEqual([]);
    const hasWords = ({ enum: values }: JsonObject) => Array.isArray(values) && !values.every(isIdentifier);
    expect(where((part, path) => hasWords(part) && !isComponent(path))).toEqual([]);
    const names = Object.keys(components.schemas);
    expect(names.filter((name) => !isIdentifier(name) || /undefined/i.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it('an identifier for every value, one for each', () => {
    const faults = where((part) => {
      const [values, names] = [part['enum'], part['x-enum-varnames'] ?? part['enum']];
      if (!Array.isArray(values) || !Array.isArray(names)) return false;
      return !names.every(isIdentifier) || new Set(names).size !== values.length;
    });
    expect(faults).toEqual([]);
    expect(components.schemas.Mark).toEqual({
      type: 'string',
      enum: ['常用', '忌用'],
      'x-enum-varnames': ['Common', 'Avoided'],
    });
  });

  it('64 bits for every integer that may need them, ids and times among them', () => {
    const isWide = ({ type, maximum = Number.POSITIVE_INFINITY, const: only }: JsonObject) =>
      type === 'integer' && only === undefined && Number(maximum) > 2 ** 31 - 1;
    expect(where((part) => isWide(part) && part['format'] !== 'int64')).toEqual([]);
    const { id, expire } = components.schemas.Unit.properties;
    expect([id, expire]).toEqual([
      { type: 'integer', format: 'int64' },
      { type: 'integer', format: 'int64' },
    ]);
  });

  it('a type beside every constant, and none that is a boolean', () => {
    expect(where((part) => 'const' in part && part['type'] !== 'integer' && part['type'] !== 'string')).toEqual([]);
  });

  it('one kind of body for a request, and no field both in it and in the query', () => {
    const operations = Object.values(paths).flatMap((path) => Object.values(Object(path)));
    const faults = operations.flatMap((operation) => {
      const { operationId, parameters = [], requestBody } = Object(operation);
      const kinds = Object.keys(requestBody?.content ?? {});
      const names = parameters.map(({ name }: { name: string }) => name);
      const isTwice = requestBody !== undefined && parameters.some((one: JsonObject) => one['in'] === 'query');
      return kinds.length > 1 || isTwice || new Set(names).size < names.length ? [operationId] : [];
    });
    expect(faults).toEqual([]);
    expect(paths['/api/menu/dish'].delete.parameters).toMatchObject([{ name: 'If-Match', in: 'header' }]);
    expect(Object.keys(paths['/api/ingredient/mark'].put.requestBody.content)).toEqual([
      'application/x-www-form-urlencoded',
    ]);
    expect(Object.keys(paths['/api/ingredient/mark/sheet.xlsx'].put.requestBody.content)).toEqual([
      'multipart/form-data',
    ]);
  });

  it('what JSON texts hold, in forms as in answers', () => {
    const refersTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const { Standard, UpdateStandardForm } = components.schemas;
    const texts = {
      foodCategoryDay: 'CategoryAmounts',
      foodCategoryWeek: 'CategoryAmounts',
      ingredient: 'NutrientRanges',
    };
    for (const [field, name] of Object.entries(texts)) {
      expect(Standard.properties[field]).toEqual(refersTo(name));
      expect(UpdateStandardForm.properties[field]).toMatchObject({ type: 'string', contentSchema: refersTo(name) });
    }
    const isUntold = ({ contentMediaType, contentSchema }: JsonObject) =>
      contentMediaType === 'application/json' && contentSchema === undefined;
    expect(where(isUntold)).toEqual([]);
    expect(
      where((part) => part['type'] === 'object' && !('properties' in part || 'additionalProperties' in part)),
    ).toEqual([]);
  });

  it('an example of each JSON text, which is what its schema says, and the name of that', async () => {
    const { endpoints } = await collectDeclarations();
    const faults = endpoints.flatMap(({ declaration: { id, input, examples } }) => {
      const fields = Object.entries<JsonObject>(Object(toJsonSchema(input, 'input')['properties']));
      return fields.flatMap(([name, { contentSchema }]) => {
        const text = examples.map((example) => example[name]).find((value) => value !== undefined);
        if (contentSchema === undefined) return [];
        const { error } = z.fromJSONSchema(Object(contentSchema)).safeParse(text && JSON.parse(text));
        return error ? [`${id} ${name}: ${error}`] : [];
      });
    });
    expect(faults).toEqual([]);
    const { GenerateMenuForm, CreateMenuForm } = components.schemas;
    expect(GenerateMenuForm.properties.rules.description).toMatch(/ JSON of `PlanRules`\.$/);
    expect(CreateMenuForm.properties.items.description).toMatch(/ JSON of a list of `MenuItemSent`\.$/);
  });

  it('two schemas with names where an answer has two forms', () => {
    const { SelectStandardsAnswer, StandardAnswer, StandardListAnswer } = components.schemas;
    const [one, list] = ['StandardAnswer', 'StandardListAnswer'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    }));
    expect(SelectStandardsAnswer).toEqual({ oneOf: [list, one] });
    const menus = ['Menu', 'MenuPage'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    expect(components.schemas.FindMenusBody).toEqual({ oneOf: menus });
    const standard = { $ref: '#/components/schemas/Standard' };
    expect(StandardAnswer.properties.body).toEqual(standard);
    expect(StandardListAnswer.properties.body).toEqual({ type: 'array', items: standard });
  });

  it('that an optional parameter of a query may be empty', () => {
    const queries = places.filter(({ part }) => part['in'] === 'query');
    expect(queries.length).toBeGreaterThan(50);
    expect(queries.filter(({ part }) => part['allowEmptyValue'] !== (part['required'] ? undefined : true))).toEqual([]);
  });

  it('bytes where a file is answered or sent', () => {
    const isBinary = ({ contentMediaType }: JsonObject) =>
      contentMediaType !== undefined && !/^text\/|json$/.test(String(contentMediaType));
    expect(where((part) => isBinary(part) && part['format'] !== 'binary')).toEqual([]);
  });

  it('the answers without an envelope: a file that has not changed, and an address that is too long', () => {
    const statuses = (path: string) => Object.keys(paths[path].get.responses);
    expect(statuses('/api/ingredient/select')).toContain('431');
    expect(statuses('/api/dish/label')).toContain('431');
    expect(statuses('/api/vender/select')).toContain('431');
    expect(statuses('/api/dish')).not.toContain('431');
    for (const path of ['/openapi.json', '/docs', '/screen/{token}', '/api/dish/icon', '/api/vender/icon']) {
      expect(statuses(path)).toContain('304');
    }
    expect(statuses('/api/dish/label.svg')).not.toContain('304');
  });
});
