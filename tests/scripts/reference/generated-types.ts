import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The generator needs a compiler with the interface of TypeScript 5, which the project's own does not have. */
const COMPILER = createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js');

/**
 * The types that `openapi-typescript` generates from an OpenAPI document. Files are `Blob`, as its documentation
 * recommends.
 */
export async function generateTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const isCompiler = specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/');
      return isCompiler ? { url: pathToFileURL(COMPILER).href, shortCircuit: true } : next(specifier, context);
    },
  });
  const [{ default: generate, astToString }, { default: ts }] = await Promise.all([
    import('openapi-typescript'),
    import(COMPILER),
  ]);
  hooks.deregister();
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const transform = ({ format }: { readonly format?: string }) => (format === 'binary' ? blob : undefined);
  return astToString(await generate(document, { transform }));
}
