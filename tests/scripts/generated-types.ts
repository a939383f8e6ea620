import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The generator needs a compiler with the interface of TypeScript 5, which the project's own does not have. */
const COMPILER = createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js');

/** The types that `openapi-typescript` generates from an OpenAPI document. */
export async function generateTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const isCompiler = specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/');
      return isCompiler ? { url: pathToFileURL(COMPILER).href, shortCircuit: true } : next(specifier, context);
    },
  });
  const { default: generate, astToString } = await import('openapi-typescript');
  hooks.deregister();
  return astToString(await generate(document));
}
