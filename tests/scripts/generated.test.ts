import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { collectEndpoints } from '../../scripts/generate/declarations.ts';
import { renderGenerated } from '../../scripts/generate/generated.ts';

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))) });

const { endpoints, jobs } = await collectEndpoints();
const generated = await renderGenerated();

function toCamelCase(file: string): string {
  return file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

describe('generated files', () => {
  it.each([...generated])('%s is what npm run generate writes', async (path, text) => {
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('is the same whenever it is generated', async () => {
    expect(await renderGenerated()).toEqual(generated);
  });

  it('documents every route but the one for all the rest', () => {
    const { paths } = Document.parse(JSON.parse(generated.get('functions/openapi.generated.json') ?? ''));
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    const declared = endpoints.filter(({ declaration }) => declaration.route !== '$default');
    const expected = declared.map(({ declaration: { route, id } }) => `${route} ${id}`);
    expect(documented.toSorted()).toEqual(expected.toSorted());
  });
});

describe('declarations', () => {
  it.each([...endpoints, ...jobs])('$noun/$file is named as its function', ({ file, declaration }) => {
    expect(declaration.id).toBe(toCamelCase(file));
  });

  it('share no name', () => {
    const ids = [...endpoints, ...jobs].map(({ declaration }) => declaration.id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('share no route', () => {
    const routes = endpoints.map(({ declaration }) => declaration.route);
    expect(routes).toEqual([...new Set(routes)]);
  });
});
