import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeAtomically } from '../build/write-atomically.ts';
import { makeDocument } from './document.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The types of the API, which the workbench imports. */
const TYPES = '.build/workbench/api.ts';

/** The generator needs a compiler with the interface of TypeScript 5, which the project's own does not have. */
const COMPILER = createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js');

/** Generates the types of an OpenAPI document with `openapi-typescript`. Parameters with a default are optional. */
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

/** Replaces JSON text, a value with a `contentSchema`, by that schema: the workbench's client writes the text itself. */
function openTexts(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('contentSchema' in value)) return value;
  const { contentSchema, description } = value as { contentSchema: object; description?: string };
  return { ...contentSchema, description };
}

/** Writes the types of the service's own document below a root, for `tsc` to check the workbench against. */
async function main(): Promise<void> {
  await writeAtomically(join(ROOT, TYPES), await generateTypes(JSON.stringify(await makeDocument(), openTexts)));
}

if (import.meta.main) await main();
