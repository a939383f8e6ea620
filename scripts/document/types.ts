import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeWhole } from '../build/write-whole.ts';
import { makeDocument } from './document.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The types of the API, which the workbench imports. */
const TYPES = '.build/workbench/api.ts';

/** The generator needs a compiler with the interface of TypeScript 5, which the project's own does not have. */
const COMPILER = createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js');

/** The types that `openapi-typescript` generates from an OpenAPI document. What has a default need not be sent. */
export async function generateTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const isCompiler = specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/');
      return isCompiler ? { url: pathToFileURL(COMPILER).href, shortCircuit: true } : next(specifier, context);
    },
  });
  const { default: generate, astToString } = await import('openapi-typescript');
  hooks.deregister();
  return astToString(await generate(document, { defaultNonNullable: false }));
}

/**
 * The document with each form's JSON text as what it holds, since the workbench's client writes the text. Whatever has
 * a `contentSchema` becomes that schema.
 */
function openTexts(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('contentSchema' in value)) return value;
  const { contentSchema, description } = value as { contentSchema: object; description?: string };
  return { ...contentSchema, description };
}

/** Writes the types of the service's own document below a root, for `tsc` to check the workbench against. */
async function main(): Promise<void> {
  await writeWhole(join(ROOT, TYPES), await generateTypes(JSON.stringify(await makeDocument(), openTexts)));
}

if (import.meta.main) await main();
