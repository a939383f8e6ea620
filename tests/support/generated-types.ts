import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A compiler with the interface of TypeScript 5, which the generator is written for: the project's own has none. */
const COMPILER = createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js');

/** What `openapi-typescript` makes of an OpenAPI document; files are `Blob`, as its documentation says how. */
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
